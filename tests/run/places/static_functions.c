/* Regions in static, inline and nested calls; several regions a function. */
#include "../test.h"

static void first(int *a, int n)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

static inline int second(int *a, int n)
{
    int any = 0;
    #pragma omp target map(to: a[0:n]) map(from: any)
    any = a[n - 1] > 0;
    return any;
}

int main(void)
{
    int a[33] = {0};
    for (int k = 0; k < 3; k++)
        first(a, 33);
    CHECK(second(a, 33) == 1);
    for (int i = 0; i < 33; i++)
        CHECK(a[i] == 14);
    printf("%d\n", a[32]);
    return test_end();
}
