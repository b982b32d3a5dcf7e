// Parallel regions one after the other: what the second does depends on all that the first did, whatever
// stands between them. The same file is built with fork-join, with guarded SPMD, and with regions apart.
#include "../test.h"

#define N 1024

static int a[N], b[N], c[N];

#define PRAGMA(text) _Pragma(#text)

static void clear(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = -1;
}

// Neighbours of neighbours: the second region reads what other threads of the first wrote.
#define SHIFTED(threads)                                                                  \
    static void shifted_##threads(void)                                                   \
    {                                                                                     \
        clear();                                                                          \
        int levels = 0, sizes = 0;                                                        \
        PRAGMA(omp target map(tofrom: a, b, c, levels, sizes))                            \
        {                                                                                 \
            for (int round = 0; round < 3; round++) {                                     \
                PRAGMA(omp parallel for num_threads(threads))                             \
                for (int i = 0; i < N; i++)                                               \
                    a[i] = i + round;                                                     \
                PRAGMA(omp parallel for num_threads(threads))                             \
                for (int i = 0; i < N; i++)                                               \
                    b[i] = a[N - 1 - i] * 2;                                              \
                int step = 3, twice = step * 2;                                           \
                PRAGMA(omp parallel num_threads(threads))                                 \
                {                                                                         \
                    int me = omp_get_thread_num(), all = omp_get_num_threads();           \
                    for (int i = me; i < N; i += all)                                     \
                        c[i] = b[(i + 7) % N] + twice;                                    \
                    if (me == all - 1) {                                                  \
                        levels += omp_get_level();                                        \
                        sizes += all;                                                     \
                    }                                                                     \
                }                                                                         \
                a[0] += step;                                                             \
            }                                                                             \
        }                                                                                 \
        CHECK(levels == 3);                                                               \
        if (on_device())                                                                  \
            CHECK(sizes == 3 * threads);                                                  \
        for (int i = 0; i < N; i++) {                                                     \
            CHECK(b[i] == (N - 1 - i + 2) * 2);                                           \
            CHECK(c[i] == b[(i + 7) % N] + 6);                                            \
            CHECK(a[i] == i + 2 + (i == 0 ? 3 : 0));                                      \
        }                                                                                 \
    }

SHIFTED(1)
SHIFTED(5)
SHIFTED(32)
SHIFTED(33)
SHIFTED(64)
SHIFTED(95)
SHIFTED(992)

// Sizes that differ, and sizes known at run time.
static void sizes(int n, int m)
{
    clear();
    int seen[6] = {0};
    #pragma omp target map(tofrom: a, seen)
    {
        #pragma omp parallel num_threads(33)
        a[omp_get_thread_num()] = 1;
        #pragma omp parallel num_threads(34)
        if (omp_get_thread_num() == 0)
            for (int i = 0; i < omp_get_num_threads(); i++)
                seen[0] += a[i];
        #pragma omp parallel num_threads(n)
        {
            #pragma omp single
            seen[1] = omp_get_num_threads();
        }
        #pragma omp parallel num_threads(n)
        {
            #pragma omp single
            seen[2] = seen[1] + omp_get_num_threads();
        }
        n += 2; // from here on regions are larger
        #pragma omp parallel num_threads(n)
        {
            #pragma omp single
            seen[3] = omp_get_num_threads();
        }
        #pragma omp parallel num_threads(n) if(m > 100)
        {
            #pragma omp single
            seen[4] = omp_get_num_threads();
        }
        #pragma omp parallel num_threads(n) if(parallel: 1)
        {
            #pragma omp single
            seen[5] = omp_get_num_threads();
        }
    }
    if (on_device()) {
        CHECK(seen[0] == 33 - 1);
        CHECK(seen[1] == n && seen[2] == 2 * n);
        CHECK(seen[3] == n + 2 && seen[4] == 1 && seen[5] == n + 2);
    }
}

// The second region's copies are made of what the first has left.
static void copies(void)
{
    clear();
    int value = 1, last = 0, sum = 0, later = 0, array[4] = {1, 2, 3, 4};
    #pragma omp target map(tofrom: a, b, value, last, sum, later) map(to: array)
    {
        int own = 5, table[4] = {0, 1, 2, 3};
        #pragma omp parallel for lastprivate(last) num_threads(96)
        for (int i = 0; i < N; i++)
            last = i * 3;
        #pragma omp parallel for firstprivate(last) num_threads(96)
        for (int i = 0; i < N; i++) {
            a[i] = last;
            last += 1000;
            a[i] += last - last;
        }
        #pragma omp parallel for reduction(+: sum) num_threads(96)
        for (int i = 0; i < N; i++)
            sum += i;
        #pragma omp parallel for firstprivate(sum, own) num_threads(96)
        for (int i = 0; i < N; i++) {
            own += 1;
            b[i] = sum;
        }
        #pragma omp parallel num_threads(96) private(own) firstprivate(table)
        {
            own = omp_get_thread_num();
            table[own % 4] += own;
            #pragma omp single
            value = table[0] + table[1] + table[2] + table[3] - own;
        }
        #pragma omp parallel num_threads(96) firstprivate(table)
        {
            #pragma omp masked
            later = table[0] + table[1] * 10 + table[2] * 100 + own + array[3];
        }
    }
    CHECK(last == (N - 1) * 3);
    CHECK(sum == N * (N - 1) / 2 && value == 6 && later == 210 + 5 + 4);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == sum && a[i] >= (N - 1) * 3);
}

