// expect: R4001 at 6
void f(int n, long *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        __int128 x = a[i];
        a[i] = (long)(x * x >> 64);
    }
}
