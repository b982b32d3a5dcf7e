/* A simd loop inside each iteration belongs to the thread that runs the iteration. */
#include "../test.h"

int main(void)
{
    enum { n = 64, m = 50 };
    int a[n][m];

    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < n; i++) {
        #pragma omp simd
        for (int j = 0; j < m; j++)
            a[i][j] = i * j;
    }
    long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            CHECK(a[i][j] == i * j);
            sum += a[i][j];
        }
    printf("%ld\n", sum);
    return test_end();
}
