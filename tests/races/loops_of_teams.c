// Teams share the iterations of loops, and what these reduce: other code of a team must not write that meanwhile.
#ifdef ORDERED
#define TO other[0]
#else
#define TO a[3]
#endif
int main(void)
{
    long sum = 0, most = -1, a[400], other[1] = {0};
    for (int i = 0; i < 400; i++)
        a[i] = i;
#pragma omp target teams num_teams(4) thread_limit(32) map(tofrom: sum, most, a, other)
    {
#pragma omp loop bind(teams) reduction(+: sum)
        for (int i = 0; i < 400; i++)
            sum += a[i]; // RACE
#pragma omp loop bind(teams) reduction(max: most) reduction(+: sum)
        for (int i = 0; i < 400; i++) {
            most = i > most ? i : most;
            sum++;
            if (i == 399)
                TO = 2; // RACE
        }
    }
    return sum < 0;
}
