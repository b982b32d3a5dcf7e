// A single region with nowait in a function: other threads read what it writes.
#ifdef ORDERED
#define HOW
#else
#define HOW nowait // ADVICE: the `nowait` of the construct at single_nowait_in_function.c:10 leaves out the barrier
#endif
#pragma omp declare target
static void set(int *shared)
{
#pragma omp single HOW
    *shared = 4; // RACE
}
#pragma omp end declare target
int main(void)
{
    int first = 0, all[64];
#pragma omp target parallel num_threads(64) map(tofrom: first) map(from: all)
    {
        set(&first);
#pragma omp for
        for (int i = 0; i < 64; i++)
            all[i] = first; // RACE
    }
    return all[0] < 0;
}
