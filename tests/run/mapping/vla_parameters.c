/* Pointers to variable-length arrays as parameters, of two and three dimensions. */
#include "../test.h"

static void transpose(int n, int m, double in[n][m], double out[m][n])
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: in[0:n][0:m]) map(from: out[0:m][0:n])
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = in[j][i];
}

static void stencil(size_t nx, size_t ny, size_t nz, float (*restrict a)[ny][nz], float (*restrict b)[ny][nz])
{
    #pragma omp target teams distribute parallel for collapse(3) map(to: a[0:nx][0:ny][0:nz]) map(tofrom: b[0:nx][0:ny][0:nz])
    for (size_t i = 1; i < nx - 1; i++)
        for (size_t j = 1; j < ny - 1; j++)
            for (size_t k = 1; k < nz - 1; k++)
                b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j][k + 1];
}

int main(void)
{
    enum { n = 31, m = 17 };
    double in[n][m], out[m][n];
    static float a[6][7][8], b[6][7][8];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            in[i][j] = i * 100 + j;
    for (int i = 0; i < 6 * 7 * 8; i++)
        (&a[0][0][0])[i] = (float)i;

    transpose(n, m, in, out);
    stencil(6, 7, 8, a, b);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            CHECK(out[i][j] == j * 100 + i);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 0; k < 8; k++) {
                int inside = i > 0 && i < 5 && j > 0 && j < 6 && k > 0 && k < 7;
                CHECK(b[i][j][k] == (inside ? (float)(4 * ((i * 7 + j) * 8 + k) - 7) : 0));
            }
    printf("%g %g\n", out[m - 1][n - 1], (double)b[4][5][6]);
    return test_end();
}
