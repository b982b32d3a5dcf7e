// expect: R4002 at 6
int elsewhere(int x);
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    a[0] = elsewhere(n);
}
