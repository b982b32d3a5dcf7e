// host: skip
/* A reduction of teams over an array whose rows have a variable length; gcc 12's own code for it crashes. */
#include "../test.h"

int main(void)
{
    int m = 4, teams = 0;
    int a[3][m];
    for (int i = 0; i < 3 * m; i++)
        (&a[0][0])[i] = i;
    #pragma omp target teams num_teams(3) map(tofrom: a, teams) reduction(+: a[1:2][0:m], teams)
    {
        a[2][1] += 2;
        teams++;
    }
    CHECK(teams > 0 && a[2][1] == 9 + 2 * teams && a[1][3] == 7 && a[0][0] == 0);
    return test_end();
}
