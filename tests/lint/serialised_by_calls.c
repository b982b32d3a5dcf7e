// Calls of functions with parallel regions, wherever they stand in a parallel region: one thread runs those then.
#pragma omp declare target
static int leaf(int n)
{
    int s = 0;
#pragma omp parallel for reduction(+: s) num_threads(4)
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
static int (*const table[])(int) = {leaf, leaf};
static int by_table(int n) { return table[n & 1](n); }
static int nested(int n)
{
    int s = 0;
#pragma omp parallel reduction(+: s) num_threads(4)
    {
#pragma omp parallel for reduction(+: s) num_threads(4)
        for (int i = 0; i < n; i++)
            s += n;
    }
    return s;
}
static int region_of_function(int n)
{
    int s = 0;
#pragma omp parallel reduction(+: s) num_threads(4)
    s += leaf(n);
    return s;
}
#pragma omp end declare target

/* The region has another nested region, too. */
void beside_nested(int *r)
{
#pragma omp target parallel map(tofrom: r[0:8]) num_threads(8)
    {
        r[1] = leaf(10);
#pragma omp parallel num_threads(2)
        {
#pragma omp single
            r[0] = 1;
        }
    }
}

void guarded(int *r)
{
#pragma omp target map(tofrom: r[0:8])
    {
        int sum = 0;
#pragma omp parallel num_threads(5) reduction(+: sum)
        sum += leaf(3);
        r[0] = sum;
    }
}

void of_teams(int *r)
{
#pragma omp target teams map(tofrom: r[0:8]) num_teams(2)
    {
        int sum = 0;
#pragma omp parallel reduction(+: sum)
        sum += leaf(3);
        r[0] = sum;
    }
}

/* Regions of one thread: that of the function would have four (5.2, 10.1.1). */
void of_one_thread(int *r)
{
#pragma omp target map(tofrom: r[0:8])
    {
#pragma omp parallel if (0)
        r[0] = leaf(3);
    }
#pragma omp target map(tofrom: r[0:8])
    {
#pragma omp parallel num_threads(1)
        r[0] = region_of_function(3);
    }
}

void through_pointers(int *r)
{
#pragma omp target parallel map(tofrom: r[0:8]) num_threads(2)
    {
        r[0] = table[r[1] & 1](10);
        r[1] = by_table(10);
    }
}

void of_function(int *r)
{
#pragma omp target map(tofrom: r[0:8])
    r[0] = nested(3);
}
