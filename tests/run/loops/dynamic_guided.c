/* schedule(dynamic) and schedule(guided): each iteration runs once, whatever thread runs it. */
#include "../test.h"

enum { n = 1000 };

static void fill_dynamic(int count, int *a)
{
    #pragma omp target parallel for schedule(dynamic, 4) map(tofrom: a[0:count])
    for (int i = 0; i < count; i++)
        a[i] += i + 1;
}

static void fill_guided(int count, int *a)
{
    #pragma omp target teams distribute parallel for schedule(guided) map(tofrom: a[0:count])
    for (int i = 0; i < count; i++)
        a[i] += 3 * i;
}

int main(void)
{
    int a[n], b[n];
    for (int i = 0; i < n; i++)
        a[i] = b[i] = -i;

    for (int count = 0; count <= n; count += 125) {
        fill_dynamic(count, a);
        fill_guided(count, b);
    }

    long sum = 0;
    for (int i = 0; i < n; i++) {
        int times = n / 125 - i / 125;
        CHECK(a[i] == -i + times * (i + 1));
        CHECK(b[i] == -i + times * 3 * i);
        sum += a[i] + b[i];
    }
    printf("%ld\n", sum);
    return test_end();
}
