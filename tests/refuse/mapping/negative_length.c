// expect: R5001|R3001 at 4
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:-1])
    a[0] = n;
}
