#define TILE 16

void transpose(int n, int m, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: b[0:n * m])
    #pragma omp tile sizes(TILE, 8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[i * m + j]; /* by tiles */
}

void others(int n, long from, float *a, int *order)
{
    #pragma omp target map(tofrom: a[0:n], order[0:n])
    {
        int at = 0;
        #pragma omp reverse
        for (long i = from; i < n; i += 2)
            order[at++] = (int)i;
        #pragma omp interchange
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 3; j++) {
                if (i == j)
                    continue;
                order[at++] = i * 3 + j;
            }
    }
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    #pragma omp unroll partial(4)
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

void scaled(int n, int m, const float *row, float *a)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: row[0:n]) map(tofrom: a[0:n * m])
    for (int i = 0; i < n; i++) {
        /* One for a row. */
        const float scale = row[i] * row[i];
        for (int j = 0; j < m; j++)
            a[i * m + j] *= scale;
    }
}
