// host: skip
/* Allocators of the program's own in `uses_allocators`. */
#include "../test.h"

#define N 64

static int misaligned(omp_allocator_handle_t own, size_t bytes)
{
    char *memory = omp_alloc(100, own), *zeros = omp_calloc(10, 10, own), *grown = omp_realloc(zeros, 3000, own, own);
    int wrong = !memory || (size_t)memory % bytes || (size_t)grown % bytes || grown[99];

    memory[99] = grown[2999] = 1;
    omp_free(memory, own);
    omp_free(grown, own);
    return wrong;
}

// The host's version makes the allocators, too; what their variables held before does not count, and stays.
static void aligned(int offload)
{
    int wrong = 0, teams = 0;
    const omp_alloctrait_t traits[2] = {{omp_atk_pool_size, 1 << 20}, {omp_atk_alignment, 256}};
    omp_allocator_handle_t own = (omp_allocator_handle_t)12345, other = (omp_allocator_handle_t)777;

    #pragma omp target if(offload) uses_allocators(traits(traits): own; memspace(omp_default_mem_space): other) \
        map(tofrom: wrong)
    wrong += misaligned(own, 256) + misaligned(other, 16);
    #pragma omp target teams distribute parallel for if(offload) uses_allocators(own(traits), omp_default_mem_alloc) \
        reduction(+: wrong, teams) map(tofrom: wrong, teams)
    for (int i = 0; i < 20; i++) {
        wrong += misaligned(own, 256);
        teams++;
    }
    CHECK(wrong == 0 && teams == 20);
    CHECK(own == (omp_allocator_handle_t)12345 && other == (omp_allocator_handle_t)777);
}

int main(void)
{
    aligned(1);
    aligned(0);
    int a[N], x = 3, heap = 0;
    const omp_alloctrait_t traits[] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_default_mem_fb}};
    omp_allocator_handle_t own, plain;
    #pragma omp target uses_allocators(own(traits), plain) firstprivate(x) allocate(own: x) map(from: a)
    for (int i = 0; i < N; i++) {
        x += i;
        a[i] = x;
    }
    CHECK(x == 3 && a[0] == 3 && a[2] == 6);
    #pragma omp target teams distribute parallel for uses_allocators(traits(traits): own) private(x) \
        allocate(own: x) map(tofrom: a)
    for (int i = 0; i < N; i++) {
        x = 2 * i;
        a[i] = x;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i);
    #pragma omp target uses_allocators(memspace(omp_default_mem_space), traits(traits): own) map(from: heap)
    {
        int *p = omp_alloc(4 * sizeof(int), own);
        p[3] = 5;
        heap = p[3];
        omp_free(p, own);
    }
    CHECK(heap == 5);
    return test_end();
}
