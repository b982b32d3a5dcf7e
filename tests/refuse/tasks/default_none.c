// expect: R3003 at 7
int f(int n, int *a)
{
    #pragma omp target parallel map(tofrom: a[0:n])
    {
        int k = 3;
        #pragma omp task default(none) shared(a)
        a[0] = k;
    }
    return 0;
}
