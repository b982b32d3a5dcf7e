// "an allocator with omp_atv_abort_fb has no 97 bytes left"
/* A request beyond the pool of an allocator with `omp_atv_abort_fb`. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    const omp_alloctrait_t traits[] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_abort_fb}};
    omp_allocator_handle_t own;
    int got = 0;
    #pragma omp target uses_allocators(own(traits)) map(tofrom: got)
    {
        got += omp_alloc(4000, own) != 0;
        got += omp_alloc(97, own) != 0;
    }
    printf("%d\n", got);
    return 0;
}
