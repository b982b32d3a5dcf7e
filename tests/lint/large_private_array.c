// Arrays of which every thread has its own.
static double scratch(int i)
{
    double inner[20000];
    for (int k = 0; k < 20000; k++)
        inner[k] = k;
    return inner[i];
}

void rows(int n, double *y)
{
    char named[1 << 17];
    #pragma omp target teams distribute parallel for map(y[0:n]) private(named)
    for (int i = 0; i < n; i++) {
        double work[100000];
        for (int k = 0; k < 100000; k++)
            work[k] = i + k;
        named[i] = 1;
        y[i] = work[i % 1000] + scratch(i) + named[i];
    }
}
