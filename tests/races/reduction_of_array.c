// An element of an array is read while a reduction over the array runs, by the thread that comes to it last.
int main(void)
{
    int n = 50, bins[50] = { 0 }, got[8] = { 0 };
#pragma omp target parallel num_threads(8) map(tofrom: bins, got) firstprivate(n)
    {
#pragma omp for reduction(+: bins[0:n]) nowait // RACE
        for (int i = 0; i < 400; i++)
            bins[i % n] += 1;
#ifdef ORDERED
#pragma omp barrier
#endif
#pragma omp for schedule(static)
        for (int i = 0; i < 8; i++)
            got[i] = bins[40 - i]; // RACE
    }
    return got[0] > 8;
}
