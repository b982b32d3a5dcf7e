/* Nests of which a thread has several iterations, one after the other: bodies that access much, or write several places
   of memory, and their neighbours. */

/* Seven places. */
void blurred(int n, int m, const float *restrict a, float *restrict b)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: b[0:n * m])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i * m + j] = a[i * m + j] + a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1] +
                           a[(i - 1) * m + j - 1];
}

/* Six. */
void blurred_less(int n, int m, const float *restrict a, float *restrict b)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: b[0:n * m])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i * m + j] = a[i * m + j] + a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
}

/* Rows of arrays are on the way to what is accessed: three places. */
void by_rows(float a[500][300], float b[500][300], float c[500][300])
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:500], b[0:500]) map(from: c[0:500])
    for (int i = 0; i < 500; i++)
        for (int j = 0; j < 300; j++)
            c[i][j] = a[i][j] * b[i][j];
}

/* Two are written. */
void parts(int n, int m, const float *a, float *whole, float *rest)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n * m]) map(from: whole[0:n * m], rest[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int integer = (int)a[i * m + j];
            whole[i * m + j] = integer;
            rest[i * m + j] = a[i * m + j] - integer;
        }
}

/* A warp has several of these rows, of which a thread has one iteration. */
void narrow(int n, const float *a, float *whole, float *rest)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n * 16]) map(from: whole[0:n * 16], rest[0:n * 16])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 16; j++) {
            whole[i * 16 + j] = (int)a[i * 16 + j];
            rest[i * 16 + j] = a[i * 16 + j] - (int)a[i * 16 + j];
        }
}
