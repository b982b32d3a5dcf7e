/* Regions as the bodies of if, else, for, while and do without braces. */
#include "../test.h"

static void run(int *a, int n, int way)
{
    if (way == 0)
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += 1;
    else if (way == 1)
        #pragma omp target map(tofrom: a[0:n])
        a[0] += 2;
    else
        #pragma omp target parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += 3;

    for (int k = 0; k < way; k++)
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] += 10;

    int rounds = 2;
    while (rounds-- > 0)
        #pragma omp target map(tofrom: a[0:n])
        a[n - 1] += 100;
    do
        #pragma omp target map(tofrom: a[0:n])
        a[1] += 1000;
    while (++rounds < 1);
}

int main(void)
{
    int a[50] = {0};
    for (int way = 0; way < 3; way++)
        run(a, 50, way);
    for (int i = 0; i < 50; i++) {
        int want = 1 + 3 + 30;
        want += i == 0 ? 2 : i == 1 ? 6000 : i == 49 ? 600 : 0;
        CHECK(a[i] == want);
    }
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[49]);
    return test_end();
}
