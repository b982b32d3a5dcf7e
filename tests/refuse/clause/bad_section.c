// expect: R2002 at 4
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n:1:2])
    a[0] = n;
}
