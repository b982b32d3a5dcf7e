/* Teams of 32 threads, of which many share a block on a GPU where nothing of theirs is the block's, and their neighbours
   that have a block each: shared arrays, numbers of teams, clauses. */
#include "../test.h"

enum { MOST = 70001, LENGTH = 100 };
static int key[MOST], out[MOST], more[MOST];

static int expected(int i)
{
    return LENGTH * (i % 1000) + LENGTH * (LENGTH - 1) / 2;
}

/* Sequential parts by thread 0, and reductions from which every thread goes on. */
static void sums(int n)
{
#pragma omp target teams distribute thread_limit(32) map(to : key[0 : n]) map(from : out[0 : n], more[0 : n])
    for (int i = 0; i < n; i++) {
        int all = 0, least = 1 << 30;
#pragma omp parallel for reduction(+ : all) reduction(min : least)
        for (int j = 0; j < LENGTH; j++) {
            all += key[i] + j;
            least = least < key[i] - j ? least : key[i] - j;
        }
        int again = 0;
        if (all % 2 == 0) {
#pragma omp parallel for reduction(+ : again)
            for (int j = 0; j < all % 50; j++)
                again += j;
        }
        out[i] = all;
        more[i] = again + least;
    }
    for (int i = 0; i < n; i++) {
        int all = expected(i), few = all % 50;
        CHECK(out[i] == all);
        CHECK(more[i] == (all % 2 == 0 ? few * (few - 1) / 2 : 0) + i % 1000 - LENGTH + 1);
    }
}

