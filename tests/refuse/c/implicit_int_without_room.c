// expect: R1002 at 3
int g(int k) { return k + 1; }
f(int *a)
{
    #pragma omp target map(tofrom: a[0:1])
    a[0] = g(a[0]);
}
