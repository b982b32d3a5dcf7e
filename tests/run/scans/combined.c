// host: skip
/* One directive for all: `target parallel for`, with and without `simd`, `target simd`. */
#include "../test.h"

static void check(int n, const int *a, const int *b, int start, int total, int line)
{
    int x = start, wrong = 0;
    for (int i = 0; i < n; i++) {
        x += a[i];
        wrong += b[i] != x;
    }
    if (wrong || x != total)
        test_fail("the scan", line);
}

static void check_before(int n, const int *a, const int *b, int start, int total, int line)
{
    int x = start, wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += b[i] != x;
        x += a[i];
    }
    if (wrong || x != total)
        test_fail("the scan", line);
}

static void scans(int n)
{
    int *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i % 11 - 4;
    int s = 3;
#pragma omp target parallel for map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma omp scan inclusive(s)
        b[i] = s;
    }
    check(n, a, b, 3, s, __LINE__);

    s = 4;
#pragma omp target parallel for simd map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: s) num_threads(70)
    for (int i = 0; i < n; i++) {
        b[i] = s;
#pragma omp scan exclusive(s)
        s += a[i];
    }
    check_before(n, a, b, 4, s, __LINE__);

    s = 5;
#pragma omp target simd map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma omp scan inclusive(s)
        b[i] = s;
    }
    check(n, a, b, 5, s, __LINE__);

    /* A value of the loop's end, and a variable of each thread. */
    s = 6;
    int last = -1, twice;
#pragma omp target parallel for map(to: a[0:n]) map(from: b[0:n]) map(tofrom: last) \
    reduction(inscan, +: s) lastprivate(last) private(twice) num_threads(33)
    for (int i = 0; i < n; i++) {
        twice = 2 * a[i];
        s += twice - a[i];
#pragma omp scan inclusive(s)
        twice = s;
        b[i] = twice;
        last = twice + i;
    }
    check(n, a, b, 6, s, __LINE__);
    CHECK(n == 0 || last == s + n - 1);
    free(a);
    free(b);
}

int main(void)
{
    scans(0);
    scans(1);
    scans(33);
    scans(1000);
    scans(40000);
    return test_end();
}
