/* Limits and numbers of threads that only the launch knows: whatever they are, each iteration is executed once. */
#include "../test.h"

enum { N = 70, M = 41, DEEP = 6 };
static int grid[N * M], cube[DEEP * N * M];

#define PRAGMA(...) _Pragma(#__VA_ARGS__)

/* Every form of loop under the clauses that `...` names. */
#define FORMS(n, m, ...)                                                                                \
    do {                                                                                                \
        int wrong = 0, sum = 0;                                                                         \
        memset(grid, 0, sizeof grid);                                                                   \
        memset(cube, 0, sizeof cube);                                                                   \
        PRAGMA(omp target teams distribute parallel for collapse(2) __VA_ARGS__)                        \
        for (int i = 0; i < (n); i++)                                                                   \
            for (int j = 0; j < (m); j++)                                                               \
                grid[i * M + j] += 1;                                                                   \
        PRAGMA(omp target teams distribute parallel for collapse(3) __VA_ARGS__)                        \
        for (int k = 0; k < DEEP; k++)                                                                  \
            for (int i = 0; i < (n); i++)                                                               \
                for (int j = 0; j < (m); j++)                                                           \
                    cube[(k * N + i) * M + j] += 1;                                                     \
        PRAGMA(omp target teams distribute parallel for __VA_ARGS__)                                    \
        for (int i = 0; i < (n) * M; i++)                                                               \
            grid[i] += 10;                                                                              \
        PRAGMA(omp target teams distribute parallel for __VA_ARGS__)                                    \
        for (int i = 0; i < (n); i++) {                                                                 \
            PRAGMA(omp simd)                                                                            \
            for (int j = 0; j < (m); j++)                                                               \
                grid[i * M + j] += 100;                                                                 \
        }                                                                                               \
        PRAGMA(omp target teams distribute parallel for collapse(2) reduction(+ : sum) __VA_ARGS__)     \
        for (int i = 0; i < (n); i++)                                                                   \
            for (int j = 0; j < (m); j++)                                                               \
                sum += grid[i * M + j];                                                                 \
        CHECK(sum == (n) * (m) * 111);                                                                  \
        for (int i = 0; i < N * M; i++)                                                                 \
            wrong += grid[i] != (i / M < (n) ? 10 + (i % M < (m) ? 101 : 0) : 0);                       \
        for (int i = 0; i < DEEP * N * M; i++)                                                          \
            wrong += cube[i] != (i / M % N < (n) && i % M < (m));                                       \
        CHECK(wrong == 0);                                                                              \
    } while (0)

/* Two dimensions, with what a team has for itself. */
static void reversed(int limit)
{
    int wrong = 0;
    memset(grid, 0, sizeof grid);
#pragma omp target teams thread_limit(limit)
    {
#pragma omp distribute parallel for collapse(2)
        for (int i = N - 1; i >= 0; i--)
            for (int j = 0; j < M; j += 2)
                grid[i * M + j] = i - j;
    }
    for (int i = 0; i < N * M; i++)
        wrong += grid[i] != (i % M % 2 == 0 ? i / M - i % M : 0);
    CHECK(wrong == 0);
}

/* The limit holds where the program looks. */
static void observed(int limit)
{
    int most = 0;
#pragma omp target teams distribute parallel for collapse(2) thread_limit(limit) reduction(max : most)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            if (omp_get_num_threads() > most)
                most = omp_get_num_threads();
    CHECK(most >= 1 && (most <= limit || !on_device()));
}

int main(void)
{
    int limits[] = {1, 2, 33, 100, 256, 257, 1024, 5000};
    int sizes[] = {0, 1, 33};
    for (int k = 0; k < 8; k++) {
        int limit = limits[k];
        FORMS(N, M, thread_limit(limit));
        FORMS(N, M, thread_limit(limit) num_threads(limit));
        reversed(limit);
        observed(limit);
    }
    for (int k = 0; k < 3; k++) {
        int limit = 256, size = sizes[k];
        FORMS(size, M, thread_limit(limit));
        FORMS(N, size, num_threads(limit));
        FORMS(size, 1, thread_limit(33));
    }
    return test_end();
}
