// Sections of one thread, which other threads may execute.
int main(void)
{
    int x[3] = {0};
#ifdef ORDERED
#define AT 2
#else
#define AT 0
#endif
#pragma omp target parallel sections num_threads(2) map(tofrom: x)
    {
#pragma omp section
        x[0] = 1; // RACE
#pragma omp section
        x[1] = 2;
#pragma omp section
        x[AT] = 3; // RACE
    }
    return x[0] == 0;
}
