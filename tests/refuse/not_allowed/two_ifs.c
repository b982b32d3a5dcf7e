// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target if(n > 1) if(n > 2) map(tofrom: a[0:n])
    a[0] = n;
}
