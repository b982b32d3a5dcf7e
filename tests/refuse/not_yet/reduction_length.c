// expect: R6001 at 6
void f(int n, const int *a, int *sums)
{
    #pragma omp target teams distribute map(to: a[0:n]) map(tofrom: sums[0:n])
    for (int i = 0; i < 4; i++) {
        #pragma omp parallel for reduction(+: sums[0:a[i]])
        for (int j = 0; j < n; j++) {
            sums[j % a[i]] += j;
            if (sums[0] > 100)
                sums[0] = 0;
        }
    }
}
