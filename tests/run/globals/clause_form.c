/* declare target with a list, before and after the definitions. */
#include "../test.h"

int limit = 10;
int clamp(int x);
#pragma omp declare target to(limit, clamp)

int clamp(int x)
{
    return x > limit ? limit : x;
}

static int doubled(int x)
{
    return 2 * x;
}
#pragma omp declare target(doubled)

int main(void)
{
    int a[20];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 20; i++)
        a[i] = clamp(doubled(i));
    for (int i = 0; i < 20; i++)
        CHECK(a[i] == (2 * i > 10 ? 10 : 2 * i));
    printf("%d\n", a[3]);
    return test_end();
}
