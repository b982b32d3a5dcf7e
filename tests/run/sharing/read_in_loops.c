/* Regions that only read what the team shares, beside regions that write it, through loops, pointers and copies. */
#include "../test.h"
#define N 45
#define M 70

static int expected(int i, int j, int threads)
{
    int sum = 0;
    for (int k = 0; k < M; k++)
        sum += i * M + k;
    int value = i * M + j - sum / M;
    int turn = sum % 7 + 1;
    value += turn;
    turn += 3;
    value += turn * 2;
    return value + (j == 0 ? threads * turn : 0);
}

static void check(int threads)
{
    static int a[N * M], b[N * M];
    for (int k = 0; k < N * M; k++)
        a[k] = k;
#pragma omp target teams distribute num_teams(5) map(to: a, threads) map(from: b)
    for (int i = 0; i < N; i++) {
        int sum = 0, turn = 0, there = 0;
        int *at = &there;
#pragma omp parallel for reduction(+ : sum) num_threads(threads)
        for (int j = 0; j < M; j++)
            sum += a[i * M + j];
        turn = sum % 7 + 1;
#pragma omp parallel for num_threads(threads)
        for (int j = 0; j < M; j++)
            b[i * M + j] = a[i * M + j] - sum / M + turn;
        turn += 3;
        *at = turn;
#pragma omp parallel num_threads(threads)
        {
#pragma omp for
            for (int j = 0; j < M; j++)
                b[i * M + j] += turn;
#pragma omp for
            for (int j = 0; j < M; j++)
                b[i * M + j] += *at;
        }
        for (int round = 0; round < threads; round++) {
            *at = round;
#pragma omp parallel for num_threads(threads)
            for (int j = 0; j < there + 1; j++)
                if (j == there)
                    b[i * M] += turn;
        }
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            wrong += b[i * M + j] != expected(i, j, threads);
    CHECK(wrong == 0);
}

int main(void)
{
    const int threads[] = { 1, 2, 31, 32, 33, 64, 100 };
    for (int k = 0; k < 7; k++)
        check(threads[k]);
    return test_end();
}
