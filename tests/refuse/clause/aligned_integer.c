// expect: R3001 at 9
void f(int n, double *p)
{
    double a[64];
    #pragma omp target map(tofrom: p[0:n]) map(alloc: a)
    {
        #pragma omp simd aligned(a, p: 64)
        for (int i = 0; i < 64; i++) p[i] = a[i] = i;
        #pragma omp simd aligned(n: 64)
        for (int i = 0; i < 64; i++) p[i] = n;
    }
}
