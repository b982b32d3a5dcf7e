// Long arrays and sections that functions for the device reduce, whoever calls them.
#include "../test.h"

enum { N = 100 };

#pragma omp declare target
static void counted(int *h)
{
    int c[N];
    for (int i = 0; i < N; i++)
        c[i] = 1;
#pragma omp parallel for reduction(+: c)
    for (int i = 0; i < 1000; i++)
        c[i % N] += i;
    for (int i = 0; i < N; i++)
        h[i] = c[i];
}
static void section(int *h, int n)
{
#pragma omp parallel for reduction(+: h[0:n]) num_threads(33)
    for (int i = 0; i < 1000; i++)
        h[i % n] += i;
}
static void most(double *h, int from, int n)
{
#pragma omp parallel for reduction(max: h[from:n])
    for (int i = 0; i < 1000; i++) {
        double x = (i * 37) % 101;
        h[from + i % n] = x > h[from + i % n] ? x : h[from + i % n];
    }
}
static void rows(int m[][3], int n)
{
#pragma omp parallel for reduction(+: m[0:n][0:3])
    for (int i = 0; i < 600; i++) {
        int k = m[i % n][0];
        m[i % n][i % 3] += i;
        m[i % n][0] = k + (i % 3 == 0 ? i : 0);
    }
}
static void shared_out(int *h)
{
#pragma omp for reduction(+: h[0:N])
    for (int i = 0; i < 1000; i++)
        h[i % N] += i;
}
static void one(int *h)
{
#pragma omp simd reduction(+: h[0:N])
    for (int i = 0; i < 1000; i++)
        h[i % N]++;
}
#pragma omp end declare target

int main(void)
{
    int h[N], wrong = 0;
#pragma omp target map(from: h)
    counted(h);
    for (int i = 0; i < N; i++)
        wrong += h[i] != 1 + 4500 + 10 * i;
    CHECK(wrong == 0);
    for (int i = 0; i < N; i++)
        h[i] = 2;
#pragma omp target map(tofrom: h)
    section(h, 90);
    CHECK(h[0] == 2 + 12 * 495 && h[95] == 2);
    double d[N];
    for (int i = 0; i < N; i++)
        d[i] = -5;
#pragma omp target map(tofrom: d)
    most(d, 10, 70);
    double want[N];
    for (int i = 0; i < N; i++)
        want[i] = -5;
    for (int i = 0; i < 1000; i++) {
        double x = (i * 37) % 101;
        want[10 + i % 70] = x > want[10 + i % 70] ? x : want[10 + i % 70];
    }
    CHECK(memcmp(d, want, sizeof d) == 0);
    int m[40][3] = { { 0 } }, sum = 0;
#pragma omp target map(tofrom: m)
    rows(m, 40);
    for (int i = 0; i < 120; i++)
        sum += m[i / 3][i % 3];
    CHECK(sum == 599 * 300);
    for (int i = 0; i < N; i++)
        h[i] = 0;
#pragma omp target parallel num_threads(7) map(tofrom: h)
    shared_out(h);
    CHECK(h[0] == 4500 && h[99] == 5490);
    int each[5] = { 0 };
    // Each thread alone, with arrays of its own.
#pragma omp target parallel for num_threads(5) map(from: each)
    for (int t = 0; t < 5; t++) {
        int own[N];
        counted(own);
        one(own);
        section(own, 80);
        each[t] = own[t] + own[99];
    }
    for (int t = 0; t < 5; t++) {
        int at = 0;
        for (int i = 0; i < 1000; i++)
            at += i % 80 == t ? i : 0;
        CHECK(each[t] == 4501 + 10 * t + 10 + at + 5491 + 10);
    }
#pragma omp target teams distribute map(from: each) num_teams(5)
    for (int t = 0; t < 5; t++) {
        int own[N];
        counted(own);
        each[t] = own[t];
    }
    for (int t = 0; t < 5; t++)
        CHECK(each[t] == 4501 + 10 * t);
    return test_end();
}
