// Scalars that a loop's threads share, where the program says which value they end with: one thread assigns them.
#include "../test.h"
#define N 100

static int a[N], b[N];

static int one_thread(int n)
{
    int t = -1;
    #pragma omp target parallel for map(to: a) map(tofrom: b) map(tofrom: t) num_threads(1)
    for (int i = 0; i < n; i++) {
        t = a[i];
        b[i] = t + 1;
    }
    return t;
}

static int one_iteration(int begin, int end)
{
    int t = -1;
    #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) map(tofrom: t)
    for (int i = begin; i < end; i++) {
        t = a[i];
        b[i] = t + 2;
    }
    return t;
}

/* A single iteration assigns the variable; the others leave it alone. */
static int some_iteration(int which)
{
    int t = -1;
    #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) map(tofrom: t)
    for (int i = 0; i < N; i++)
        if (i == which) {
            t = a[i];
            b[i] = t + 3;
        }
    return t;
}

/* The iteration that `continue` leaves early does not assign it. */
static int left_early(int which)
{
    int t = -1;
    #pragma omp target parallel for map(to: a) map(tofrom: b) map(tofrom: t) num_threads(33)
    for (int i = 0; i < N; i++) {
        if (i != which)
            continue;
        t = a[i];
        b[i] = t;
    }
    return t;
}

/* Behind the loop the region reads it; loops of one thread in front of each other. */
static int read_behind(int n)
{
    int out = 0;
    #pragma omp target map(to: a) map(tofrom: b) map(tofrom: out)
    {
        int t = 5;
        #pragma omp parallel num_threads(4)
        {
            #pragma omp single
            for (int i = 0; i < n; i++) {
                t = a[i];
                b[i] = t;
            }
            #pragma omp for schedule(static, 1)
            for (int i = n; i < n + 1; i++) {
                t = t + a[i];
                b[i] = t;
            }
            #pragma omp for schedule(static, 100)
            for (int i = 0; i < n; i++) {
                t = a[i] + 1;
                b[i] = t;
            }
            #pragma omp masked
            out = t;
        }
    }
    return out;
}

/* A thread's own variable in front of the loop: each keeps the value of its last iteration. */
static void own(int *last, int *count)
{
    int t;
    #pragma omp target parallel map(from: last[0:4], count[0:1]) map(to: a) private(t) num_threads(4)
    {
        t = -7;
        #pragma omp for schedule(static, 1)
        for (int i = 0; i < 10; i++)
            t = a[i];
        last[omp_get_thread_num()] = t;
        #pragma omp masked
        count[0] = omp_get_num_threads();
    }
}

/* An update is no first assignment, nor is what is read in an earlier operand, condition or bound. */
static int read_first(void)
{
    int t = 0, u = 4, out = 0;
    #pragma omp target parallel for map(to: a) map(tofrom: t, u, out) num_threads(1)
    for (int i = 0; i < N; i++) {
        out += t;
        t = a[i];
        for (int j = 0; j < u; j++)
            u = a[i] % 5;
        if (a[i] == 3 && (t = 9) > 0)
            out += 100;
    }
    return out + 3 * t + 5 * u;
}

static int on_host(void)
{
    int t = 0, u = 4, out = 0;
    for (int i = 0; i < N; i++) {
        out += t;
        t = a[i];
        for (int j = 0; j < u; j++)
            u = a[i] % 5;
        if (a[i] == 3 && (t = 9) > 0)
            out += 100;
    }
    return out + 3 * t + 5 * u;
}

/* What another name reaches stays where it is. */
static int by_address(void)
{
    int t = 1, out = 0;
    int *p = &t;
    #pragma omp target parallel for map(to: a) map(tofrom: t) map(tofrom: p[0:1], out) num_threads(1)
    for (int i = 0; i < N; i++) {
        t = a[i];
        *p += 1;
        out += t;
    }
    return out;
}

/* Each iteration waits for the lock: the order of the assignments is that of the lock. */
static int under_lock(void)
{
    int t = 0, out = 0;
    #pragma omp target parallel for map(to: a) map(tofrom: t, out) num_threads(8)
    for (int i = 0; i < N; i++) {
        #pragma omp critical
        {
            t = a[i];
            out += t;
        }
    }
    return out;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 101;
        sum += a[i];
    }
    CHECK(one_thread(0) == -1);
    CHECK(one_thread(1) == a[0]);
    CHECK(one_thread(N) == a[N - 1] && b[50] == a[50] + 1);
    CHECK(one_iteration(0, 0) == -1);
    CHECK(one_iteration(7, 8) == a[7] && b[7] == a[7] + 2);
    CHECK(some_iteration(-1) == -1);
    CHECK(some_iteration(64) == a[64] && b[64] == a[64] + 3);
    CHECK(left_early(N) == -1);
    CHECK(left_early(20) == a[20] && b[20] == a[20]);
    CHECK(read_behind(0) == 5 + a[0]);
    CHECK(read_behind(1) == a[0] + 1);
    CHECK(read_behind(90) == a[89] + 1 && b[90] == a[89] + a[90]);
    int last[4], count;
    own(last, &count);
    for (int i = 0; i < count; i++)
        CHECK(last[i] == a[(9 - i) / count * count + i]);
    CHECK(read_first() == on_host());
    CHECK(by_address() == sum + N);
    CHECK(under_lock() == sum);
    return test_end();
}
