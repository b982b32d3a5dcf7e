// expect: R2006 at 8
#pragma omp declare target
int find(int *a, int n)
{
    #pragma omp critical
    for (int i = 0; i < n; i++)
        if (a[i] == 7)
            return i;
    return -1;
}
#pragma omp end declare target

void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    a[0] = find(a, n);
}
