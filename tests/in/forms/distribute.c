void rows(int n, int m, double (*a)[m])
{
    #pragma omp target teams distribute map(tofrom: a[0:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] += a[i][j - 1];
}
