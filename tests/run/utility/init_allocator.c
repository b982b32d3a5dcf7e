/* Allocators that device code makes (OpenMP 5.2, 18.13.2), and routines whose results are enumerators. */
#include "../test.h"

#pragma omp requires dynamic_allocators

static int fits(omp_allocator_handle_t a, size_t bytes)
{
    char *p = omp_alloc(100, a);
    int right = p != 0 && (size_t)p % bytes == 0;
    if (p)
        p[99] = 1;
    omp_free(p, a);
    return right;
}

int main(void)
{
    int right = 0, bound = 7;
    omp_alloctrait_t given[3] = {{omp_atk_pool_size, 4096}, {omp_atk_alignment, 1024}, {omp_atk_sync_hint, omp_atv_contended}};
    #pragma omp target map(to: given) map(tofrom: right, bound)
    {
        omp_alloctrait_t t[1] = {{omp_atk_alignment, 64}};
        omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 1, t);
        omp_allocator_handle_t b = omp_init_allocator(omp_default_mem_space, 3, given);
        omp_allocator_handle_t none = omp_init_allocator(omp_default_mem_space, 0, t);
        right += fits(a, 64) + fits(b, 1024) + fits(none, 8);
        t[0].value = omp_atv_default;
        omp_destroy_allocator(a);
        a = omp_init_allocator(omp_default_mem_space, 1, t);
        right += fits(a, 8);
        t[0].value = 48;
        right += omp_init_allocator(omp_default_mem_space, 1, t) == omp_null_allocator;
        #pragma omp parallel num_threads(4) reduction(+: right)
        {
            omp_allocator_handle_t own = omp_init_allocator(omp_default_mem_space, 2, given);
            right += fits(own, 1024);
            omp_destroy_allocator(own);
        }
        omp_destroy_allocator(a);
        omp_destroy_allocator(b);
        omp_destroy_allocator(none);
        omp_proc_bind_t how = omp_get_proc_bind();
        bound = how == omp_proc_bind_false || how == omp_proc_bind_true || how == omp_get_proc_bind();
    }
    CHECK(right == 5 + (on_device() ? 4 : right - 5) && right > 5 && bound == 1);
    return test_end();
}
