// expect: R2006 at 7
#pragma omp declare target
static int f(int *a)
{
    #pragma omp task
    {
        return 3;
    }
    return a[0];
}
#pragma omp end declare target
void g(int *a)
{
    #pragma omp target map(tofrom: a[0:1])
    a[0] = f(a);
}
