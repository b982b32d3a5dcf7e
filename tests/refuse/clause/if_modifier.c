// expect: R2002|R2003 at 4
void f(int n, int *a)
{
    #pragma omp target if(tarjet: n > 10) map(tofrom: a[0:n])
    a[0] = n;
}
