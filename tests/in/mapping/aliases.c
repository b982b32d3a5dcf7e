/* A second name of an array is the same storage, also where code that only the host executes hands it around. */
static double a[100];
extern double b[100] __attribute__((alias("a")));

void both(void)
{
    #pragma omp target teams distribute parallel for map(tofrom: a) map(to: b)
    for (int i = 0; i < 100; i++)
        a[i] = b[99 - i];
}
