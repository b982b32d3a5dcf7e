// expect: R3003 at 7
void f(int n, int *a)
{
    #pragma omp target parallel map(tofrom: a[0:n])
    {
        int x = n;
        #pragma omp for firstprivate(x)
        for (int i = 0; i < n; i++)
            a[i] = x++;
    }
}
