// expect: R6022 at 4
void f(int n, const int *a, int (*sums)[8])
{
    #pragma omp target parallel for map(to: a[0:n]) reduction(+: sums[0:1][0:n])
    for (int j = 0; j < n; j++) {
        sums[0][a[j]] += j;
        if (sums[0][0] > 100)
            sums[0][0] = 0;
    }
}
