// A loop reads what another one with nowait has written.
int main(void)
{
    int a[128], b[128];
#ifdef ORDERED
#define HOW
#else
#define HOW nowait
#endif
#pragma omp target parallel num_threads(64) map(from: a, b)
    {
#pragma omp for HOW // ADVICE: the `nowait` of the construct at nowait.c:12 leaves out the barrier
        for (int i = 0; i < 128; i++)
            a[i] = i; // RACE
#pragma omp for
        for (int i = 0; i < 128; i++)
            b[i] = a[127 - i]; // RACE
    }
    return b[0] < 0;
}
