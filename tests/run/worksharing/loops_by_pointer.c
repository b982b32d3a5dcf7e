// Loops whose iterations are handed out, in functions that pointers lead to: with a barrier at the end, without one, and
// none at all.
#include "../test.h"

#define N 777

#pragma omp declare target
typedef void change(int, int *);

static void add(int n, int *x)
{
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++)
        x[i] += i;
}

static void twice(int n, int *x)
{
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

static void nothing(int n, int *x)
{
    (void)n;
    (void)x;
}
#pragma omp end declare target

static void by_pointer(int n, int *x, int which)
{
#pragma omp target parallel map(tofrom : x[0 : n])
    {
        change *called = which == 0 ? add : which == 1 ? twice : nothing;
        for (int k = 0; k < 3; k++)
            called(n, x);
    }
}

static void in_regions(int n, int *x, int which)
{
#pragma omp target map(tofrom : x[0 : n])
    {
        change *called = which == 0 ? add : which == 1 ? twice : nothing;
        for (int k = 0; k < 2; k++) {
#pragma omp parallel num_threads(33)
            called(n, x);
        }
#pragma omp parallel
        {
            add(n, x);
            twice(n, x);
        }
    }
}

static void directly(int n, int *x)
{
#pragma omp target parallel map(tofrom : x[0 : n])
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            x[i] += 1;
#pragma omp for schedule(dynamic, 7)
        for (int i = 0; i < n; i++)
            x[i] *= 3;
#pragma omp barrier
    }
}

int main(void)
{
    static int x[N];
    for (int n = 0; n <= N; n = 2 * n + 33)
        for (int which = 0; which < 3; which++) {
            for (int i = 0; i < N; i++)
                x[i] = i;
            by_pointer(n, x, which);
            for (int i = 0; i < N; i++)
                CHECK(x[i] == (i >= n || which == 2 ? i : which == 1 ? 8 * i : 4 * i));
            for (int i = 0; i < N; i++)
                x[i] = i;
            in_regions(n, x, which);
            for (int i = 0; i < N; i++)
                CHECK(x[i] == (i >= n ? i : 2 * i + 2 * (which == 2 ? i : which == 1 ? 4 * i : 3 * i)));
            for (int i = 0; i < N; i++)
                x[i] = i;
            directly(n, x);
            for (int i = 0; i < N; i++)
                CHECK(x[i] == (i >= n ? i : 3 * (i + 1)));
        }
    return test_end();
}
