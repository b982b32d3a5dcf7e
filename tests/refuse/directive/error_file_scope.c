// expect: R2007 at 2
#pragma omp error
int f(int x)
{
    #pragma omp target map(tofrom: x)
    x++;
    return x;
}
