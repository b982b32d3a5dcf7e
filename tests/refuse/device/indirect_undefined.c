// expect: R4002 at 5
int elsewhere(int x);
static int wrapper(int x)
{
    return elsewhere(x) + 1;
}
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    a[0] = wrapper(n);
}
