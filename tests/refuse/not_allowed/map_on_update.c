// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target update map(to: a[0:n])
}
