// expect: R2003 at 5
void f(int n, int *a)
{
    a[0] = n;
    #pragma omp target update device(0)
}
