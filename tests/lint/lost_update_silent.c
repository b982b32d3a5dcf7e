// silent
int scratch(int n, float *x)
{
    int i, j = 0, last = 0, chosen = 1, kept = 0, sum = 0;
    #pragma omp target map(x[0:n])
    for (i = 0; i < n; i++) {
        j = i + 1;
        x[i] = j;
    }
    // Assigned before they are read.
    for (i = 0; i < n; i++)
        x[i]++;
    j = n > 3 ? 1 : 2;
    #pragma omp target map(x[0:n]) firstprivate(chosen)
    {
        chosen = 2;
        x[0] = chosen;
    }
    #pragma omp target map(x[0:n]) map(tofrom: kept)
    kept = x[0];
    #pragma omp target map(x[0:n])
    {
        last = 3;
        x[0] = last;
    }
    (void)last;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(x[0:n])
    for (i = 0; i < n; i++)
        sum += x[i];
    return j + chosen + kept + sum;
}
