// expect: R2005 at 6, "more than 64 bits"
// Loops whose number of iterations may have more than 64 bits.
void f(int n, long *a, __int128 w)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (__int128 i = 0; i < n; i++)
        a[i] = 1;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < w; i++)
        a[i] = 1;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (long i = 0; i < n; i += w)
        a[i] = 1;
}
