// expect: R2004 at 5
void f(int n, int *a)
{
    #pragma omp target teams map(tofrom: a[0:n])
    #pragma omp loop bind(parallel)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
