// expect: R6010 at 6
int f(void)
{
    int a[8] = { 0 };
    void inner(int *a) {
        #pragma omp target data map(tofrom: a[0:8])
        {
            #pragma omp target
            for (int i = 0; i < 8; i++) a[i] += i;
        }
    }
    inner(a);
    return a[7];
}
