// A translated program whose kernels are written again by hand, in plain CUDA: words.cu has the kernels of these
// regions and of one more. What each region computes is stated here; the driver's tests say how it is built.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000
#define ROWS 13
#define COLUMNS 70

static int failed;

static void check(int line, int holds)
{
    if (!holds) {
        printf("line %d: wrong\n", line);
        failed = 1;
    }
}
#define CHECK(condition) check(__LINE__, condition)

int main(void)
{
    static float x[N], y[N];
    static int cells[ROWS * COLUMNS], counts[8], told[32];
    float sum = 0;
    for (int i = 0; i < N; i++)
        x[i] = (float)i;

    // Ids, vectors and arithmetic.
    #pragma omp target teams distribute parallel for map(to: x) map(from: y)
    for (int i = 0; i < N; i++)
        y[i] = 2 * x[i] + 1;
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2 * x[i] + 1);

    // Shared memory, barriers, shuffles and an atomic addition.
    #pragma omp target teams distribute parallel for map(to: y) reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += y[i];
    CHECK(sum == N * (N - 1.0f) + N);

    // A grid and blocks of two dimensions.
    #pragma omp target teams distribute parallel for collapse(2) map(from: cells)
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            cells[j * COLUMNS + i] = 100 * j + i;
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            CHECK(cells[j * COLUMNS + i] == 100 * j + i);

    // Counters: atomics of each kind, a lock, votes.
    memset(counts, 0, sizeof counts);
    counts[2] = N;
    #pragma omp target teams distribute parallel for map(tofrom: counts)
    for (int i = 0; i < N; i++) {
        #pragma omp atomic
        counts[0]++;
        #pragma omp atomic
        counts[i % 2 ? 4 : 5]++;
        #pragma omp critical
        counts[6] += counts[6] < N;
    }
    CHECK(counts[0] == N && counts[4] == N / 2 && counts[5] == N / 2 && counts[6] == N);

    // What a warp of 32 threads, a block of 40 and each word says of itself: 1 where it is right.
    #pragma omp target parallel for num_threads(40) map(from: told)
    for (int i = 0; i < 32; i++)
        told[i] = 1;
    for (int i = 0; i < 32; i++)
        if (told[i] != 1) {
            printf("word %d: wrong\n", i);
            failed = 1;
        }
    puts(failed ? "failed" : "all right");
    return failed;
}
