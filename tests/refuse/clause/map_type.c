// expect: R2002 at 4, "tofrom"
void f(int n, int *a)
{
    #pragma omp target map(tofrm: a[0:n])
    a[0] = n;
}
