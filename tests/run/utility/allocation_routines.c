// host: skip
/* omp_alloc and its relatives in device code (5.2, 18.13): alignment, zeros, growth, memory that other threads free.
 * (gcc 12 does not know `uses_allocators`.) */
#include "../test.h"
#include <omp.h>
#include <stdint.h>

enum { N = 100, TEAMS = 5 };

static int misaligned(const void *memory, uintptr_t bytes)
{
    return memory == 0 || (uintptr_t)memory % bytes != 0;
}

#pragma omp begin declare target
struct list {
    int length, room;
    double *values;
};

static void append(struct list *l, double value)
{
    if (l->length == l->room) {
        l->room = l->room ? 2 * l->room : 3;
        l->values = omp_realloc(l->values, l->room * sizeof(double), omp_default_mem_alloc, omp_default_mem_alloc);
    }
    l->values[l->length++] = value;
}
#pragma omp end declare target

int main(void)
{
    int wrong = 0, zeros = 0, sums[TEAMS];

    #pragma omp target map(tofrom: wrong, zeros) uses_allocators(omp_default_mem_alloc)
    {
        int *x = omp_aligned_alloc(64, N * sizeof(int), omp_default_mem_alloc);
        wrong += misaligned(x, 64);
        #pragma omp parallel for simd simdlen(16) aligned(x: 64)
        for (int i = 0; i < N; i++)
            x[i] = i;
        x = omp_realloc(x, 2 * N * sizeof(int), omp_default_mem_alloc, omp_default_mem_alloc);
        wrong += misaligned(x, 16);
        x[2 * N - 1] = 1;
        for (int i = 0; i < N; i++)
            wrong += x[i] != i;
        x = omp_realloc(x, 2 * sizeof(int), omp_default_mem_alloc, omp_null_allocator);
        wrong += x[0] != 0 || x[1] != 1;
        wrong += omp_realloc(x, 0, omp_default_mem_alloc, omp_default_mem_alloc) != 0;
        for (uintptr_t alignment = 1; alignment <= 4096; alignment *= 2) {
            char *y = omp_aligned_calloc(alignment, N, 3, omp_default_mem_alloc);
            wrong += misaligned(y, alignment);
            for (int i = 0; i < 3 * N; i++)
                zeros += y[i] == 0;
            y[3 * N - 1] = 1;
            omp_free(y, omp_null_allocator);
        }
        wrong += omp_aligned_alloc(64, 0, omp_default_mem_alloc) != 0;
        wrong += omp_calloc((size_t)-1 / 2, 4, omp_default_mem_alloc) != 0;
        omp_free(0, omp_default_mem_alloc);
    }
    CHECK(wrong == 0 && zeros == 13 * 3 * N);
    #pragma omp target teams distribute parallel for map(from: sums)
    for (int t = 0; t < TEAMS; t++) {
        struct list l = { 0, 0, 0 };
        double sum = 0;
        for (int i = 0; i < 10 * t; i++)
            append(&l, i);
        for (int i = 0; i < l.length; i++)
            sum += l.values[i];
        omp_free(l.values, omp_default_mem_alloc);
        sums[t] = sum;
    }
    for (int t = 0; t < TEAMS; t++)
        CHECK(sums[t] == 5 * t * (10 * t - 1));
    int *shared, seen = 0;
    #pragma omp target parallel num_threads(33) map(tofrom: seen) private(shared)
    {
        #pragma omp single copyprivate(shared)
        shared = omp_calloc(33, sizeof(int), omp_default_mem_alloc);
        shared[omp_get_thread_num()] += omp_get_thread_num();
        #pragma omp atomic
        seen += shared[omp_get_thread_num()];
        #pragma omp barrier
        #pragma omp masked filter(omp_get_num_threads() - 1)
        omp_free(shared, omp_default_mem_alloc);
    }
    CHECK(seen == 32 * 33 / 2);
    return test_end();
}
