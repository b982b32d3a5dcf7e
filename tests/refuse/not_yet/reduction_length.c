// expect: R6022 at 4
void f(int n, const int *a, int (*sums)[n])
{
    #pragma omp target parallel for map(to: a[0:n]) reduction(+: sums[0:2])
    for (int j = 0; j < n; j++) {
        sums[j % 2][a[j]] += j;
        if (sums[0][0] > 100)
            sums[0][0] = 0;
    }
}
