// expect: R4002 at 6
#include <stdlib.h>
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    a[0] = getenv("HOME") != NULL;
}
