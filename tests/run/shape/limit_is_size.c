/* A region without num_threads has as many threads as thread_limit allows (5.2, 10.1.1 leaves the number open):
 * programs that were written for blocks of a size index by the thread number. */
#include "../test.h"
#define WG 256

/* Each thread of each team marks its own element. */
#define MARKED(many, size) do { \
    static int a[4096]; \
    int s = 0; \
    memset(a, 0, sizeof a); \
    PRAGMA(omp target teams num_teams(many) thread_limit(size) map(tofrom: a)) \
    { \
        PRAGMA(omp parallel) \
        a[omp_get_team_num() * (size) + omp_get_thread_num()] += 1; \
    } \
    for (int i = 0; i < 4096; i++) \
        s += a[i] == 1; \
    CHECK(s == (many) * (size) || !on_device()); \
} while (0)
#define PRAGMA(...) _Pragma(#__VA_ARGS__)

/* The tile of a team, two regions that share it, and the sequential part between them. */
static void reversed(int teams, int size, int *a)
{
    #pragma omp target teams num_teams(teams) thread_limit(256) map(tofrom: a[0:teams * 256])
    {
        int tile[256], used = 0;
        #pragma omp parallel
        {
            int me = omp_get_thread_num();
            tile[me] = a[omp_get_team_num() * 256 + me];
        }
        used += size;
        #pragma omp parallel
        {
            int me = omp_get_thread_num();
            if (omp_get_num_threads() == 256)
                a[omp_get_team_num() * 256 + me] = tile[used - 1 - me];
        }
    }
}

int main(void)
{
    MARKED(8, WG);
    MARKED(3, 33);
    MARKED(4, 1);
    MARKED(2, 1000);
    for (int limit = 1; limit < 800; limit = limit * 3 + 1)
        MARKED(2, limit);

    static int a[1024];
    for (int i = 0; i < 1024; i++)
        a[i] = i;
    reversed(4, 256, a);
    int right = 0;
    for (int i = 0; i < 1024; i++)
        right += a[i] == i / 256 * 256 + 255 - i % 256;
    CHECK(right == 1024 || !on_device());

    /* On the target construct alone, of one team; num_threads asks for fewer. */
    int threads = 0, fewer = 0;
    #pragma omp target thread_limit(40) map(tofrom: threads, fewer)
    {
        #pragma omp parallel
        {
            #pragma omp atomic
            threads += 1;
        }
        #pragma omp parallel num_threads(7)
        {
            #pragma omp atomic
            fewer += 1;
        }
    }
    CHECK(threads == 40 || !on_device());
    CHECK(fewer == 7 || !on_device());

    /* Loops and reductions are right whatever the size. */
    long sum = 0;
    #pragma omp target teams distribute parallel for thread_limit(1024) reduction(+: sum)
    for (int i = 0; i < 10000; i++)
        sum += i;
    CHECK(sum == 49995000);
    int few = 24;
    sum = 0;
    #pragma omp target teams distribute parallel for thread_limit(few) reduction(+: sum) map(tofrom: sum)
    for (int i = 0; i < 10000; i++)
        sum += i;
    CHECK(sum == 49995000);
    return test_end();
}
