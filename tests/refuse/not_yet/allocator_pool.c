// expect: R6032 at 7
#include <omp.h>
void f(int n, int *a)
{
    omp_allocator_handle_t mine;
    const omp_alloctrait_t traits[2] = {{omp_atk_fallback, omp_atv_null_fb}, {omp_atk_pool_size, n}};
    #pragma omp target uses_allocators(mine(traits)) map(tofrom: a[0:n])
    a[0] = n;
}
