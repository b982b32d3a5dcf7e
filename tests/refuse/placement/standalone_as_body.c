// expect: R2006 at 5
void f(int n, int *a)
{
    if (n > 10)
        #pragma omp target update to(a[0:n])
    a[0] = n;
}
