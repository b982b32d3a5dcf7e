/* Two parameters of one call may be the same array. */
#include "../test.h"

static void add(int n, const int *a, const int *b, int *c)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n]) map(tofrom: c[0:n])
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

int main(void)
{
    int x[100], y[100];
    for (int i = 0; i < 100; i++)
        x[i] = i, y[i] = 0;
    #pragma omp target data map(tofrom: x, y)
    {
        add(100, x, x, y);
        add(100, x, y, x);
        add(100, y, y, y);
    }
    for (int i = 0; i < 100; i++)
        CHECK(x[i] == 3 * i && y[i] == 4 * i);
    printf("%d %d\n", x[99], y[99]);
    return test_end();
}
