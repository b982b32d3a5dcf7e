// expect: R6032 at 7
#include <omp.h>
void f(int x)
{
    omp_allocator_handle_t mine;
    const omp_alloctrait_t traits[1] = {{omp_atk_alignment, 64}};
    #pragma omp target uses_allocators(traits(traits): mine) allocate(mine: x) private(x)
    x = 1;
}
