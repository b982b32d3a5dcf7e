/* num_teams: what each team observes. The host may run fewer. */
#include "../test.h"

static void check(int asked)
{
    enum { most = 1000 };
    static int seen[most], count[most];
    memset(seen, 0, sizeof seen);
    memset(count, 0, sizeof count);

    #pragma omp target teams num_teams(asked) map(tofrom: seen, count)
    {
        seen[omp_get_team_num()] += 1;
        count[omp_get_team_num()] = omp_get_num_teams();
    }
    int teams = count[0];
    CHECK(teams >= 1 && teams <= asked);
    if (on_device())
        CHECK(teams == asked);
    for (int i = 0; i < most; i++) {
        CHECK(seen[i] == (i < teams));
        CHECK(count[i] == (i < teams ? teams : 0));
    }
}

int main(void)
{
    check(1);
    check(33);
    check(96);
    check(1000);
    return test_end();
}
