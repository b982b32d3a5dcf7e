// host: skip (gcc 12 has no omp_get_mapped_ptr)
/* The routines and constructs behind which the host has what regions wrote, though none of the regions copies back. */
#include "../test.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };

static int a[N];

struct list {
    int *at;
    int n;
};

static void set(int value)
{
    #pragma omp target teams distribute parallel for map(alloc: a) firstprivate(value)
    for (int i = 0; i < N; i++)
        a[i] = value + i;
}

#pragma omp declare target
static int counter;
static int *reached;
#pragma omp end declare target

int main(void)
{
    const int host = omp_get_initial_device(), device = on_device() ? omp_get_default_device() : host;
    int back[N];
    #pragma omp target enter data map(alloc: a)

    /* Copies by routines, from addresses that the host has asked for. */
    set(10);
    CHECK(omp_target_memcpy(back, omp_get_mapped_ptr(a, device), sizeof back, 0, 0, host, device) == 0);
    CHECK(back[0] == 10 && back[N - 1] == 109);
    set(20);
    size_t volume = N, offset = 0;
    CHECK(omp_target_memcpy_rect(back, omp_get_mapped_ptr(a, device), sizeof(int), 1, &volume, &offset, &offset, &volume,
                                 &volume, host, device) == 0);
    CHECK(back[0] == 20);

    /* Memory of the host's own on the device: freed and made again at once. */
    for (int k = 0; k < 20; k++) {
        int *p = omp_target_alloc(sizeof a, device);
        #pragma omp target is_device_ptr(p) map(alloc: a) firstprivate(k)
        for (int i = 0; i < N; i++) {
            p[i] = k + i;
            a[i] = p[i] * 2;
        }
        CHECK(omp_target_memcpy(back, p, sizeof back, 0, 0, host, device) == 0);
        CHECK(back[5] == k + 5);
        omp_target_free(p, device);
    }
    #pragma omp target update from(a)
    CHECK(a[7] == 2 * (19 + 7));

    /* A pointer that use_device_ptr has given away. */
    set(30);
    int *p = a;
    #pragma omp target data use_device_ptr(p)
    CHECK(omp_target_memcpy(back, p, sizeof back, 0, 0, host, device) == 0);
    CHECK(back[1] == 31);
    #pragma omp target exit data map(delete: a)

    /* Memory that is unmapped right behind a region, mapped again and again. */
    int wrong = 0;
    for (int k = 0; k < 50; k++) {
        int *x = malloc((k + 1) * sizeof *x), *y = malloc((k + 1) * sizeof *y);
        #pragma omp target enter data map(alloc: x[0:k + 1], y[0:k + 1])
        #pragma omp target map(alloc: x[0:k + 1])
        for (int i = 0; i <= k; i++)
            x[i] = i * k;
        #pragma omp target map(alloc: x[0:k + 1], y[0:k + 1])
        for (int i = 0; i <= k; i++)
            y[i] = x[i] + 1;
        #pragma omp target exit data map(delete: x[0:k + 1])
        free(x);
        #pragma omp target exit data map(from: y[0:k + 1])
        wrong += y[k] != k * k + 1;
        free(y);
    }
    CHECK(wrong == 0);

    /* Structures with attached pointers, attached and detached between regions. */
    for (int k = 0; k < 10; k++) {
        struct list list = {malloc(N * sizeof(int)), N};
        memset(list.at, 0, N * sizeof(int));
        #pragma omp target enter data map(to: list) map(to: list.at[0:N])
        for (int r = 0; r < 3; r++) {
            #pragma omp target teams distribute parallel for map(alloc: list)
            for (int i = 0; i < N; i++)
                list.at[i] += i + r;
        }
        #pragma omp target exit data map(from: list.at[0:N])
        #pragma omp target exit data map(release: list)
        wrong += list.at[3] != 12 || list.n != N;
        free(list.at);
    }
    CHECK(wrong == 0);

    /* Variables that are on the device for good. */
    for (int k = 0; k < 64; k++) {
        #pragma omp target
        counter += k;
    }
    #pragma omp target update from(counter)
    CHECK(counter == 2016);

    /* Time stands behind what regions do. */
    double start = omp_get_wtime();
    #pragma omp target
    counter++;
    CHECK(omp_get_wtime() >= start);
    counter = 0;
    #pragma omp target update from(counter)
    CHECK(counter == 2017);
    return test_end();
}
