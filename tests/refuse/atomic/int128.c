// expect: R2006 at 8, "at most 8 bytes"
// No GPU changes 128 bits in one step.
void f(int n, const long *a, __int128 *sum)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: sum[0:1])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        *sum += a[i];
    }
}
