/* Collapsed loops that reduce: each thread has many iterations, stepped through loop by loop. */
#include "../test.h"

static const int teams[] = {1, 3};
static const int threads[] = {1, 33, 96};
static const int lengths[] = {0, 1, 3, 33, 257};

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* A number that tells every iteration from the others. */
static long weight(long i, long j, long k)
{
    return 1 + i + 1000 * j + 1000000 * k;
}

static void two_loops(int n, int m)
{
    long expected = 0, iterations = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            expected += weight(i, j, 0);
    for (int a = 0; a < COUNT(teams); a++)
        for (int b = 0; b < COUNT(threads); b++) {
            long sum = 0;
            iterations = 0;
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams[a]) thread_limit(threads[b]) \
    reduction(+ : sum, iterations) map(tofrom : sum, iterations)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++) {
                    sum += 1 + i + 1000L * j;
                    iterations++;
                }
            CHECK(sum == expected);
            CHECK(iterations == (long)n * m);
        }
}

static void three_loops(int n, int m, int l)
{
    long expected = 0;
    int largest = -1;
    for (int i = 0; i < n; i++)
        for (int j = m; j > 0; j--)
            for (int k = 5; k <= 5 + 3 * l; k += 3) {
                expected += weight(i, j, k);
                largest = (i ^ j ^ k) > largest ? i ^ j ^ k : largest;
            }
    for (int a = 0; a < COUNT(teams); a++) {
        long sum = 0;
        int most = -1;
#pragma omp target teams distribute parallel for collapse(3) num_teams(teams[a]) reduction(+ : sum) \
    reduction(max : most) map(tofrom : sum, most)
        for (int i = 0; i < n; i++)
            for (int j = m; j > 0; j--)
                for (int k = 5; k <= 5 + 3 * l; k += 3) {
                    sum += 1 + i + 1000L * j + 1000000L * k;
                    most = (i ^ j ^ k) > most ? i ^ j ^ k : most;
                }
        CHECK(sum == expected);
        CHECK(most == largest);
    }
}

/* Teams and their threads share one loop, which was two. */
static void flattened(int n, int m, const float *a)
{
    double expected = 0, sum = 0;
    for (int i = 0; i < n * m; i++)
        expected += a[i];
#pragma omp target teams distribute reduction(+ : sum) map(to : a[0 : n * m]) map(tofrom : sum)
    for (int i = 0; i < n; i++) {
        size_t row = (size_t)i * m;
#pragma omp parallel for reduction(+ : sum)
        for (int j = 0; j < m; j++)
            sum += a[row + j];
    }
    CHECK(sum == expected);
}

/* More iterations than 32 bits count, of which few threads have many: all but the first loop's are skipped at once. */
static void types(void)
{
    long sum = 0;
#pragma omp target teams distribute parallel for collapse(2) num_teams(3) reduction(+ : sum) map(tofrom : sum)
    for (unsigned char i = 250; i < 255; i++)
        for (unsigned long long j = 0xfffffffffffffff0ull; j < 0xfffffffffffffff9ull; j += 2)
            sum += i * 16 + (long)(j & 15);
    long expected = 0;
    for (int i = 250; i < 255; i++)
        for (int j = 0; j < 9; j += 2)
            expected += i * 16 + j;
    CHECK(sum == expected);
}

int main(void)
{
    for (int i = 0; i < COUNT(lengths); i++)
        for (int j = 0; j < COUNT(lengths); j++)
            two_loops(lengths[i], lengths[j]);
    three_loops(0, 3, 3);
    three_loops(3, 0, 3);
    three_loops(3, 4, 0);
    three_loops(1, 40, 3);
    three_loops(40, 1, 7);
    three_loops(5, 6, 70);
    float *a = malloc(300 * 70 * sizeof *a);
    for (int i = 0; i < 300 * 70; i++)
        a[i] = (float)(i % 16);
    flattened(300, 70, a);
    flattened(1, 70, a);
    flattened(0, 70, a);
    flattened(300, 1, a);
    free(a);
    types();
    return test_end();
}
