// Two target regions are ordered; two loops of one are not over all teams.
int main(void)
{
    static int a[512], b[512];
#ifdef ORDERED
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 512; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for map(to: a) map(from: b)
    for (int i = 0; i < 512; i++)
        b[i] = a[511 - i];
#else
#pragma omp target teams num_teams(4) map(tofrom: a) map(from: b)
    {
#pragma omp distribute parallel for
        for (int i = 0; i < 512; i++)
            a[i] = i; // RACE
#pragma omp distribute parallel for
        for (int i = 0; i < 512; i++)
            b[i] = a[511 - i]; // RACE
    }
#endif
    return b[0] < 0;
}
