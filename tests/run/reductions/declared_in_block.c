// host: skip (gcc 12 finds no __atomic_compare_exchange_16 for its own devices)
/* `declare reduction` in blocks of host functions: functions that only its combiner or its initializer calls run on the
 * device, too (OpenMP 5.2, 5.5.11). */
#include "../test.h"

#define N 1000

static int larger(int a, int b) { return a > b ? a : b; }
static int by_way(int a, int b) { return larger(a, b); }
static int times(int a, int b) { return (int)((long)a * b % 1000003); }
static void one(int *p) { *p = 1; }
static int sum(int a, int b) { return a + b; }

struct pair {
    int low, high;
};
static void both(struct pair *out, const struct pair *in)
{
    out->low = out->low < in->low ? out->low : in->low;
    out->high = larger(out->high, in->high);
}
static struct pair nothing(void) { return (struct pair){N, -N}; }

static int of_combined(void)
{
    int b = 1;
    #pragma omp declare reduction(product: int: omp_out = times(omp_out, omp_in)) initializer(omp_priv = 1)
    #pragma omp target teams distribute parallel for reduction(product: b) map(tofrom: b)
    for (int i = 1; i < N; i++)
        b = (int)((long)b * i % 1000003);
    return b;
}

static int of_initializer(void)
{
    int b = 1;
    #pragma omp declare reduction(product: int: omp_out = omp_out * omp_in) initializer(one(&omp_priv))
    #pragma omp target parallel for reduction(product: b) map(tofrom: b)
    for (int i = 1; i < 10; i++)
        b *= i;
    return b;
}

// The clause stands inside of the region; the directive in a loop, and at each pass.
static int of_inner_loop(void)
{
    int m = -1;
    for (int k = 0; k < 2; k++) {
        #pragma omp declare reduction(highest: int: omp_out = by_way(omp_out, omp_in)) initializer(omp_priv = -5)
        #pragma omp target map(tofrom: m)
        {
            #pragma omp parallel for reduction(highest: m)
            for (int i = 0; i < N; i++) {
                int v = (i * 37) % 1009;
                if (v > m)
                    m = v;
            }
        }
    }
    return m;
}

// One that host code alone uses, beside one of the same name.
static int on_both(void)
{
    int host = 0, device = 0;
    {
        #pragma omp declare reduction(more: int: omp_out = sum(omp_out, omp_in)) initializer(omp_priv = 0)
        #pragma omp parallel for reduction(more: host)
        for (int i = 0; i < N; i++)
            host += i;
    }
    {
        #pragma omp declare reduction(more: int: omp_out += omp_in) initializer(omp_priv = 0)
        #pragma omp target teams distribute parallel for reduction(more: device) map(tofrom: device)
        for (int i = 0; i < N; i++)
            device += i;
    }
    return host == device ? host : -1;
}

// By an operator, for a type of the program.
static struct pair of_operator(void)
{
    struct pair p = {5, 5};
    #pragma omp declare reduction(+: struct pair: both(&omp_out, &omp_in)) initializer(omp_priv = nothing())
    #pragma omp target teams distribute parallel for reduction(+: p) map(tofrom: p)
    for (int i = -50; i < 60; i++) {
        struct pair one = {i, i};
        both(&p, &one);
    }
    return p;
}

int main(void)
{
    int product = 1;
    for (int i = 1; i < N; i++)
        product = (int)((long)product * i % 1000003);
    CHECK(of_combined() == product);
    CHECK(of_initializer() == 362880);
    CHECK(of_inner_loop() == 1008);
    CHECK(on_both() == N * (N - 1) / 2);
    struct pair p = of_operator();
    CHECK(p.low == -50 && p.high == 59);
    return test_end();
}
