/* Variable-length arrays on the host's stack, mapped whole and in sections. */
#include "../test.h"

int main(int argc, char **argv)
{
    (void)argv;
    int n = argc * 40, m = argc * 25;
    double a[n], b[n][m];
    for (int i = 0; i < n; i++) {
        a[i] = i;
        for (int j = 0; j < m; j++)
            b[i][j] = 0;
    }

    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++)
        a[i] += 1;
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = i * m + j;
    #pragma omp target teams distribute parallel for map(tofrom: b[5:3][0:m]) map(to: a[0:n])
    for (int j = 0; j < m; j++)
        b[6][j] = a[j % n];

    for (int i = 0; i < n; i++) {
        CHECK(a[i] == i + 1);
        for (int j = 0; j < m; j++)
            CHECK(b[i][j] == (i == 6 ? j % n + 1 : i * m + j));
    }
    printf("%g %g\n", a[n - 1], b[n - 1][m - 1]);
    return test_end();
}
