// expect: R6022 at 5
// Elements of a long array are reduced by atomic updates.
void f(int n, const int *a, __int128 *bins)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: bins[0:100]) reduction(+: bins[0:100])
    for (int i = 0; i < n; i++)
        bins[a[i]] += 1;
}
