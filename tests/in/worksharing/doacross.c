/* A wavefront: each element waits for the one above it. */
void sweep(int n, int m, double a[n][m])
{
    #pragma omp target parallel for ordered(2) num_threads(128) map(tofrom: a[:n][:m])
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++) {
            #pragma omp ordered doacross(sink: i - 1, j) doacross(sink: i, j - 1)
            a[i][j] = (a[i - 1][j] + a[i][j - 1]) / 2;
            #pragma omp ordered doacross(source:)
        }
}
