/* A second name of an array that only the host's code knows. */
static double a[100];
extern double b[100] __attribute__((alias("a")));

double *other(void)
{
    return b;
}

void both(void)
{
    double *q = other();
    #pragma omp target teams distribute parallel for map(tofrom: a) map(to: q[0:100])
    for (int i = 0; i < 100; i++)
        a[i] = q[99 - i];
}
