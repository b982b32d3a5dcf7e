// host: skip
// Elements and sections of arrays, truth values, and sections that teams and their regions reduce. gcc 12 itself
// begins with other values for elements.
#include "../test.h"
#include <stdbool.h>

static void elements(void)
{
    int r[4] = { 1, 2, 3, 4 }, k = 2;
    long q[3] = { 0 };
    double m[2][3] = { { 0 } };
#pragma omp target parallel for reduction(+: r[0])
    for (int i = 0; i < 100; i++)
        r[0] += i;
    CHECK(r[0] == 4951);
#pragma omp target teams distribute parallel for reduction(max: r[k]) map(tofrom: r)
    for (int i = 0; i < 100; i++)
        if (i > r[k])
            r[k] = i;
    CHECK(r[2] == 99);
#pragma omp target teams distribute reduction(+: q[1]) map(tofrom: q)
    for (int i = 0; i < 50; i++)
        q[1] += i;
    CHECK(q[1] == 1225);
#pragma omp target teams reduction(+: q[2]) map(tofrom: q) num_teams(1)
    q[2] += 7;
    CHECK(q[2] == 7);
#pragma omp target parallel for reduction(+: m[1][2]) map(tofrom: m)
    for (int i = 0; i < 50; i++)
        m[1][2] += i;
    CHECK(m[1][2] == 1225);
#pragma omp target simd reduction(+: r[3]) map(tofrom: r)
    for (int i = 0; i < 50; i++)
        r[3] += i;
    CHECK(r[3] == 1229);
#pragma omp target map(tofrom: r, q)
    {
#pragma omp parallel reduction(+: q[0]) num_threads(6)
        q[0]++;
#pragma omp simd reduction(*: r[3])
        for (int i = 0; i < 3; i++)
            r[3] *= 2;
    }
    CHECK(q[0] == 6 && r[3] == 1229 * 8);
}

static void truth(void)
{
    bool all[300], any[300], bits[300];
    for (int i = 0; i < 300; i++)
        all[i] = 1, any[i] = i % 50 == 0, bits[i] = 0;
#pragma omp target teams distribute parallel for reduction(*: all)
    for (int i = 0; i < 600; i++)
        all[i % 300] *= i % 7 != 0;
#pragma omp target teams distribute parallel for reduction(||: any)
    for (int i = 0; i < 600; i++)
        any[i % 300] = any[i % 300] || i % 13 == 0;
#pragma omp target parallel for reduction(|: bits) num_threads(33)
    for (int i = 0; i < 600; i++)
        bits[i % 300] |= i % 17 == 0;
    int wrong = 0;
    for (int i = 0; i < 300; i++) {
        wrong += all[i] != (i % 7 && (i + 300) % 7);
        wrong += any[i] != (i % 50 == 0 || i % 13 == 0 || (i + 300) % 13 == 0);
        wrong += bits[i] != (i % 17 == 0 || (i + 300) % 17 == 0);
    }
    CHECK(wrong == 0);
    int w[500];
    for (int i = 0; i < 500; i++)
        w[i] = i % 5 ? 3 : 0;
#pragma omp target teams distribute parallel for reduction(&&: w)
    for (int i = 0; i < 1000; i++)
        if (i % 500 > 20)
            w[i % 500] = w[i % 500] && i % 11;
    wrong = 0;
    for (int i = 0; i < 500; i++)
        wrong += w[i] != (i % 5 && (i <= 20 || i % 11 && (i + 500) % 11));
    CHECK(wrong == 0);
}

static void nested(int n, double *p)
{
    float x[64];
    for (int i = 0; i < 64; i++)
        x[i] = i;
    for (int i = 0; i < n; i++)
        p[i] = 0;
#pragma omp target teams reduction(+: p[0:n]) map(tofrom: p[0:n]) num_teams(4)
    {
#pragma omp distribute
        for (int t = 0; t < 8; t++) {
#pragma omp parallel for reduction(+: p[0:n])
            for (int i = 0; i < 8; i++)
                p[i] += x[t * 8 + i];
        }
    }
    for (int i = 0; i < 8; i++)
        CHECK(p[i] == 224 + 8 * i);
#pragma omp target teams reduction(+: p[0:4]) map(tofrom: p[0:8]) num_teams(4)
    {
#pragma omp distribute
        for (int t = 0; t < 8; t++) {
            p[1] += 1;
#pragma omp parallel for reduction(+: p[0:4]) num_threads(5)
            for (int i = 0; i < 4; i++)
                p[i] += x[t * 8 + i];
#pragma omp parallel for reduction(+: p[2:2]) num_threads(33)
            for (int i = 0; i < 40; i++)
                p[2 + i % 2] += 2;
        }
    }
    CHECK(p[0] == 448 && p[1] == 472 && p[2] == 800 && p[3] == 816 && p[4] == 256);
    int a[4] = { 1, 2, 3, 4 };
#pragma omp target teams reduction(+: a[0:2]) map(tofrom: a) num_teams(1)
    {
#pragma omp parallel for reduction(+: a) num_threads(5)
        for (int i = 0; i < 10; i++)
            a[i % 2] += i;
    }
    CHECK(a[0] == 21 && a[1] == 27 && a[2] == 3 && a[3] == 4);
#pragma omp target teams distribute reduction(+: a[1:2]) map(tofrom: a)
    for (int i = 0; i < 10; i++) {
#pragma omp parallel for reduction(+: a[1:2])
        for (int j = 0; j < 10; j++)
            a[1 + (j & 1)] += j;
    }
    CHECK(a[0] == 21 && a[1] == 227 && a[2] == 253 && a[3] == 4);
}

int main(void)
{
    double p[8];
    elements();
    truth();
    nested(8, p);
    return test_end();
}
