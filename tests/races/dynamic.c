// An iteration reads what the one before it wrote, whoever the schedule gives the two to.
#ifdef ORDERED
#define FROM old
#else
#define FROM a
#endif
int main(void)
{
    int a[64], old[64];
    for (int i = 0; i < 64; i++)
        a[i] = old[i] = i;
#pragma omp target parallel for num_threads(4) schedule(dynamic, 2) map(tofrom: a) map(to: old)
    for (int i = 1; i < 64; i++)
        a[i] = FROM[i - 1] + 1; // RACE
    // ADVICE: into a second array
    return a[1] < 0;
}
