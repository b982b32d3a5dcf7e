/* private: a fresh copy for each thread; the original is untouched. */
#include "../test.h"

int main(void)
{
    int t = 77, u[3] = {1, 2, 3}, a[500];
    double d = 1.5;

    #pragma omp target teams distribute parallel for private(t, u, d) map(from: a)
    for (int i = 0; i < 500; i++) {
        t = i * 2;
        u[0] = t + 1;
        u[2] = u[0] + 1;
        d = u[2] / 2.0;
        a[i] = (int)(d * 2);
    }
    for (int i = 0; i < 500; i++)
        CHECK(a[i] == 2 * i + 2);
    CHECK(t == 77 && u[0] == 1 && u[1] == 2 && u[2] == 3 && d == 1.5);
    printf("%d %d %d %g\n", t, u[0], a[499], d);
    return test_end();
}
