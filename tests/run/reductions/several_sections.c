/* Several array sections of lengths that are known at run time in one reduction: their teams' copies share one room, as
 * far as they fit. */
#include "../test.h"

enum { MOST = 6000 };
static double sums[MOST];
static int sizes[MOST];
static unsigned char flags[MOST];
static long long least[MOST];

static void clear(void)
{
    for (int i = 0; i < MOST; i++) {
        sums[i] = i;
        sizes[i] = -i;
        flags[i] = 0;
        least[i] = 1000000;
    }
}

/* Whether the first elements have what `n` iterations bring, and the others what they had. */
static int wrong(int n, int lengths[3], int from)
{
    int found = 0;
    for (int i = 0; i < MOST; i++) {
        int at = i - from, visits[3], first = at;
        for (int a = 0; a < 3; a++)
            visits[a] = at < 0 || at >= lengths[a] || n <= at ? 0 : (n - at - 1) / lengths[a] + 1;
        found += sums[i] != i + 0.5 * visits[0];
        found += sizes[i] != -i + 3 * visits[1];
        found += least[i] != (visits[2] ? first - 5 : 1000000);
    }
    return found;
}

static void league(int n, int a, int b, int c, int from)
{
    int moved = 0, lengths[3] = { a, b, c };
    clear();
#pragma omp target teams distribute parallel for map(tofrom: sums, sizes, least) \
    reduction(+: moved, sums[from:a], sizes[from:b]) reduction(min: least[from:c])
    for (int i = 0; i < n; i++) {
        moved++;
        sums[from + i % a] += 0.5;
        sizes[from + i % b] += 3;
        if (least[from + i % c] > i - 5)
            least[from + i % c] = i - 5;
    }
    CHECK(moved == n);
    CHECK(wrong(n, lengths, from) == 0);
}

/* Pointers, and an array of constant length behind such of other lengths. */
static void pointers(int n, double *sum, int a, int *size, int b)
{
    int of_ten[10] = { 0 };
    clear();
#pragma omp target teams distribute parallel for map(tofrom: sum[0:a], size[0:b], of_ten) \
    reduction(+: sum[0:a], size[:b], of_ten)
    for (int i = 0; i < n; i++) {
        sum[i % a] += 0.5;
        size[i % b] += 3;
        of_ten[i % 10] += i;
    }
    int all = 0;
    for (int i = 0; i < 10; i++)
        all += of_ten[i];
    CHECK(all == n * (n - 1) / 2);
    int lengths[3] = { a, b, 0 };
    CHECK(wrong(n, lengths, 0) == 0);
}

/* The same among the threads of each team, of which some copies are for `char`. */
static void teams(int n, int a, int b, int threads)
{
    clear();
#pragma omp target map(tofrom: sums, sizes, flags)
#pragma omp parallel for num_threads(threads) reduction(+: sums[0:a], sizes[0:b]) reduction(|: flags[1:a])
    for (int i = 0; i < n; i++) {
        sums[i % a] += 0.5;
        sizes[i % b] += 3;
        flags[1 + i % a] |= 1 << i % 3;
    }
    int lengths[3] = { a, b, 0 }, set = 0;
    CHECK(wrong(n, lengths, 0) == 0);
    for (int i = 0; i < MOST; i++)
        set += flags[i] != 0;
    CHECK(set == (n < a ? n : a) && flags[0] == 0);
}

int main(void)
{
    league(1000, 10, 20, 30, 0);
    league(1000, 170, 5, 1, 7);
    league(0, 10, 20, 30, 0);
    league(1000, 1, 20, 2, 3);
    /* One, two or all do not fit. */
    league(9000, 5000, 20, 30, 0);
    league(9000, 20, 5000, 5000, 11);
    league(9000, 4096, 4000, 1, 0);
    league(9000, 5000, 5500, 5900, 100);
    pointers(3000, sums, 100, sizes, 7);
    pointers(3000, sums, 4000, sizes, 3000);
    pointers(3000, sums, 1, sizes, 1);
    teams(500, 33, 3, 1);
    teams(500, 1, 64, 33);
    teams(9000, 4000, 2500, 128);
    return test_end();
}
