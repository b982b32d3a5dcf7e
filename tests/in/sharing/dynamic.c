// 60 kB that the threads of a team share: more than a kernel may declare.
void smooth(int n, const float *x, float *y)
{
    #pragma omp target teams distribute map(to: x[0:n * 15000]) map(from: y[0:n * 15000])
    for (int t = 0; t < n; t++) {
        float tile[15000];
        #pragma omp parallel for
        for (int i = 0; i < 15000; i++)
            tile[i] = x[t * 15000 + i];
        #pragma omp parallel for
        for (int i = 1; i < 14999; i++)
            y[t * 15000 + i] = (tile[i - 1] + tile[i] + tile[i + 1]) / 3;
    }
}
