// Sections of several dimensions whose lengths only the program knows: one piece of memory when they are taken whole, or
// when there is one row.
#include "../test.h"

enum { N = 64 };

static void scale(int n, double a[N][N])
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[:n][:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] *= 2;
}

static void row(int i, int rows, int from, int n, int rows_of, int columns, double a[rows_of][columns])
{
    #pragma omp target enter data map(to: a[i:rows][from:n])
    #pragma omp target parallel for
    for (int j = from; j < from + n; j++)
        a[i][j] += 1;
    #pragma omp target exit data map(from: a[i:rows][from:n])
}

static void cube(int n, int m, double (*a)[4][8])
{
    #pragma omp target map(tofrom: a[0:n][0:m][0:2 * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < 2 * m; k++)
                a[i][j][k] = i + j + k;
}

int main(void)
{
    static double a[N][N], c[3][4][8];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = 1;
    scale(N, a);
    scale(1, a);
    scale(0, a);
    CHECK(a[0][0] == 4 && a[0][1] == 2 && a[N - 1][N - 1] == 2);
    row(3, 1, 10, 20, N, N, a);
    CHECK(a[3][9] == 2 && a[3][10] == 3 && a[3][29] == 3 && a[3][30] == 2);
    row(4, 2, 0, N, N, N, a);
    CHECK(a[4][0] == 3 && a[4][63] == 3 && a[5][0] == 2);
    cube(3, 4, c);
    CHECK(c[2][3][7] == 12);
    return test_end();
}
