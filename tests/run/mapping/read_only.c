/* Parameters behind which kernels only read: the same memory behind two of them, pointers that are based on restricted
 * ones, memory that is written through functions, local pointers and pointers in memory. */
#include "../test.h"
#include <stdlib.h>

#define N 256

static double in[N], out[N], table[3][N];

static void arrays(void)
{
    for (int i = 0; i < N; i++) {
        in[i] = i;
        for (int r = 0; r < 3; r++)
            table[r][i] = r * 1000 + i;
    }
    #pragma omp target teams distribute parallel for map(to: in, table) map(from: out)
    for (int i = 0; i < N; i++)
        out[i] = in[i] + table[i % 3][i];
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 2 * i + i % 3 * 1000);
}

/* Both phases of one thread: what is read behind x changes by a write behind y. */
static void one_thread(int n, int *x, int *y)
{
    #pragma omp target
    {
        int before = x[0];
        for (int i = 0; i < n; i++)
            y[i] = before + i + 1;
        for (int i = n - 1; i > 0; i--)
            y[i] += x[i - 1];
    }
}

/* The same with barriers between the phases. */
static void phases(int n, const int *x, int *y)
{
    #pragma omp target
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = i;
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i];
        #pragma omp barrier
        #pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = sum;
    }
}

/* `x` is based on the restricted `y`. */
static void based(int n, const int *x, int *restrict y)
{
    if (n > 1)
        x = y;
    #pragma omp target map(tofrom: y[0:n])
    {
        int sum = 0;
        for (int i = 1; i < n; i++) {
            y[i] = i;
            sum += x[i];
            y[i] = 0;
            sum += x[i];
        }
        y[0] = sum;
    }
}

struct holder { int *p; };

static void set(int *at, int value) { *at = value; }

static int get(const int *at) { return *at; }

static int *same(const int *at) { return (int *)at; }

/* Functions that write, one that casts `const` away, and a pointer in memory. */
static void through(int n, int *x, int *y)
{
    int seen[4] = { 0 };
    #pragma omp target map(tofrom: seen)
    {
        set(y, 5);
        seen[0] = get(x);
        *same(y) = 6;
        seen[1] = x[0];
        int *local = n > 1 ? y : 0;
        local++;
        local[-1] = 7;
        seen[2] = get(x);
        struct holder h = { y };
        h.p[0] = 8;
        seen[3] = *x;
    }
    for (int i = 0; i < 4; i++)
        CHECK(seen[i] == 5 + i);
}

/* A pointer that the region itself changes. */
static void steps(int n, const int *x, int *y)
{
    int sum = 0;
    #pragma omp target map(tofrom: sum)
    {
        const int *end = x + n;
        while (x != end) {
            *y++ = 3;
            sum += *x++;
        }
    }
    CHECK(sum == 3 * n);
}

/* A structure that is written as a whole, and read member by member. */
struct pair { int a, b; };

static void records(int n, struct pair *x, struct pair *y)
{
    int wrong = 0;
    #pragma omp target teams distribute parallel for reduction(+: wrong)
    for (int i = 0; i < n; i++) {
        struct pair one = { i, -i };
        y[i] = one;
        wrong += x[i].a != i || x[i].b != -i;
    }
    CHECK(wrong == 0);
}

/* Rows of one array as two parameters. */
static void rows(int n, double (*x)[N], double (*y)[N])
{
    #pragma omp target
    for (int i = 0; i < n; i++) {
        y[1][i] = 2 * i;
        y[0][i] = x[1][i] + 1;
        y[1][i] = 0;
    }
    #pragma omp target update from(y[0:2])
    for (int i = 0; i < n; i++)
        CHECK(y[0][i] == 2 * i + 1);
}

/* Read by atomics, by a list item of a reduction, and as the original of copies. */
static void constructs(int n, const int *x, int *counts, int *where)
{
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        counts[where[i]] += x[i];
    }
    #pragma omp target update from(counts[0:2])
    CHECK(counts[0] == n / 2 * 7 && counts[1] == (n - n / 2) * 7);
    #pragma omp target teams distribute parallel for reduction(+: counts[0:2])
    for (int i = 0; i < n; i++)
        counts[where[i]] += x[i];
    #pragma omp target
    #pragma omp parallel for firstprivate(x) reduction(+: counts[0:2])
    for (int i = 0; i < n; i++)
        counts[where[i]] += x[i];
    #pragma omp target update from(counts[0:2])
    CHECK(counts[0] == 3 * (n / 2) * 7 && counts[1] == 3 * (n - n / 2) * 7);
}

/* Captured by tasks and by a master's sequential part. */
static void deferred(int n, const int *x, int *y)
{
    #pragma omp target
    {
        int first = x[0];
        #pragma omp parallel
        #pragma omp single
        for (int i = 0; i < n; i += 64) {
            #pragma omp task
            for (int k = i; k < i + 64 && k < n; k++)
                y[k] = x[k] + first;
        }
    }
    #pragma omp target update from(y[0:n])
    for (int i = 0; i < n; i++)
        CHECK(y[i] == 14);
}

int main(void)
{
    arrays();
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
    for (int i = 0; i < N; i++)
        a[i] = 9;
    #pragma omp target enter data map(to: a[0:N])
    one_thread(4, a, a);
    #pragma omp target update from(a[0:N])
    CHECK(a[0] == 10 && a[1] == 11 + 10 && a[2] == 12 + 11 && a[3] == 13 + 12 && a[4] == 9);
    phases(N, a, a);
    #pragma omp target update from(a[0:N])
    for (int i = 0; i < N; i++)
        CHECK(a[i] == N * (N - 1) / 2);
    based(10, 0, a);
    #pragma omp target update from(a[0:1])
    CHECK(a[0] == 45);
    through(2, a, a);
    steps(33, a, a);
    #pragma omp target exit data map(delete: a[0:N])
    struct pair *pairs = calloc(N, sizeof *pairs);
    #pragma omp target data map(tofrom: pairs[0:N])
    {
        records(N, pairs, pairs);
        records(1, pairs + 1, pairs + 1);
        records(0, pairs, pairs);
    }
    double(*lines)[N] = calloc(2, sizeof *lines);
    #pragma omp target data map(tofrom: lines[0:2])
    rows(N, lines, lines);
    for (int i = 0; i < N; i++) {
        a[i] = 7;
        b[i] = i % 2;
        c[i] = 0;
    }
    #pragma omp target data map(to: a[0:N], b[0:N]) map(tofrom: c[0:N])
    constructs(N, a, c, b);
    CHECK(c[0] == 3 * N / 2 * 7);
    #pragma omp target data map(to: a[0:N]) map(from: b[0:N])
    { deferred(N, a, b); }
    free(a);
    free(b);
    free(c);
    free(pairs);
    free(lines);
    return test_end();
}
