// expect: R6010 at 6
int f(void)
{
    int a[8] = { 0 };
    void put(int *a) {
        #pragma omp target update to(a[0:8])
    }
    #pragma omp target data map(a)
    put(a);
    return a[7];
}
