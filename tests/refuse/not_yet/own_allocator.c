// expect: R6032 at 6
#include <omp.h>
void f(omp_allocator_handle_t mine, int *out)
{
    int a = 1;
    #pragma omp target parallel firstprivate(a) allocate(mine: a) map(from: out[0:1])
    out[0] = a;
}
