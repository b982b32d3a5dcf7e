// host: skip
/* Allocators with a pool: its size, and what happens beyond it (OpenMP 5.2, 6.2). */
#include "../test.h"

#pragma omp requires dynamic_allocators

#define BIG 100000

static void of_clause(void)
{
    const omp_alloctrait_t null[] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}};
    const omp_alloctrait_t heap[] = {{omp_atk_pool_size, 4096}};
    const omp_alloctrait_t other[] = {{omp_atk_pool_size, 64}, {omp_atk_fallback, omp_atv_allocator_fb},
                                      {omp_atk_fb_data, omp_large_cap_mem_alloc}, {omp_atk_alignment, 512}};
    omp_allocator_handle_t small, fallen, aligned;
    int right = 0;

    // Each region has the whole pool, whatever an earlier one has left in it.
    for (int i = 0; i < 2; i++) {
        #pragma omp target uses_allocators(small(null), fallen(heap), aligned(other)) map(tofrom: right)
        {
            char *all = omp_alloc(4096, small);
            right += omp_alloc(BIG, small) == 0 && all != 0 && omp_alloc(1, small) == 0;
            all[4095] = 1;
            omp_free(all, small);
            char *one = omp_alloc(3000, small);
            right += one != 0 && omp_calloc(100, 20, small) == 0;
            one[0] = 7;
            // What the block takes itself counts as free.
            char *more = omp_realloc(one, 4000, small, small);
            right += more != 0 && more[0] == 7 && omp_realloc(more, 5000, small, small) == 0 && more[0] == 7;
            right += omp_alloc(97, small) == 0 && omp_alloc(96, small) != 0;
            char *out = omp_alloc(BIG, fallen), *far = omp_alloc(BIG, aligned);
            right += out != 0 && far != 0 && (size_t)far % 512 == 0;
            omp_free(out, fallen);
            omp_free(far, aligned);
        }
    }
    CHECK(right == 10);
}

// Threads of all teams share the pool: so many get what they ask for.
static void of_league(void)
{
    const omp_alloctrait_t traits[] = {{omp_atk_pool_size, 1000}, {omp_atk_fallback, omp_atv_null_fb}};
    omp_allocator_handle_t own;
    int got = 0;
    #pragma omp target teams distribute parallel for uses_allocators(own(traits)) reduction(+: got) map(tofrom: got)
    for (int i = 0; i < 300; i++)
        got += omp_alloc(100, own) != 0;
    CHECK(got == 10);
}

static void of_routines(void)
{
    int right = 0;
    #pragma omp target map(tofrom: right)
    {
        omp_alloctrait_t first[3] = {{omp_atk_pool_size, 256}, {omp_atk_fallback, omp_atv_null_fb}, {omp_atk_alignment, 64}};
        omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 3, first);
        char *p = omp_alloc(200, a);
        right += p != 0 && (size_t)p % 64 == 0 && omp_alloc(57, a) == 0;
        // Beyond its own pool it takes memory of the other one.
        omp_alloctrait_t second[3] = {{omp_atk_pool_size, 16}, {omp_atk_fallback, omp_atv_allocator_fb}, {omp_atk_fb_data, 0}};
        second[2].value = (omp_uintptr_t)a;
        omp_allocator_handle_t b = omp_init_allocator(omp_default_mem_space, 3, second);
        char *q = omp_alloc(50, b);
        right += q != 0 && omp_alloc(50, b) == 0;
        omp_free(q, b);
        right += omp_alloc(56, a) != 0;
        omp_destroy_allocator(b);
        omp_destroy_allocator(a);
        first[0].value = omp_atv_default;
        a = omp_init_allocator(omp_default_mem_space, 2, first);
        p = omp_alloc(BIG, a);
        right += p != 0;
        omp_free(p, a);
        omp_destroy_allocator(a);
    }
    CHECK(right == 4);
}

int main(void)
{
    of_clause();
    of_league();
    of_routines();
    return test_end();
}
