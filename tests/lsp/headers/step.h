static void step(float *x, int n)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += AMOUNT;
}
