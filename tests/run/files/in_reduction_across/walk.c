#pragma omp declare target
long total;

void walk(int depth, long *sum)
{
    if (depth == 0)
        return;
    #pragma omp task in_reduction(+: sum[0])
    sum[0]++;
    for (int i = 0; i < 2; i++)
        walk(depth - 1, sum);
}

void add(int n)
{
    #pragma omp task in_reduction(+: total)
    total += n;
}

void blocks(int n, const int *a, long *sums)
{
    for (int from = 0; from < n; from += 100) {
        #pragma omp task in_reduction(+: sums[0:3])
        for (int i = from; i < from + 100 && i < n; i++)
            sums[i % 3] += a[i];
    }
}
#pragma omp end declare target
