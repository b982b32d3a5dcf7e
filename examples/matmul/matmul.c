/* C = A B for square matrices. Usage: matmul [n]
 *
 * The entries are small integers: sums of products are exact in any order, contracted or not. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n])
{
    #pragma omp target teams distribute parallel for collapse(2) \
        map(to: a[0:n][0:n], b[0:n][0:n]) map(from: c[0:n][0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static int wrong_elements(int n, double a[n][n], double b[n][n], double c[n][n])
{
    int wrong = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = n - 1; k >= 0; k--)
                sum += a[i][k] * b[k][j];
            wrong += c[i][j] != sum;
        }
    return wrong;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 192;
    if (n <= 0) {
        fprintf(stderr, "usage: matmul [n > 0]\n");
        return 2;
    }
    double(*a)[n] = malloc(sizeof(double[n][n]));
    double(*b)[n] = malloc(sizeof(double[n][n]));
    double(*c)[n] = malloc(sizeof(double[n][n]));
    if (!a || !b || !c) {
        fprintf(stderr, "matmul: out of memory\n");
        return 2;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = (i * 7 + j) % 11 - 5;
            b[i][j] = (i + j * 5) % 13 - 6;
        }

    multiply(n, a, b, c);

    double trace = 0.0;
    for (int i = 0; i < n; i++)
        trace += c[i][i];
    int wrong = wrong_elements(n, a, b, c);
    printf("matmul: n = %d, trace = %g, %d wrong: %s\n", n, trace, wrong, wrong ? "FAILED" : "ok");
    free(a);
    free(b);
    free(c);
    return wrong != 0;
}
