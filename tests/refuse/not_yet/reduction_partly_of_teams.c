// expect: R6022 at 5
void f(int n, int *a, int sum, int count)
{
    #pragma omp target teams map(to: a[0:n]) map(tofrom: count) reduction(+: sum)
    #pragma omp loop reduction(+: sum, count)
    for (int i = 0; i < n; i++) {
        sum += a[i];
        count++;
    }
}
