// expect: R6020 at 6
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    #pragma omp critical
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
}
