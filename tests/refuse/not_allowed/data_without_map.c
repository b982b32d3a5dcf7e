// expect: R2003 at 4
void f(int n, int *a)
{
    #pragma omp target data if(n > 1)
    a[0] = n;
}
