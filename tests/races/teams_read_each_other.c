// Each team writes a location that the other reads.
#include <omp.h>
int main(void)
{
    int a[2] = {0}, b[2] = {0};
#ifdef ORDERED
#define OTHER t
#else
#define OTHER 1 - t
#endif
#pragma omp target teams num_teams(2) map(tofrom: a, b)
    {
        int t = omp_get_team_num();
        a[t] = t; // RACE
        b[t] = a[OTHER]; // RACE
    }
    return 0;
}
