// host: skip
/* Allocators of the program's own in `uses_allocators`. */
#include "../test.h"

#define N 64

int main(void)
{
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
