// expect: R6015 at 10
#pragma omp begin declare target
int teams = 4;
#pragma omp end declare target
int count(int *limit)
{
    int s = 0;
#pragma omp target map(tofrom: s, limit[0:1])
    {
#pragma omp teams num_teams(teams) reduction(+: s)
        s += 1;
    }
    return s;
}
