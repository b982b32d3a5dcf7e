// Iterations of `distribute parallel for` depend on each other across the bounds of teams.
#ifdef ORDERED
#define FROM b
#else
#define FROM a
#endif
int main(void)
{
    int a[512], b[512];
    for (int i = 0; i < 512; i++)
        a[i] = b[i] = i;
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(32) map(tofrom: a) map(to: b)
    for (int i = 128; i < 512; i++)
        a[i] = FROM[i - 128] + 1; // RACE
    return a[0] != 0;
}
