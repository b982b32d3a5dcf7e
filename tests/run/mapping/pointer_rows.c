/* An array of pointers: each row is memory of its own, attached to its pointer. */
#include "../test.h"

typedef struct {
    int n;
    double **rows;
} matrix;

int main(void)
{
    enum { n = 4 };
    matrix m = { n, malloc(n * sizeof(double *)) };
    for (int i = 0; i < n; i++) {
        m.rows[i] = malloc(n * sizeof(double));
        for (int j = 0; j < n; j++)
            m.rows[i][j] = i * n + j;
    }

#pragma omp target enter data map(to: m) map(to: m.rows[0:n])
    for (int i = 0; i < n; i++) {
#pragma omp target enter data map(to: m.rows[i][0:n])
    }
#pragma omp target teams distribute parallel for
    for (int i = 0; i < m.n; i++)
        for (int j = 0; j < n; j++)
            m.rows[i][j] *= 2;
    for (int i = 0; i < n; i++) {
#pragma omp target exit data map(from: m.rows[i][0:n])
    }
#pragma omp target exit data map(release: m.rows[0:n]) map(release: m)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            CHECK(m.rows[i][j] == 2 * (i * n + j));

    double **rows = m.rows;
#pragma omp target data map(to: rows[0:n])
    {
        for (int i = 0; i < n; i++) {
#pragma omp target enter data map(to: rows[i][1:n - 1])
        }
#pragma omp target
        for (int i = 0; i < n; i++)
            rows[i][n - 1] = -i;
#pragma omp target update from(rows[2][n - 1:1])
        CHECK(rows[2][n - 1] == -2);
        for (int i = 0; i < n; i++) {
#pragma omp target exit data map(from: rows[i][1:n - 1])
        }
    }
    for (int i = 0; i < n; i++)
        CHECK(rows[i][n - 1] == -i);
    printf("%g %g\n", rows[1][1], rows[3][3]);
    return test_end();
}
