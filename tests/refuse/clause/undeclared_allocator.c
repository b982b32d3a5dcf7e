// expect: R3001 at 6
#include <omp.h>
int f(int n, omp_allocator_handle_t own)
{
    int s = n;
    #pragma omp target uses_allocators(own, omp_default_mem_alloc, ownn) map(tofrom: s)
    s++;
    return s;
}
