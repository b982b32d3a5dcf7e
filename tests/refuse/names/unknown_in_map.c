// expect: R3001|R1001 at 4
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n], nosuch)
    a[0] = n;
}
