/* Collapsed loops among the threads of a team, with bounds that only the launch or the region knows: each iteration is
 * executed once, whatever the rows' lengths are beside the number of threads. */
#include "../test.h"

enum { TEAMS = 3, MOST = 4096 };
static int count[TEAMS][MOST];

static int wrong(int elements)
{
    int found = 0;
    for (int t = 0; t < TEAMS; t++)
        for (int i = 0; i < MOST; i++)
            found += count[t][i] != (i < elements ? t + 1 : 0);
    memset(count, 0, sizeof count);
    return found;
}

static void two(int rows, int columns, int threads)
{
#pragma omp target teams distribute map(tofrom: count)
    for (int t = 0; t < TEAMS; t++) {
#pragma omp parallel for collapse(2) num_threads(threads)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                count[t][i * columns + j] += t + 1;
    }
    CHECK(wrong(rows * columns) == 0);
    /* The usual number of threads, an array of the team, a row that begins elsewhere, and both directions. */
#pragma omp target teams distribute map(tofrom: count)
    for (int t = 0; t < TEAMS; t++) {
        char seen[MOST];
        int first = t * 5 - 7;
#pragma omp parallel
        {
#pragma omp for collapse(2)
            for (int i = rows - 1; i >= 0; i--)
                for (long long j = first; j < first + columns; j++)
                    seen[i * columns + j - first] = t + 1;
#pragma omp for collapse(2)
            for (unsigned i = 0; i < (unsigned)rows; i++)
                for (int j = columns; j > 0; --j)
                    count[t][i * columns + j - 1] += seen[i * columns + j - 1];
        }
    }
    CHECK(wrong(rows * columns) == 0);
}

/* To the element that a third of `*i` says. */
static void add(int *where, const int *i, int amount)
{
    where[*i / 3] += amount;
}

static void three(int planes, int rows, int columns, int threads)
{
#pragma omp target teams distribute map(tofrom: count)
    for (int t = 0; t < TEAMS; t++) {
#pragma omp parallel for collapse(3) num_threads(threads)
        for (int i = 0; i < planes; i++)
            for (int j = 0; j < rows; j++)
                for (int k = 0; k < columns; k++)
                    count[t][(i * rows + j) * columns + k] += t + 1;
    }
    CHECK(wrong(planes * rows * columns) == 0);
    /* Constructs in the body, an address of a loop's variable, and a step. */
    int visits[TEAMS] = { 0 };
#pragma omp target teams distribute map(tofrom: count, visits)
    for (int t = 0; t < TEAMS; t++) {
#pragma omp parallel for collapse(3)
        for (short i = 0; i < planes; i++)
            for (size_t j = 0; j < (size_t)rows; j++)
                for (int k = 0; k < columns * 3; k += 3) {
                    int at = (i * rows + (int)j) * columns;
                    add(count[t] + at, &k, t + 1);
#pragma omp atomic
                    visits[t]++;
                }
    }
    for (int t = 0; t < TEAMS; t++)
        CHECK(visits[t] == planes * rows * columns);
    CHECK(wrong(planes * rows * columns) == 0);
}

/* Loops with constant bounds beside one with others. */
static void constant(int rows, int threads)
{
#pragma omp target teams distribute map(tofrom: count)
    for (int t = 0; t < TEAMS; t++) {
#pragma omp parallel for collapse(2) num_threads(threads)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < 16; j++)
                count[t][i * 16 + j] += t;
#pragma omp parallel for collapse(3)
        for (int i = 0; i < rows; i++)
            for (int j = 7; j > 3; j--)
                for (int k = 1; k <= 4; k++)
                    count[t][i * 16 + (j - 4) * 4 + k - 1] -= t;
#pragma omp parallel for collapse(2)
        for (int j = 0; j < 16; j++)
            for (int i = 0; i < rows; i++)
                count[t][i * 16 + j] += t + 1;
    }
    CHECK(wrong(rows * 16) == 0);
}

/* What is reduced over such a nest, and rows that are constant beside such that are not. */
static void sums(int rows, int columns)
{
    long long all[TEAMS] = { 0 };
#pragma omp target teams distribute map(tofrom: all, count)
    for (int t = 0; t < TEAMS; t++) {
        long long sum = 0;
#pragma omp parallel for collapse(2) reduction(+: sum)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                sum += i * 1000 + j;
        all[t] = sum;
#pragma omp parallel for collapse(3)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < 5; j++)
                for (int k = 0; k < columns; k++)
                    count[t][(i * 5 + j) * columns + k] += t + 1;
    }
    long long expected = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            expected += i * 1000 + j;
    for (int t = 0; t < TEAMS; t++)
        CHECK(all[t] == expected);
    CHECK(wrong(rows * 5 * columns) == 0);
}

/* More iterations than 32 bits count, of which one thread in a team begins a few. */
static void long_rows(long long columns)
{
    int last = 0;
#pragma omp target map(tofrom: last)
#pragma omp parallel num_threads(64)
    {
#pragma omp for collapse(2) reduction(+: last)
        for (int i = 0; i < 2; i++)
            for (long long j = columns; j < columns + 3; j++)
                last += (int)(j - columns) + 10 * i;
    }
    CHECK(last == 36);
}

int main(void)
{
    const int lengths[] = { 0, 1, 2, 3, 31, 32, 33, 60 }, threads[] = { 1, 7, 32, 33, 100 };
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            two(lengths[i], lengths[j], threads[(i + j) % 5]);
    two(2, 2000, 128);
    two(2000, 2, 128);
    for (int i = 0; i < 5; i++) {
        three(i, 5, 3, threads[i]);
        three(2, i, 9, threads[4 - i]);
        three(7, 13, i, threads[i]);
        three(1, i + 1, 129, 32);
        sums(i * 3, 11 * i);
        constant(i * 25, threads[i]);
    }
    three(16, 16, 16, 33);
    sums(20, 40);
    long_rows(1ll << 40);
    return test_end();
}
