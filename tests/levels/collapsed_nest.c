// Two loops are one space of iterations; the inner one steps by three.
void f(int n, int m, double *x)
{
    #pragma omp target teams distribute parallel for collapse(2) map(from: x[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 1; j <= m; j += 3)
            x[i * m + j - 1] = i - j;
}
