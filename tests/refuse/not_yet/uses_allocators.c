// expect: R6001 at 5
#include <omp.h>
void f(int n, int *a)
{
    #pragma omp target uses_allocators(omp_default_mem_alloc) map(tofrom: a[0:n])
    a[0] = n;
}
