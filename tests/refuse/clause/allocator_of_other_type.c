// expect: R3001 at 6
#include <omp.h>
int f(int n, double own)
{
    int s = n;
    #pragma omp target uses_allocators(own) map(tofrom: s)
    s++;
    return s;
}
