// A collapsed nest whose inner loop depends on the outer one.
void gram(int n, int m, const double *x, double *g)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: x[0:n * m]) map(tofrom: g[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < m; k++)
                sum += x[i * m + k] * x[j * m + k];
            g[i * n + j] = sum;
        }
}
