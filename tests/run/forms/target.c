/* A plain target region: one thread runs it. */
#include "../test.h"

int main(void)
{
    int a[10] = {0}, sum = 0, threads = 0, teams = 0, initial = 1;

    #pragma omp target map(tofrom: a, sum, threads, teams, initial)
    {
        for (int i = 0; i < 10; i++)
            a[i] = i * i;
        for (int i = 0; i < 10; i++)
            sum += a[i];
        threads = omp_get_num_threads();
        teams = omp_get_num_teams();
        initial = omp_is_initial_device();
    }
    printf("%d %d %d %d\n", a[9], sum, threads, teams);
    CHECK(a[9] == 81);
    CHECK(sum == 285);
    CHECK(threads == 1);
    CHECK(teams == 1);
    if (getenv("ROMP_EXPECT_DEVICE"))
        CHECK(!initial);
    return test_end();
}
