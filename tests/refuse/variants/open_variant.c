// expect: R6013 at 6
int fast(int x)
{
    return x;
}
#pragma omp declare variant(fast) match(device={isa("sm_90")})
int slow(int x)
{
    return x;
}
void g(int *a)
{
    #pragma omp target map(tofrom: a[0:1])
    a[0] = slow(a[0]);
}
