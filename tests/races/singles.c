// Two single regions that no barrier separates may be executed by two threads.
// ADVICE: the `nowait` of the construct at singles.c:13 leaves out the barrier
#ifdef ORDERED
#define HOW
#else
#define HOW nowait
#endif
int main(void)
{
    int x = 0, y = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x, y)
    {
#pragma omp single HOW
        x = 3; // RACE
#pragma omp single HOW
        y = x; // RACE
    }
    return y < 0;
}
