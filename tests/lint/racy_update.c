// Elements that several threads may update at a time.
void count(int n, const int *data, const float *x, int *hist, float *sum, float *sums)
{
    #pragma omp target teams distribute parallel for map(to: data[0:n], x[0:n]) map(hist[0:16], sum[0:1], sums[0:8])
    for (int i = 0; i < n; i++) {
        int bin = (int)(x[i] / 16.0f);
        hist[bin]++;
        hist[data[i] % 16] += 2;
        hist[data[i] & 15] = hist[data[i] & 15] + 1;
        *sum += x[i];
        for (int k = 0; k < 8; k++)
            sums[k] += x[i];
    }
}
