// expect: R2007 at 5
int f(int x)
{
#ifndef TILE
#pragma omp error severity(fatal) message("define TILE")
#endif
    #pragma omp target map(tofrom: x)
    x++;
    return x;
}
