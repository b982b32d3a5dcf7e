/* Kernels with a master and workers, regions of any size, orphaned constructs, team memory; and what goes
 * wrong with them: argument 1 chooses. */
#include "romp.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

static void check(int line, long got, long want)
{
    if (got != want && wrong++ < 10)
        printf("line %d: %ld, expected %ld\n", line, got, want);
}
#define CHECK(got, want) check(__LINE__, got, want)

static int data[2048], out[1024];

static void clear(void)
{
    memset(data, 0, sizeof data);
    memset(out, 0, sizeof out);
}

static long sum(const int *v, int n)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] != 0;
    return s;
}

static int sizes[] = {1, 31, 32, 33, 64, 95, 96, 992, 2, 500, 33, 1, 0, 96};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Where `sizes` asks for more than the block has, and for none, the kernel clamps. */
static void regions(int workers)
{
    int n = SIZES, rounds = 3;
    clear();
    ROMP_TARGET("fork.c:41", sizes_1, romp_num_teams(1), romp_num_threads(workers + 1), romp_value(n), romp_to_var(sizes),
                romp_value(rounds), romp_tofrom_var(data), romp_tofrom_var(out))
        exit(2);
    CHECK(sum(out, 1024), 0);
    for (int i = 0; i < 100; i++)
        CHECK(data[1024 + i], SIZES * rounds);
}

static void single(void)
{
    int trips = 2;
    clear();
    ROMP_TARGET("fork.c:53", single_2, romp_num_teams(1), romp_num_threads(97), romp_value(trips), romp_tofrom_var(data), romp_tofrom_var(out))
        exit(2);
    CHECK(sum(out, 1024), 0);
    for (int i = 0; i < 40; i++)
        CHECK(data[i], i < 33 ? 500 * trips : 0);
}

static void spmd(int threads)
{
    int n = SIZES - 2, mine[SIZES];
    for (int k = 0; k < SIZES; k++)
        mine[k] = sizes[k] < threads ? sizes[k] : threads;
    clear();
    ROMP_TARGET("fork.c:66", spmd_3, romp_num_teams(1), romp_num_threads(threads), romp_value(n), romp_to_var(mine), romp_tofrom_var(data), romp_tofrom_var(out))
        exit(2);
    CHECK(sum(out, 1024), 0);
}

static int answers[400][16];

static void expect(int line, int row, const int *want)
{
    for (int i = 0; i < 16; i++)
        if (answers[row][i] != want[i] && wrong++ < 10)
            printf("line %d: row %d, answer %d: %d, expected %d\n", line, row, i, answers[row][i], want[i]);
}
#define EXPECT(row, ...)                                                                               \
    do {                                                                                               \
        const int want[16] = {__VA_ARGS__};                                                            \
        expect(__LINE__, row, want);                                                                   \
    } while (0)

static void orphans(int workers, int n)
{
    const int limit = workers;
    memset(answers, 0x55, sizeof answers);
    ROMP_TARGET("fork.c:86", orphans_4, romp_num_teams(1), romp_num_threads(workers + 1), romp_value(n), romp_tofrom_var(answers), romp_team_stack(4096))
        exit(2);
    /* level, active level, number, threads, in parallel; ancestors -1 0 1 2; sizes 0 1 2 3; max, limit, levels */
    EXPECT(0, 0, 0, 0, 1, 0, -1, 0, -1, -1, 1, -1, -1, -1, limit, limit, 1);
    for (int t = 0; t < n; t++) {
        const int active = n > 1;
        EXPECT(1 + t, 1, active, t, n, active, -1, 0, t, -1, 1, n, -1, -1, limit, limit, 1);
        EXPECT(100 + t, 1, active, t, n, active, -1, 0, t, -1, 1, n, -1, -1, limit, limit, 1);
        EXPECT(200 + t, 2, active, 0, 1, active, -1, 0, t, 0, 1, n, 1, -1, limit, limit, 1);
    }
    CHECK(answers[1 + n][0], 0x55555555);
    CHECK(answers[100 + n][0], 0x55555555);
    EXPECT(300, 0, 0, 0, 1, 0, -1, 0, -1, -1, 1, -1, -1, -1, 3, limit, 1);
    EXPECT(301, 2, 0, 0, 1, 0, -1, 0, 0, 0, 1, 1, 1, -1, 3, limit, 1);
    CHECK(answers[302][0], limit < 3 ? limit : 3);
}

static void arena(int depth, int words, int teams)
{
    long sums[64];
    ROMP_TARGET("fork.c:108", arena_5, romp_num_teams(teams), romp_num_threads(33), romp_value(depth), romp_value(words), romp_from_var(sums), romp_team_arena(0))
        exit(2);
    for (int t = 0; t < teams; t++)
        CHECK(sums[t], (long)words * (depth + 2));
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "counts"))
        ROMP_TARGET("fork.c:117", counts_6, romp_num_teams(1), romp_num_threads(96))
            return 2;
    if (!strcmp(what, "missing"))
        ROMP_TARGET("fork.c:120", missing_7, romp_num_teams(1), romp_num_threads(64))
            return 2;
    if (!strcmp(what, "nofinish"))
        ROMP_TARGET("fork.c:123", nofinish_8, romp_num_teams(1), romp_num_threads(33))
            return 2;
    if (!strcmp(what, "full"))
        arena(20, 2000, 2);
    if (*what)
        return 0;
    regions(992);
    regions(32);
    regions(96);
    single();
    spmd(1024);
    spmd(96);
    spmd(95);
    orphans(96, 33);
    orphans(96, 96);
    orphans(96, 1);
    orphans(32, 32);
    arena(3, 4, 1);
    arena(15, 1000, 64);
    printf("%d failures\n", wrong);
    return wrong != 0;
}
