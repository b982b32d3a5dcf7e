// The first element is of the thread that executes the single region, in this run.
#ifdef ORDERED
#define HOW
#else
#define HOW nowait
#endif
int main(void)
{
    int a[64], y = 0;
#pragma omp target parallel num_threads(64) map(tofrom: a, y)
    {
#pragma omp for HOW
        for (int i = 0; i < 64; i++)
            a[i] = i; // RACE
#pragma omp single
        y = a[0]; // RACE
    }
    return y != 0;
}
