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
    for (int c = 0; c < 5; c++)
        sums(counts[c]);
    if (on_device())
        sums(counts[5]);
    rows(0, 40, table);
    rows(3, 1, table);
    rows(5003, 33, table);
    rows(5002, 40, table);
    neighbours(2001);
    return test_end();
}
