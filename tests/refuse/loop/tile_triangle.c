// expect: R2005 at 7
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    #pragma omp tile sizes(4, 4)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            a[i] += j;
}
