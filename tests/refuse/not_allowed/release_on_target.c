// expect: R2003|R5001 at 4
void f(int n, int *a)
{
    #pragma omp target map(release: a[0:n])
    a[0] = n;
}
