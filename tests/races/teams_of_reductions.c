// Each team reduces into one variable: the reductions of the teams are complete, but nothing orders them among each other.
#ifdef ORDERED
#define HOW reduction(+: sum)
#else
#define HOW shared(sum)
#endif
#define PRAGMA(x) _Pragma(#x)
#define TEAMS(how) PRAGMA(omp target teams num_teams(5) map(tofrom: sum) how)
int main(void)
{
    long sum = 0;
    TEAMS(HOW)
    {
#pragma omp distribute parallel for reduction(+: sum) // RACE
        for (int i = 0; i < 100; i++)
            sum += i;
    }
    return sum < 0;
}
