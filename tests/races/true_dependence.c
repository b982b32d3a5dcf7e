// Each iteration needs what the one before has written.
int main(void)
{
    static int a[256];
#pragma omp target teams num_teams(1) map(tofrom: a)
#ifdef ORDERED
#pragma omp parallel for ordered num_threads(64)
    for (int i = 1; i < 256; i++)
#pragma omp ordered
        a[i] = a[i - 1] + 1;
#else
#pragma omp parallel for num_threads(64)
    for (int i = 1; i < 256; i++)
        a[i] = a[i - 1] + 1; // RACE
#endif
    return a[1] != 1;
}
