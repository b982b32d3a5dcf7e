// Device constructs that target regions reach through calls: where the program stops on a device.
static void copy(int n, int *x)
{
#pragma omp target update to(x[0:n])
}
static void through(int n, int *x) { copy(n, x); }
static void sometimes(int n, int *x)
{
    for (int i = 0; i < n; i++)
        through(i, x);
}
static int again(int n, int *x)
{
    if (n > 3) {
#pragma omp target map(tofrom: x[0:n])
        x[0] = n;
    }
    return n > 0 ? again(n - 1, x) : x[0];
}

void all(int *x, int n)
{
#pragma omp target map(tofrom: x[0:n])
    through(n, x);
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        sometimes(i, x);
#pragma omp target map(tofrom: x[0:n])
    {
#pragma omp parallel
        {
#pragma omp single
            x[1] = again(n, x);
        }
        x[0] = x[1] && again(n, x);
    }
}
