// expect: R6015 at 7
int count(void)
{
    int s = 0, n = 4, m = 3;
#pragma omp target map(tofrom: s, m) map(to: n)
    {
#pragma omp teams num_teams(n) thread_limit(m) reduction(+: s)
        {
            s += 1;
            m = 2;
        }
    }
    return s;
}
