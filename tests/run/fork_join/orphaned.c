// Functions with parallel, for, single and atomic constructs, called from sequential code, from regions, and
// recursively.
#include "../test.h"

#pragma omp declare target
void work(int *a, int n, int k)
{
    int local = k * 2;
    int hits = 0;
#pragma omp parallel for num_threads(33)
    for (int i = 0; i < n; i++) {
        a[i] += local + k;
        if (i == 3)
            hits = omp_get_num_threads();
    }
    a[n] = hits;
}

static void inner(int *a, int n)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        a[i] = omp_get_thread_num() >= 0 ? i * i : -1;
#pragma omp single
    a[n] = omp_get_num_threads();
}

static int fact(int *a, int d)
{
    int mine = d;
#pragma omp parallel num_threads(4)
    {
#pragma omp atomic
        mine += 1;
    }
    a[d] = mine;
    return d <= 1 ? 1 : d * fact(a, d - 1);
}
#pragma omp end declare target

int main(void)
{
    int a[101] = { 0 }, b[65], c[8] = { 0 }, r = 0, level = -1;

#pragma omp target map(tofrom: a, r, c, level)
    {
        for (int k = 0; k < 3; k++)
            work(a, 100, k);
        r = fact(c, 5);
        level = omp_get_level() * 10 + omp_get_num_threads();
    }
    CHECK(a[0] == 9 && a[99] == 9 && a[100] == 33);
    CHECK(r == 120 && level == 1);
    for (int d = 1; d <= 5; d++)
        CHECK(c[d] == d + 4);

#pragma omp target parallel num_threads(40) map(from: b)
    inner(b, 64);
    CHECK(b[5] == 25 && b[63] == 3969);
    if (on_device())
        CHECK(b[64] == 40);

#pragma omp target map(from: b)
    inner(b, 64);
    CHECK(b[5] == 25 && b[63] == 3969 && b[64] == 1);

    // From a region: one thread runs the function's region.
#pragma omp target parallel num_threads(3) map(tofrom: a)
    {
        if (omp_get_thread_num() == 0)
            work(a, 100, 1);
    }
    CHECK(a[0] == 12 && a[50] == 12);
    if (on_device())
        CHECK(a[100] == 1);
    return test_end();
}
