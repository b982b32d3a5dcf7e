// expect: R2004 at 6
void f(int n, int *a)
{
    #pragma omp target teams map(tofrom: a[0:n])
    #pragma omp parallel
    #pragma omp loop bind(teams)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
