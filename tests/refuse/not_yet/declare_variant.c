// expect: R6001 at 4
#pragma omp declare target
int fast(int x);
#pragma omp declare variant(fast) match(device={kind(gpu)})
int slow(int x)
{
    return x;
}
#pragma omp end declare target
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    a[0] = slow(n);
}
