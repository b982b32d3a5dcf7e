void gram(int n, int m, double a[n][m], double g[m][m])
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n][0:m]) map(from: g[0:m][0:m])
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[k][i] * a[k][j];
            g[i][j] = sum;
        }
}
