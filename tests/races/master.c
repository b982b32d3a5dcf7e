// master has no barrier.
int main(void)
{
    int x = 0, y[32] = {0};
#pragma omp target parallel num_threads(32) map(tofrom: x, y)
    {
#pragma omp master
        x = 3; // RACE
#ifdef ORDERED
#pragma omp barrier
#endif
#pragma omp for
        for (int i = 0; i < 32; i++)
            y[i] = x; // RACE
    }
    return 0;
}
