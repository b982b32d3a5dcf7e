// expect: R2005 at 6
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    #pragma omp tile sizes(4, 4)
    for (int i = 0; i < n; i++) {
        a[i] = 0;
        for (int j = 0; j < n; j++)
            a[i] += j;
    }
}
