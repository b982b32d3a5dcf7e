void mark(int lo, int hi, int step, char *seen)
{
    #pragma omp target teams distribute parallel for map(tofrom: seen[0:hi + 1])
    for (int i = hi; i >= lo; i -= step)
        seen[i] = 1;
    #pragma omp target teams distribute parallel for map(tofrom: seen[0:hi + 1])
    for (unsigned i = (unsigned)lo; i != (unsigned)hi; ++i)
        seen[i] = 2;
    #pragma omp target parallel for map(tofrom: seen[0:hi + 1])
    for (short i = 0; i <= 100; i += 3)
        seen[i] = 3;
}
