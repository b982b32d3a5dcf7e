/* Bounds and steps that are expressions, calls, members, mapped memory. */
#include "../test.h"

struct range {
    int first, last;
    int step[2];
};

#pragma omp declare target
static int twice(int x)
{
    return 2 * x;
}
#pragma omp end declare target

int main(void)
{
    int a[200] = {0}, b[200] = {0}, c[200] = {0}, d[200] = {0};
    int bounds[2] = {20, 150};
    struct range r = {5, 180, {3, 9}};
    struct range *p = &r;
    int *q = bounds;

    #pragma omp target teams distribute parallel for map(tofrom: a) map(to: bounds)
    for (int i = bounds[0]; i < bounds[1]; i++)
        a[i] = 1;
    #pragma omp target teams distribute parallel for
    for (int i = r.first; i <= r.last; i += r.step[1])
        b[i] = 1;
    #pragma omp target teams distribute parallel for
    for (int i = twice(5); i < twice(15) * twice(1) + 1; i++)
        c[i] = 1;
    #pragma omp target teams distribute parallel for map(to: p[0:1], q[0:2])
    for (int i = p->first; i < q[1]; i += p->step[0])
        d[i] = 1;

    int sums[4] = {0};
    for (int i = 0; i < 200; i++) {
        CHECK(a[i] == (i >= 20 && i < 150));
        CHECK(b[i] == (i >= 5 && i <= 180 && (i - 5) % 9 == 0));
        CHECK(c[i] == (i >= 10 && i < 61));
        CHECK(d[i] == (i >= 5 && i < 150 && (i - 5) % 3 == 0));
        sums[0] += a[i], sums[1] += b[i], sums[2] += c[i], sums[3] += d[i];
    }
    printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
    return test_end();
}
