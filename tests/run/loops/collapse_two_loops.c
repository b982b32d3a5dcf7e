#include "../test.h"

int main(void)
{
    enum { n = 37, m = 53 };
    int a[n][m], b[n][m];
    memset(b, 0, sizeof b);

    #pragma omp target teams distribute parallel for collapse(2) map(from: a)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 1000 * i + j;

    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b)
    for (int i = n - 1; i >= 0; i -= 2)
        for (int j = 3; j <= m - 4; j += 5)
            b[i][j] = i - j;

    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            CHECK(a[i][j] == 1000 * i + j);
            int in = (n - 1 - i) % 2 == 0 && j >= 3 && j <= m - 4 && (j - 3) % 5 == 0;
            CHECK(b[i][j] == (in ? i - j : 0));
            sum += a[i][j] + b[i][j];
        }
    printf("%ld\n", sum);
    return test_end();
}
