// expect: R2001|R2002 at 4
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n]) ;
    a[0] = n;
}
