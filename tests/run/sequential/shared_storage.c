// Variables of a team's shared storage: blocks beside each other take the same bytes, equal names are
// different variables, and nothing is overwritten while it is alive.
#include "../test.h"

#pragma omp declare target
static int opaque(int *p, int value)
{
    *p = value;
    return value;
}
#pragma omp end declare target

static void siblings(void)
{
    int out[4] = {0, 0, 0, 0};
#pragma omp target map(tofrom: out)
    {
        int x;
        opaque(&x, 1);
        {
            int x, y[3];
            opaque(&x, 10);
            opaque(&y[2], 20);
#pragma omp parallel num_threads(33)
            {
                if (omp_get_thread_num() == 32)
                    out[0] = x + y[2];
            }
        }
        {
            double d;
            char c;
            opaque(&x, x + 1);
            d = x + 0.5;
            c = (char)opaque(&out[3], 7);
#pragma omp parallel num_threads(33)
            {
                if (omp_get_thread_num() == 1) {
                    out[1] = (int)(2 * d) + c;
                    d = 100;
                }
            }
            out[2] = (int)d + x;
        }
    }
    CHECK(out[0] == 30);
    CHECK(out[1] == 5 + 7);
    CHECK(out[2] == 102);
    CHECK(out[3] == 7);
}

// A value of thread 0 and variables of the branch behind it lie in the same bytes.
static void conditions(void)
{
    int sum[64];
    for (int i = 0; i < 64; i++)
        sum[i] = 0;
    int turns = 0;
#pragma omp target map(tofrom: sum, turns)
    {
        int n = 0;
        while (opaque(&n, n + 1) < 6) {
            if (opaque(&turns, turns + 1) % 2 == 0) {
                int even;
                opaque(&even, 2 * n);
#pragma omp parallel for num_threads(64)
                for (int i = 0; i < 64; i++)
                    sum[i] += even;
            } else {
                int odd[2];
                opaque(&odd[0], n);
                opaque(&odd[1], 100);
#pragma omp parallel for num_threads(64)
                for (int i = 0; i < 64; i++)
                    sum[i] += odd[0] + odd[1];
            }
            switch (opaque(&n, n)) {
            case 1: {
                int one;
                opaque(&one, 1000);
#pragma omp parallel num_threads(64)
                sum[omp_get_thread_num()] += one;
                break;
            }
            case 2:
            default: {
                short other[5];
                int scratch;
                opaque(&scratch, 3);
                other[4] = (short)scratch;
#pragma omp parallel num_threads(64)
                sum[omp_get_thread_num()] += other[4];
            }
            }
        }
    }
    int expected = 1000 + 4 * 3;
    for (int n = 1; n < 6; n++)
        expected += n % 2 == 0 ? 2 * n : n + 100;
    for (int i = 0; i < 64; i++)
        CHECK(sum[i] == expected);
    CHECK(turns == 5);
}

// The loop's threads still read while thread 0 is at the next turn.
static void league(void)
{
    int a[200];
    for (int i = 0; i < 200; i++)
        a[i] = 0;
#pragma omp target teams num_teams(1) map(tofrom: a)
    for (int t = 0; t < 10; t++) {
        int x;
        opaque(&x, t + 1);
#pragma omp distribute parallel for
        for (int i = 0; i < 200; i++)
            a[i] += x;
    }
    for (int i = 0; i < 200; i++)
        CHECK(a[i] == 55);
}

// Copies of constructs, const and aligned members, jumps past a declaration.
static void kinds(void)
{
    typedef const int fixed;
    struct pair {
        char c;
        double d;
    };
    int ok = 0, first = 5;
#pragma omp target teams num_teams(1) firstprivate(first) map(tofrom: ok)
    {
        int seed;
        opaque(&seed, 3);
        opaque(&first, first + 1);
        const int table[2][2] = {{seed, 2}, {3, 4}};
        fixed alias = seed + 1;
        _Alignas(32) char wide[3] = {1, 2, (char)seed};
        struct pair p = {.c = 'p', .d = seed};
        volatile int v = seed;
        struct pair *q = &p;
        if (seed == 4)
            goto behind;
        {
            int again[2];
            again[0] = opaque(&again[1], seed);
            seed += again[0];
        }
    behind:;
        int late;
        opaque(&late, 9);
#pragma omp parallel num_threads(7)
        {
            if (omp_get_thread_num() == 6)
                ok = table[0][0] == 3 && table[1][1] == 4 && alias == 4 && wide[2] == 3 && q->d == 3 &&
                     p.c == 'p' && v == 3 && seed == 6 && late == 9 && first == 6 &&
                     (unsigned long)wide % 32 == 0;
        }
    }
    CHECK(ok);
    CHECK(first == 5);
}

int main(void)
{
    siblings();
    conditions();
    league();
    kinds();
    return test_end();
}