// Two reductions of one variable, and one that reads another's result.
static void reductions(void)
{
    long sum = 0, product = 0;
    int low = 0, high = 0;
    #pragma omp target map(tofrom: sum, product, low, high)
    {
        #pragma omp parallel for reduction(+: sum) num_threads(95)
        for (int i = 0; i < 1000; i++)
            sum += i;
        #pragma omp parallel for reduction(+: sum) num_threads(95)
        for (int i = 0; i < 1000; i++)
            sum += 2 * i;
        long fresh = 0;
        #pragma omp parallel for reduction(+: fresh) num_threads(95)
        for (int i = 0; i < 1000; i++)
            fresh += sum % 1000 + i;
        #pragma omp parallel for reduction(max: high) reduction(min: low) num_threads(95)
        for (int i = 0; i < 1000; i++) {
            high = high > i ? high : (int)(i + fresh % 7);
            low = low < -i ? low : -i;
        }
        product = fresh;
    }
    long all = 3 * 999 * 1000 / 2, fresh = all % 1000 * 1000 + 999 * 1000 / 2;
    CHECK(sum == all && product == fresh && low == -999 && high >= 999);
}

// Loops that nobody waits for, given out as threads ask, and ordered ones.
static void schedules(void)
{
    clear();
    int order = 0, right = 1, count = 0;
    #pragma omp target map(tofrom: a, b, c, order, right, count)
    {
        #pragma omp parallel num_threads(64)
        {
            #pragma omp for nowait schedule(dynamic, 3)
            for (int i = 0; i < N; i++)
                a[i] = i;
            #pragma omp for nowait
            for (int i = 0; i < N; i++)
                b[i] = i;
        }
        #pragma omp parallel num_threads(64)
        {
            #pragma omp for nowait schedule(guided)
            for (int i = 0; i < N; i++)
                c[i] = a[N - 1 - i] + b[(i + 1) % N];
            #pragma omp single nowait
            count += 1;
        }
        #pragma omp parallel for ordered schedule(dynamic) num_threads(64)
        for (int i = 0; i < 100; i++) {
            #pragma omp ordered
            {
                right &= order == i;
                order++;
            }
        }
        #pragma omp parallel for schedule(dynamic, 5) num_threads(64)
        for (int i = 0; i < N; i++)
            b[i] = c[N - 1 - i] + order;
        #pragma omp parallel sections num_threads(64)
        {
            #pragma omp section
            count += b[0];
            #pragma omp section
            a[0] = b[1];
        }
    }
    CHECK(right == 1 && order == 100);
    for (int i = 0; i < N; i++) {
        CHECK(c[i] == N - 1 - i + (i + 1) % N);
        CHECK(b[i] == i + (N - i) % N + 100);
    }
    CHECK(count == 1 + b[0] && a[0] == b[1]);
}

// Each thread keeps to elements of its own numbers, or does not.
static void own_elements(int n, int *p, int *q)
{
    #pragma omp target map(tofrom: p[0:n], a, b)
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] = i;
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[i] + 1;
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] += b[i];
        #pragma omp parallel for
        for (int i = 1; i < n; i++)
            b[i] = a[i] * 2;
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[i] = b[n - 1 - i];
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            q[i] = p[i] + 1; // the same memory as p
    }
}

// Code between that the first region must not see, or that must see it.
static void between(void)
{
    clear();
    int out[8] = {0};
    #pragma omp target map(tofrom: a, out)
    {
        int k = 1, m = 2;
        #pragma omp parallel for num_threads(40)
        for (int i = 0; i < 40; i++)
            a[i] = k + m;
        k = 10;
        #pragma omp parallel for num_threads(40)
        for (int i = 0; i < 40; i++)
            a[i] += k;
        {
            #pragma omp parallel for num_threads(40)
            for (int i = 0; i < 40; i++)
                a[i] += k;
            int k = 100; // another one
            #pragma omp parallel for num_threads(40)
            for (int i = 0; i < 40; i++)
                a[i] += k;
        }
        out[0] = a[39];
        int t = 0, u;
        #pragma omp parallel for reduction(+: t) num_threads(40)
        for (int i = 0; i < 40; i++)
            t += 1;
        u = t + k;
        #pragma omp parallel num_threads(40)
        if (omp_get_thread_num() == 39)
            out[1] = u;
        int *where = &m;
        #pragma omp parallel num_threads(40)
        if (omp_get_thread_num() == 38)
            *where = 77;
        int copy = m;
        #pragma omp parallel num_threads(40)
        if (omp_get_thread_num() == 37)
            out[2] = copy;
        ;
        int v = 5;
        v = v + k;
        v += 1;
        #pragma omp parallel num_threads(40)
        if (omp_get_thread_num() == 36)
            out[3] = v;
    }
    CHECK(out[0] == 3 + 10 + 10 + 100);
    if (on_device()) {
        CHECK(out[1] == 50);
        CHECK(out[2] == 77);
        CHECK(out[3] == 16);
    }
}

