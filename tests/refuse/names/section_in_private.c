// expect: R3001|R2002 at 4
void f(int n, int *a)
{
    #pragma omp target private(a[0:n])
    a[0] = n;
}
