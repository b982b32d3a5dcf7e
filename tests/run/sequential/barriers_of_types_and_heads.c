// What is read where no statement stands: in the first part of a loop's head, in extents of arrays, in casts, and by
// reductions of what a pointer leads to. The last thread of a region writes late what the others then need.
#include "../test.h"

#define N 130
#define TEAMS 4

static int late(int i, int value)
{
    int mixed = i;
    for (int k = 0; k < 50; k++)
        mixed = mixed * 7 % 1000;
    return value + mixed * 0;
}

static void heads(int *out, int *other)
{
#pragma omp target teams distribute map(tofrom : out[0 : TEAMS], other[0 : TEAMS * N])
    for (int t = 0; t < TEAMS; t++) {
        int n = 1, m = 1, sum = 0, k;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (i == N - 1)
                n = late(i, t + 2);
        for (int k = n; k > 0; k--) {
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                other[t * N + i] += 1;
            sum += k;
        }
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (i == N - 1)
                m = late(i, t + 3);
        for (k = m; k > 0; k--) {
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                other[t * N + i] += 1;
            sum += k;
        }
        out[t] = sum;
    }
}

static void arrays(int *out, int *other)
{
#pragma omp target teams distribute map(tofrom : out[0 : TEAMS], other[0 : TEAMS * N])
    for (int t = 0; t < TEAMS; t++) {
        int n = 1, sum = 0;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (i == N - 1)
                n = late(i, t + 4);
        int a[n];
        sum++;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            other[t * N + i] += 1;
        for (int k = 0; k < t + 4; k++)
            a[k] = k;
        sum += a[t + 3] + (int)sizeof a;
        out[t] = sum;
    }
}

static void casts(int *out)
{
#pragma omp target teams distribute map(tofrom : out[0 : TEAMS])
    for (int t = 0; t < TEAMS; t++) {
        int n = 1, sum = 0;
        for (int round = 0; round < 3; round++) {
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                if (i == N - 1)
                    n = late(i, t + round + 1);
            sum += (int)((char *)((int(*)[n])0 + 1) - (char *)0);
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                if (i == 0)
                    n = 1000000;
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                if (i == N - 1)
                    n = late(i, t + round + 2);
            sum += (int)((char *)(((int(*[])[n]){0})[0] + 1) - (char *)0);
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                if (i == 0)
                    n = 1000000;
        }
        out[t] = sum;
    }
}

static void pointed(double *p, double *out)
{
#pragma omp target map(tofrom : p[0 : 8], out[0 : TEAMS])
    {
        double *q = p;
        for (int round = 0; round < 3; round++) {
            double seen;
#pragma omp parallel for reduction(max : q[0 : 4])
            for (int i = 0; i < N; i++)
                ;
            seen = p[2];
#pragma omp parallel for
            for (int i = 0; i < TEAMS; i++)
                out[i] += seen;
        }
    }
}

int main(void)
{
    static int out[TEAMS], other[TEAMS * N];
    heads(out, other);
    for (int t = 0; t < TEAMS; t++) {
        CHECK(out[t] == (t + 2) * (t + 3) / 2 + (t + 3) * (t + 4) / 2);
        for (int i = 0; i < N; i++)
            CHECK(other[t * N + i] == 2 * t + 5);
    }
    arrays(out, other);
    for (int t = 0; t < TEAMS; t++)
        CHECK(out[t] == 1 + t + 3 + (t + 4) * (int)sizeof(int));
    casts(out);
    for (int t = 0; t < TEAMS; t++)
        CHECK(out[t] == (int)sizeof(int) * (6 * t + 15));
    double p[8] = {-0.0, 1, 2, 3, 4}, sums[TEAMS] = {0};
    pointed(p, sums);
    for (int i = 0; i < TEAMS; i++)
        CHECK(sums[i] == 6);
    return test_end();
}
