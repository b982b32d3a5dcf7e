// silent
// Calls outside of parallel regions, of functions whose regions have one thread, and of functions of other types.
#pragma omp declare target
static int leaf(int n)
{
    int s = 0;
#pragma omp parallel for reduction(+: s) num_threads(4)
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
static int alone(int n)
{
    int s = 0;
#pragma omp parallel for reduction(+: s) num_threads(1)
    for (int i = 0; i < n; i++)
        s += i;
#pragma omp parallel if (0)
    s++;
    return s;
}
static double twice(double x) { return 2 * x; }
static int (*const table[])(int) = {leaf, leaf};
static double (*const doubles[])(double) = {twice, twice};
#pragma omp end declare target

void in_sequential_parts(int *r)
{
#pragma omp target map(tofrom: r[0:8])
    {
        r[0] = leaf(3) + table[r[1] & 1](3);
#pragma omp parallel num_threads(2)
        {
#pragma omp single
            r[1] = alone(3);
        }
    }
#pragma omp target teams distribute map(tofrom: r[0:8])
    for (int i = 0; i < 8; i++)
        r[i] = leaf(i);
}

void of_other_types(double *r)
{
#pragma omp target teams distribute parallel for map(tofrom: r[0:8])
    for (int i = 0; i < 8; i++)
        r[i] = doubles[i & 1](r[i]);
}
