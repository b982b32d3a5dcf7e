// host: skip
/* lastprivate on non-rectangular nests: the last iteration need not be in the last row, and rows may be empty. */
#include "../test.h"

static void triangles(int n)
{
    int x = -1, y = -1, z = -1, first = 7;
#pragma omp target teams distribute parallel for collapse(2) lastprivate(x) map(tofrom : n)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            x = 1000 * i + j;
    CHECK(x == (n > 1 ? 1000 * (n - 1) + n - 2 : -1));
#pragma omp target parallel for collapse(2) lastprivate(y) num_threads(33)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            y = 1000 * i + j;
    CHECK(y == (n > 1 ? 1000 * (n - 2) + n - 1 : -1));
#pragma omp target map(tofrom : z, first)
#pragma omp parallel num_threads(5)
    {
#pragma omp for collapse(3) lastprivate(z) firstprivate(first) lastprivate(first)
        for (int i = n - 1; i >= 0; i--)
            for (int j = 0; j < 3; j++)
                for (int k = j; k < 2; k++) {
                    if (k == 5)
                        continue;
                    z = 100 * i + 10 * j + k;
                    first = first + 0 * k;
                }
#pragma omp for collapse(2) lastprivate(first)
        for (int i = 0; i < n; i++)
            for (int j = 2 * i; j < 2 * i - 1; j++)
                first = 0; /* never */
    }
    CHECK(z == (n > 0 ? 11 : -1));
    CHECK(first == 7);
}

int main(void)
{
    triangles(0);
    triangles(1);
    triangles(2);
    triangles(7);
    triangles(50);
    return test_end();
}