// Jumps between them, into them, out of the loop around them.
static void jumps(int way)
{
    clear();
    int rounds = 0, early = 0;
    #pragma omp target map(tofrom: a, b, rounds, early)
    {
        for (int r = 0; r < 10; r++) {
            #pragma omp parallel for num_threads(64)
            for (int i = 0; i < 64; i++)
                a[i] = r;
            if (way == 1 && r == 2)
                break;
            #pragma omp parallel for num_threads(64)
            for (int i = 0; i < 64; i++)
                b[i] = a[63 - i];
            if (way == 2 && r == 3)
                continue;
            if (way == 3 && r == 4)
                goto again;
            #pragma omp parallel for num_threads(64)
            for (int i = 0; i < 64; i++)
                a[i] = b[63 - i] + 100;
            rounds++;
        }
        switch (way) {
        case 0:
            #pragma omp parallel num_threads(64)
            b[omp_get_thread_num()] = 1;
            #pragma omp parallel num_threads(64)
            a[omp_get_thread_num()] = b[omp_get_num_threads() - 1 - omp_get_thread_num()];
            break;
        case 1:
            #pragma omp parallel num_threads(64)
            b[omp_get_thread_num()] = 2;
        again:
        default:
            #pragma omp parallel for num_threads(64)
            for (int i = 0; i < 64; i++)
                a[i] += 1000;
            #pragma omp parallel for num_threads(64)
            for (int i = 0; i < 64; i++)
                b[i] = a[63 - i];
        }
        early = way;
    }
    int expect[] = {1, 1002, 1109, 1004};
    CHECK(early == way);
    CHECK(rounds == (way == 0 ? 10 : way == 1 ? 2 : way == 2 ? 9 : 4));
    if (on_device())
        CHECK(a[63] == expect[way]);
}

// Regions of functions.
#pragma omp declare target
static int fill(int *to, int n, int start)
{
    int last = 0;
    #pragma omp parallel for num_threads(33)
    for (int i = 0; i < n; i++)
        to[i] = start + i;
    int turn = n - 1;
    #pragma omp parallel for num_threads(33) lastprivate(last)
    for (int i = 0; i < n; i++)
        last = to[turn - i] - to[i];
    #pragma omp parallel for num_threads(33)
    for (int i = 0; i < n; i++)
        to[i] += last;
    return last;
}
#pragma omp end declare target

static void functions(void)
{
    clear();
    int first = 0, inside = 0;
    #pragma omp target map(tofrom: a, b, first, inside)
    {
        first = fill(a, N, 5);
        #pragma omp parallel num_threads(2)
        {
            #pragma omp single
            inside = fill(b, 10, 7);
        }
        #pragma omp parallel num_threads(2)
        {
            #pragma omp single
            inside += b[9];
        }
    }
    CHECK(first == 1 - N && inside == -9 + 7 + 9 - 9);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 5 + i + 1 - N);
}

// In the loops of teams.
static void teams(void)
{
    clear();
    #pragma omp target teams distribute num_teams(4) thread_limit(64) map(tofrom: a, b)
    for (int row = 0; row < 16; row++) {
        int scratch[64], sum = 0;
        #pragma omp parallel for
        for (int i = 0; i < 64; i++)
            scratch[i] = row * 64 + i;
        #pragma omp parallel for
        for (int i = 0; i < 64; i++)
            a[row * 64 + i] = scratch[63 - i];
        #pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < 64; i++)
            sum += scratch[i] - row * 64;
        b[row] = sum;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i / 64 * 64 + 63 - i % 64);
    for (int row = 0; row < 16; row++)
        CHECK(b[row] == 63 * 64 / 2);
}

int main(void)
{
    shifted_1();
    shifted_5();
    shifted_32();
    shifted_33();
    shifted_64();
    shifted_95();
    shifted_992();
    sizes(30, 1);
    sizes(33, 7);
    sizes(62, 7);
    copies();
    reductions();
    schedules();
    static int p[N + 1];
    own_elements(N, p, p);
    for (int i = 0; i < N; i++) {
        int from = N - 1 - i;
        CHECK(p[i] == (from == 0 ? 1 : 2 * (2 * from + 1)) + 1);
    }
    between();
    for (int way = 0; way < 4; way++)
        jumps(way);
    functions();
    teams();
    return test_end();
}
