// expect: R6024 at 12
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        int v[n];
        for (int i = 0; i < n; i++)
            v[i] = i;
        #pragma omp parallel
        #pragma omp single
        {
            #pragma omp taskloop firstprivate(v) grainsize(1)
            for (int i = 0; i < n; i++) {
                v[i / 2] += 1;
                a[i] = v[i / 2];
            }
        }
    }
}
