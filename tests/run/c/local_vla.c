/* Arrays of variable length inside device code, as parameters of device functions. */
#include "../test.h"

#pragma omp declare target
static int trace(int n, int m[n][n])
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}
#pragma omp end declare target

int main(void)
{
    enum { n = 20, k = 5 };
    int out[n];
    #pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < n; i++) {
        int m[k][k];
        for (int a = 0; a < k; a++)
            for (int b = 0; b < k; b++)
                m[a][b] = i * a + b;
        out[i] = trace(k, m);
    }
    for (int i = 0; i < n; i++)
        CHECK(out[i] == 10 * i + 10);
    printf("%d\n", out[n - 1]);
    return test_end();
}
