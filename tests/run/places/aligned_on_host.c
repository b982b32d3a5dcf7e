// host: skip
/* The alignment that allocate directives ask for on the host, by `align` (5.2, 6.3) or by a trait of the allocator.
 * (gcc before 14 does not know the directive.) */
#include "../test.h"
#include <omp.h>
#include <stdint.h>

static double numbers[5], more;
#pragma omp allocate(numbers) align(256)

#define ARRAY(type, name, n) type name[n]

static int is_aligned(const volatile void *address, uintptr_t bytes)
{
    return (uintptr_t)address % bytes == 0;
}

static int through(int n)
{
    char before = 1;
    omp_alloctrait_t traits[2] = { { omp_atk_pool_size, 1 << 20 }, { omp_atk_alignment, 64 } };
    omp_allocator_handle_t own = omp_init_allocator(omp_default_mem_space, 2, traits);
    int x = 3, *p = &x, *const all[3] = { &x, &x, p };
    char (*rows)[4] = 0;
    int lengths[n];
    ARRAY(char, bytes, 7);
    #pragma omp allocate(x, p, all) align(128)
    #pragma omp allocate(rows) align(64)
    #pragma omp allocate(lengths) align(128)
    #pragma omp allocate(bytes) allocator(own)
    static char kept;
    #pragma omp allocate(kept) align(512) allocator(omp_default_mem_alloc)

    kept++;
    lengths[0] = *all[2];
    bytes[1] = 4;
    #pragma omp target map(tofrom: x, numbers) map(to: lengths, bytes)
    {
        x = lengths[0] + bytes[1];
        numbers[1] += x;
    }
    CHECK(x == 7 && *p == 7 && rows == 0 && before == 1);
    CHECK(is_aligned(&x, 128) && is_aligned(&p, 128) && is_aligned(all, 128) && is_aligned(&rows, 64));
    CHECK(is_aligned(lengths, 128) && is_aligned(bytes, 64) && is_aligned(&kept, 512) && is_aligned(numbers, 256));
    return kept;
}

int main(void)
{
    CHECK(through(5) == 1);
    CHECK(through(1) == 2);
    CHECK(numbers[1] == 14 && more == 0);
    return test_end();
}
