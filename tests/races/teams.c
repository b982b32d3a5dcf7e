// Teams write one element each, and all read the first.
#include <omp.h>
int main(void)
{
    int a[8] = { 0 }, b[8] = { 0 };
#pragma omp target teams num_teams(8) map(tofrom: a, b)
    {
        int t = omp_get_team_num();
        a[t] = t; // RACE
#ifdef ORDERED
        b[t] = a[t];
#else
        b[t] = a[0]; // RACE
        // ADVICE: make two target regions of the one
#endif
    }
    return b[0];
}
