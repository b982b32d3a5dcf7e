// unchanged
/* An atomic update is one way among several. */
void count(int n, const int *data, int *hist)
{
    #pragma omp target teams distribute parallel for map(to: data[0:n]) map(tofrom: hist[0:16])
    for (int i = 0; i < n; i++) hist[data[i] % 16]++;
}
