// Arrays of variable length that belong to a thread: of a length that the host knows, and of a function.
static double best(int n, const double *x)
{
    double seen[n];
    double most = 0;
    for (int i = 0; i < n; i++) {
        seen[i] = x[i] * x[i];
        most = seen[i] > most ? seen[i] : most;
    }
    return most;
}

void rows(int n, int m, const double *a, double *sums)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n * m]) map(from: sums[0:n])
    for (int i = 0; i < n; i++) {
        double row[m];
        for (int j = 0; j < m; j++)
            row[j] = a[i * m + j];
        sums[i] = 0;
        for (int j = 0; j < m; j++)
            sums[i] += row[j] * row[m - 1 - j];
    }
    #pragma omp target teams distribute parallel for map(to: a[0:n * m]) map(from: sums[0:n])
    for (int i = 0; i < n; i++)
        sums[i] = best(m, a + i * m);
}
