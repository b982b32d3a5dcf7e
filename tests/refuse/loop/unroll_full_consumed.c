// expect: R2005 at 5
void f(int n, int *a)
{
    #pragma omp target parallel for map(tofrom: a[0:8])
    #pragma omp unroll full
    for (int i = 0; i < 8; i++)
        a[i] = i;
}
