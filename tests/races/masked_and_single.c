// The primary thread writes what a single region, which it may execute or not, reads.
int main(void)
{
    int x = 0, y = 0;
#pragma omp target parallel num_threads(8) map(tofrom: x, y)
    {
#pragma omp masked
        x = 3; // RACE
#ifdef ORDERED
#pragma omp barrier
#endif
#pragma omp single nowait
        y = x; // RACE
    }
    return y < 0;
}