/* Threads write what other threads of their team read behind a barrier; loops of any length. */
static void rows(int n, int width, int *table)
{
#pragma omp target teams distribute thread_limit(32) map(tofrom : table[0 : n * width])
    for (int i = 0; i < n; i++) {
        int *row = table + (long)i * width;
#pragma omp parallel
        {
#pragma omp for
            for (int j = 0; j < width; j++)
                row[j] = i + j;
#pragma omp for
            for (int j = 0; j < width; j++)
                row[j] += j > 0 ? 0 : row[width - 1];
        }
    }
#pragma omp target teams distribute thread_limit(32) map(tofrom : table[0 : n * width])
    for (int i = n - 1; i >= 0; i -= 2) {
#pragma omp parallel
        {
#pragma omp for schedule(static, 1)
            for (int j = 0; j < width; j++)
                table[(long)i * width + j] *= 2;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < width; j++) {
            int once = i + j + (j == 0 ? i + width - 1 : 0);
            CHECK(table[i * width + j] == ((n - 1 - i) % 2 == 0 ? 2 * once : once));
        }
}

/* What all teams combine at the end: the values of a block's teams meet first. Some teams, or all, have no iteration. */
static void combined(int n)
{
    long sum = 5;
    int least = 1 << 30, last[3] = {1, 2, 3};
    unsigned bits = 0;
#pragma omp target teams distribute thread_limit(32) map(to : key[0 : n]) map(from : out[0 : n]) \
    map(tofrom : sum, least, last, bits) reduction(+ : sum, last) reduction(min : least) reduction(| : bits)
    for (int i = 0; i < n; i++) {
        int all = 0;
#pragma omp parallel for reduction(+ : all)
        for (int j = 0; j < LENGTH; j++)
            all += key[i] + j;
        out[i] = all;
        sum += all;
        least = all < least ? all : least;
        last[i % 3] += i % 10;
        bits |= 1u << i % 31;
    }
    long total = 5;
    int lowest = 1 << 30, digits[3] = {1, 2, 3};
    unsigned seen = 0;
    for (int i = 0; i < n; i++) {
        CHECK(out[i] == expected(i));
        total += expected(i);
        lowest = expected(i) < lowest ? expected(i) : lowest;
        digits[i % 3] += i % 10;
        seen |= 1u << i % 31;
    }
    CHECK(sum == total && least == lowest && bits == seen);
    CHECK(last[0] == digits[0] && last[1] == digits[1] && last[2] == digits[2]);
}

/* Nor these: results that the region reads, more than a few words, what the program combines by itself. */
struct pair {
    long key, place;
};
#pragma omp declare reduction(greater : struct pair : omp_out = omp_in.key > omp_out.key ? omp_in : omp_out) \
    initializer(omp_priv = (struct pair){-1, -1})

static void combined_otherwise(int n)
{
    struct pair best = {-1, -1};
    long many[20] = {0}, first = 0, second = 0;
#pragma omp target teams distribute thread_limit(32) map(to : key[0 : n]) map(tofrom : best, many) \
    reduction(greater : best) reduction(+ : many)
    for (int i = 0; i < n; i++) {
        int all = 0;
#pragma omp parallel for reduction(+ : all)
        for (int j = 0; j < LENGTH; j++)
            all += key[i] + j;
        struct pair mine = {(long)all * MOST + i, i};
        best = mine.key > best.key ? mine : best;
        many[i % 20] += all;
    }
#pragma omp target teams thread_limit(32) map(to : key[0 : n]) map(tofrom : first, second) reduction(+ : first, second)
    {
#pragma omp distribute
        for (int i = 0; i < n; i++) {
            int all = 0;
#pragma omp parallel for reduction(+ : all)
            for (int j = 0; j < LENGTH; j++)
                all += key[i] + j;
            first += all;
        }
#pragma omp distribute
        for (int i = 0; i < n; i++)
            second += i;
    }
    struct pair found = {-1, -1};
    long sums[20] = {0}, total = 0;
    for (int i = 0; i < n; i++) {
        struct pair mine = {(long)expected(i) * MOST + i, i};
        found = mine.key > found.key ? mine : found;
        sums[i % 20] += expected(i);
        total += expected(i);
    }
    CHECK(best.key == found.key && best.place == found.place);
    for (int i = 0; i < 20; i++)
        CHECK(many[i] == sums[i]);
    CHECK(first == total && second == (long)n * (n - 1) / 2);
}

/* Not these: an array of the team, its number, a number of teams, an atomic update, a limit that is no warp. */
static void neighbours(int n)
{
    int teams = 0, total = 0;
#pragma omp target teams distribute thread_limit(32) map(from : out[0 : n])
    for (int i = 0; i < n; i++) {
        int part[64];
#pragma omp parallel for
        for (int j = 0; j < 64; j++)
            part[j] = i + j;
#pragma omp parallel for
        for (int j = 0; j < 1; j++)
            out[i] = part[63 - j] + part[j];
    }
    for (int i = 0; i < n; i++)
        CHECK(out[i] == 2 * i + 63);
#pragma omp target teams thread_limit(32) num_teams(300) map(from : more[0 : 300]) map(tofrom : teams)
#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) {
            more[omp_get_team_num()] = omp_get_team_num();
            if (omp_get_team_num() == 0)
                teams = omp_get_num_teams();
        }
    }
    for (int i = 0; i < teams; i++)
        CHECK(more[i] == i);
#pragma omp target teams distribute thread_limit(32) map(tofrom : total)
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < 3; j++) {
#pragma omp atomic
            total += j;
        }
    }
    CHECK(total == 3 * n);
#pragma omp target teams distribute thread_limit(20) map(from : out[0 : n])
    for (int i = 0; i < n; i++) {
        int all = 0;
#pragma omp parallel for reduction(+ : all)
        for (int j = 0; j < LENGTH; j++)
            all += j + i % 1000;
        out[i] = all;
    }
    for (int i = 0; i < n; i++)
        CHECK(out[i] == expected(i));
}

int main(void)
{
    static const int counts[] = {0, 1, 7, 9, 3001, MOST};
    static int table[5003 * 40];
    for (int i = 0; i < MOST; i++)
        key[i] = i % 1000;
    for (int c = 0; c < 5; c++) {
        sums(counts[c]);
        combined(counts[c] % 701);
        combined_otherwise(counts[c] % 701);
    }
    if (on_device()) {
        sums(counts[5]);
        combined(counts[5]);
        combined_otherwise(counts[5]);
    }
    rows(0, 40, table);
    rows(3, 1, table);
    rows(5003, 33, table);
    rows(5002, 40, table);
    neighbours(2001);
    return test_end();
}
