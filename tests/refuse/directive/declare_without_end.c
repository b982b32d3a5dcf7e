// expect: R2001|R2006 at 2
#pragma omp declare target
int f(int x)
{
    return x;
}
