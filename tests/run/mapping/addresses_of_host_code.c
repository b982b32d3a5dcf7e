/* Pointers to arrays and variables that functions give which only the host executes. */
#include "../test.h"
#define N 1000

static double a[N];
static double *where;
static int x;

static void point(void)
{
    where = a + 1;
}

static int *address(void)
{
    return &x;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma omp target enter data map(to: a, x)
    point();
    double *q = where;
    int *p = address(), sum = 0;
#pragma omp target
    for (int i = 1; i < N - 1; i++)
        a[i + 1] = q[i - 1] + 1;
#pragma omp target map(tofrom: sum, x)
    for (int i = 0; i < 8; i++) {
        x = i;
        sum += *p;
    }
#pragma omp target exit data map(from: a, x)
    CHECK(a[N - 1] == N - 1);
    CHECK(sum == 28);
    return test_end();
}
