// expect: R6021 at 6
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        #pragma omp simd collapse(2)
        #pragma omp tile sizes(4)
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
}
