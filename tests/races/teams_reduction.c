// Teams add to one variable, of which a reduction would give each its own.
#ifdef ORDERED
#define HOW reduction(+: sum)
#else
#define HOW shared(sum)
#endif
#define PRAGMA(x) _Pragma(#x)
#define TEAMS(how) PRAGMA(omp target teams distribute num_teams(5) map(tofrom: sum) how)
int main(void)
{
    long sum = 0;
    TEAMS(HOW)
    for (int i = 0; i < 100; i++)
        sum += i; // RACE
    return sum < 0;
}
