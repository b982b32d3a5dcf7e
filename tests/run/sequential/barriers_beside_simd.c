// A reduction of `simd` in sequential code: its copy and its original, before and behind regions and other threads' reads,
// with the address of the copy taken, and in a loop.
#include "../test.h"

#define N 130
#define TEAMS 4

static void add(int *sum, int i)
{
    *sum += i;
}

int main(void)
{
    static int out[TEAMS], a[TEAMS][N];
#pragma omp target teams distribute map(tofrom : out, a)
    for (int t = 0; t < TEAMS; t++) {
        int s = 0, count = 0, found = t;
        for (int round = 0; round < 3; round++) {
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                a[t][i] = i + round;
            found++;
#pragma omp simd reduction(+ : s)
            for (int i = 0; i < N; i++)
                s += a[t][i];
            int seen = s * 2;
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                a[t][i] += seen + s;
#pragma omp simd reduction(+ : count)
            for (int i = 0; i < 10; i++)
                add(&count, i);
#pragma omp parallel for
            for (int i = 0; i < N; i++)
                if (i == N - 1)
                    a[t][i] += count;
            s = a[t][N - 1] % 100;
        }
        out[t] = s + found + count;
    }
    for (int t = 0; t < TEAMS; t++) {
        int s = 0, count = 0, found = t, b[N];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < N; i++)
                b[i] = i + round;
            found++;
            for (int i = 0; i < N; i++)
                s += b[i];
            for (int i = 0; i < N; i++)
                b[i] += s * 3;
            count += 45;
            b[N - 1] += count;
            s = b[N - 1] % 100;
        }
        CHECK(out[t] == s + found + count);
        for (int i = 0; i < N; i++)
            CHECK(a[t][i] == b[i]);
    }
    return test_end();
}
