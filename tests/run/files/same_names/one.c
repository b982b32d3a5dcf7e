static int helper(int x)
{
    return x + 1;
}

static int table[3] = {1, 2, 3};
#pragma omp declare target(table)

void run_one(int n, int *a);

static void kernel(int n, int *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = helper(a[i]) + table[i % 3];
}

void run_one(int n, int *a)
{
    kernel(n, a);
}
