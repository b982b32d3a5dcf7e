// A single region of a loop of each thread: two of its executions may be those of two threads.
// ADVICE: no nowait
#ifdef ORDERED
#define HOW
#else
#define HOW nowait
#endif
int main(void)
{
    int x = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x)
    for (int i = 0; i < 4; i++) {
#pragma omp single HOW
        x += i; // RACE
    }
    return x < 0;
}
