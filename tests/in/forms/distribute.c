void rows(int n, int m, double (*a)[m])
{
    #pragma omp target teams distribute map(tofrom: a[0:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] += a[i][j - 1];
}

// Teams of one warp: several are in a block.
void sums(int n, int m, const int *a, int *sum)
{
    #pragma omp target teams distribute thread_limit(32) map(to: a[0:n * m]) map(from: sum[0:n])
    for (int i = 0; i < n; i++) {
        int all = 0;
        #pragma omp parallel for reduction(+: all)
        for (int j = 0; j < m; j++)
            all += a[i * m + j];
        sum[i] = all;
    }
}
