/* LU decomposition in place, without pivoting. Usage: lu [n]
 *
 * The matrix is the product of two triangular factors with small integer entries (powers of two on
 * the diagonal), so that every quotient and every update is exact: the factors must come out again,
 * bit for bit. */
#include <stdio.h>
#include <stdlib.h>

static void decompose(int n, double a[n][n])
{
    #pragma omp target data map(tofrom: a[0:n][0:n])
    for (int k = 0; k < n - 1; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k];

        #pragma omp target teams distribute parallel for collapse(2)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

/* The factors: L has ones on its diagonal, which no one stores. */
static double lower(int i, int j)
{
    return i == j ? 1.0 : (i * 3 + j * 5) % 4 - 1;
}

static double upper(int i, int j)
{
    return i == j ? 1 << i % 3 : (i + j * 7) % 5 - 2;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 96;
    if (n <= 0) {
        fprintf(stderr, "usage: lu [n > 0]\n");
        return 2;
    }
    double(*a)[n] = malloc(sizeof(double[n][n]));
    if (!a) {
        fprintf(stderr, "lu: out of memory\n");
        return 2;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k <= i && k <= j; k++)
                sum += lower(i, k) * upper(k, j);
            a[i][j] = sum;
        }

    decompose(n, a);

    int wrong = 0;
    double determinant_sign = 1.0;
    for (int i = 0; i < n; i++) {
        determinant_sign *= a[i][i] < 0 ? -1.0 : 1.0;
        for (int j = 0; j < n; j++)
            wrong += a[i][j] != (j < i ? lower(i, j) : upper(i, j));
    }
    printf("lu: n = %d, sign of the determinant = %g, %d wrong: %s\n", n, determinant_sign, wrong,
           wrong ? "FAILED" : "ok");
    free(a);
    return wrong != 0;
}
