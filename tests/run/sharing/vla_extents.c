// Extents are what they were where the array was declared.
#include "../test.h"

#pragma omp declare target
static int calls;
static int next(int n) { calls++; return n; }
static int table_of(int n, int m, int t[n][m])
{
    m = 1;
    return t[1][2] + m;
}
static int walk(int n)
{
    int total = 0;
    while (n > 0) {
        int v[n][n + 1];
        n--;
        v[n][n] = n;
        total += v[n][n] + (int)(sizeof v / sizeof v[0]);
    }
    return total;
}
#pragma omp end declare target

int main(void)
{
    int r[8] = { 0 };
#pragma omp target teams distribute map(from: r)
    for (int t = 0; t < 8; t++) {
        int v[t + 1];
        for (int i = 0; i <= t; i++)
            v[i] = i * t;
        r[t] = v[t];
    }
    for (int t = 0; t < 8; t++)
        CHECK(r[t] == t * t);
#pragma omp target teams distribute map(from: r)
    for (int t = 0; t < 8; t++) {
        int v[t + 1];
#pragma omp parallel for
        for (int i = 0; i <= t; i++)
            v[i] = i * t;
        r[t] = v[t];
    }
    for (int t = 0; t < 8; t++)
        CHECK(r[t] == t * t);
#pragma omp target teams distribute parallel for map(from: r)
    for (int t = 0; t < 8; t++) {
        int v[2][t + 1];
        v[1][t] = 3 * t;
        r[t] = v[1][t];
    }
    CHECK(r[7] == 21);
#pragma omp target map(tofrom: r)
    {
        int columns = 2;
        for (int k = 0; k < 3; k++) {
            columns += k;
            int table[4][columns];
            columns++;
            table[k][1] = k;
            table[k + 1][0] = 50;
            r[k] = table[k][1] + (int)(sizeof table[0] / sizeof table[0][0]);
        }
    }
    CHECK(r[0] == 2 && r[1] == 5 && r[2] == 9);
#pragma omp target map(tofrom: r)
    {
        int n = 3;
        int v[n++][next(4)];
        v[2][3] = 9;
        r[0] = v[2][3] + n + (int)(sizeof v / sizeof(int));
        r[1] = calls;
        n = 1;
#pragma omp parallel num_threads(4)
        {
#pragma omp atomic
            v[2][3]++;
        }
        r[2] = v[2][3];
    }
    CHECK(r[0] == 9 + 4 + 12 && r[1] == 1 && r[2] == 13);
#pragma omp target map(tofrom: r)
    {
        int n = 4;
        typedef int row[n];
        n = 2;
        row a, b[3];
        a[3] = 1;
        b[2][3] = 2;
        r[0] = a[3] + b[2][3] + (int)(sizeof b / sizeof(int));
    }
    CHECK(r[0] == 15);
#pragma omp target map(tofrom: r)
    {
        int n = 3, t[2][n], (*p)[n] = t;
        n = 1;
        t[1][2] = 5;
        r[0] = p[1][2];
        r[1] = table_of(2, 3, t);
        p++;
        r[2] = (*p)[2];
        r[3] = walk(4);
    }
    CHECK(r[0] == 5 && r[1] == 6 && r[2] == 5);
    CHECK(r[3] == 3 + 2 + 1 + 0 + 4 + 3 + 2 + 1);
#pragma omp target map(tofrom: r)
#pragma omp parallel num_threads(6) default(none) shared(r)
    {
        int n = omp_get_thread_num() + 1;
        int v[n];
        n = 0;
        v[sizeof v / sizeof v[0] - 1] = 4;
#pragma omp single
        {
            int w[n + 2];
            n = 9;
            w[1] = 6;
            r[6] = w[1];
        }
        r[(int)(sizeof v / sizeof v[0]) - 1] = v[sizeof v / sizeof v[0] - 1];
    }
    CHECK(r[0] == 4 && r[5] == 4 && r[6] == 6);
    return test_end();
}
