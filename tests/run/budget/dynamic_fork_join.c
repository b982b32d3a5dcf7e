// More shared memory than a kernel may declare, by --shared-budget: dynamic, by a master and its workers and beside reductions.
#include "../test.h"

#define LARGE 15000

static void one(int n)
{
    int wrong = 0;
    long sum = 0;
#pragma omp target teams num_teams(3) thread_limit(128) map(tofrom: wrong, sum) reduction(+: wrong, sum)
    {
        int a[LARGE];
        for (int i = 0; i < LARGE; i++)
            a[i] = i;
#pragma omp parallel for num_threads(n)
        for (int i = 0; i < LARGE; i++)
            a[i] += omp_get_team_num();
        for (int i = 0; i < LARGE; i++)
            wrong += a[i] != i + omp_get_team_num();
        a[0] = 5;
        long own = 0;
#pragma omp parallel for reduction(+: own)
        for (int i = 0; i < LARGE; i++)
            own += a[i];
        sum += own - omp_get_team_num() * (LARGE - 1l);
    }
    CHECK(wrong == 0);
    CHECK(sum == 3 * (LARGE / 2 * (LARGE - 1l) + 5));
}

int main(void)
{
    one(1);
    one(33);
    one(128);
    return test_end();
}
