/* dist_schedule(static, c): chunk k belongs to team k modulo the number of teams. */
#include "../test.h"

static void check(int n, int chunk, int asked)
{
    static int owner[3000], teams[3000];
    #pragma omp target teams distribute num_teams(asked) dist_schedule(static, chunk) map(from: owner, teams)
    for (int i = 0; i < n; i++) {
        owner[i] = omp_get_team_num();
        teams[i] = omp_get_num_teams();
    }
    for (int i = 0; i < n; i++)
        CHECK(owner[i] == i / chunk % teams[0]);
}

int main(void)
{
    check(3000, 1, 7);
    check(3000, 64, 7);
    check(100, 1000, 3);
    check(31, 2, 100);
    return test_end();
}
