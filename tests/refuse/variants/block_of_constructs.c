// expect: R6013 at 6
static int f(int x)
{
    return x;
}
#pragma omp begin declare variant match(construct={parallel})
static int f(int x)
{
    return x + 1;
}
#pragma omp end declare variant
void g(int *a)
{
    #pragma omp target map(tofrom: a[0:1])
    a[0] = f(a[0]);
}
