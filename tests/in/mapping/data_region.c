void relax(int n, int steps, double *now, double *next)
{
    #pragma omp target data map(tofrom: now[0:n]) map(alloc: next[0:n])
    for (int t = 0; t < steps; t++) {
        #pragma omp target teams distribute parallel for
        for (int i = 1; i < n - 1; i++)
            next[i] = 0.5 * (now[i - 1] + now[i + 1]);
        #pragma omp target teams distribute parallel for
        for (int i = 1; i < n - 1; i++)
            now[i] = next[i];
        if (t % 10 == 0) {
            #pragma omp target update from(now[0:n])
        }
    }
}
