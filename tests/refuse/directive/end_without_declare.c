// expect: R2001|R2006 at 6
int f(int x)
{
    return x;
}
#pragma omp end declare target
