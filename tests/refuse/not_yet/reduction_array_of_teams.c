// expect: R6022 at 4
void f(int n, const int *a, int *sums)
{
    #pragma omp target teams num_teams(8) reduction(+: sums[0:n]) map(to: a[0:n])
    {
        int last = 0;
        for (int i = 0; i < n; i++) {
            sums[i] += a[i];
            last = sums[i];
        }
        sums[0] += last;
    }
}
