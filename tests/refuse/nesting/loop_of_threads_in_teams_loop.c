// expect: R2004 at 6
void f(int n, int *a)
{
    #pragma omp target teams loop map(tofrom: a[0:n * n])
    for (int i = 0; i < n; i++)
        #pragma omp loop bind(parallel)
        for (int j = 0; j < n; j++)
            a[i * n + j] = i;
}
