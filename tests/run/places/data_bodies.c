/* target data over a single statement, a loop, a call, an if; nested without braces. */
#include "../test.h"

static void add(int *p, int n)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        p[i] += 1;
}

int main(void)
{
    int a[40] = {0}, b[40] = {0};

    #pragma omp target data map(tofrom: a)
    add(a, 40);

    #pragma omp target data map(tofrom: a)
    #pragma omp target data map(tofrom: b)
    for (int k = 0; k < 3; k++) {
        add(a, 40);
        add(b, 40);
    }

    #pragma omp target data map(tofrom: a)
    if (a[0] > 0)
        add(a, 40);

    #pragma omp target data map(tofrom: a) if(a[0] > 1000)
    {
        #pragma omp target map(tofrom: a)
        a[0] += 1;
    }
    for (int i = 0; i < 40; i++)
        CHECK(a[i] == 5 + (i == 0) && b[i] == 3);
    printf("%d %d\n", a[0], b[0]);
    return test_end();
}
