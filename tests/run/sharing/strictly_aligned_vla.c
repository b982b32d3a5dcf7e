// host: skip
// Arrays of variable length with a stricter alignment than a device's stacks have: by `allocate`, by an attribute, by
// the type of the elements; of the team, of threads, of functions, and their copies.
#include "../test.h"
#include <stdint.h>

typedef struct {
    double x;
} __attribute__((aligned(64))) line;

static int off(const volatile void *at, int align) { return (uintptr_t)at % align != 0; }
#pragma omp declare target to(off)

// In the sequential part the team shares the array, in a region each thread has one.
#pragma omp declare target
static int of_function(int n)
{
    int bad = 0;
    char first[n];
    int v[n];
    #pragma omp allocate(v) align(256)
    #pragma omp parallel for reduction(+: bad)
    for (int i = 0; i < n; i++) {
        first[i] = 1;
        v[i] = i;
        bad += off(v, 256);
    }
    for (int i = 0; i < n; i++)
        bad += v[i] != i || first[i] != 1;
    return bad;
}
#pragma omp end declare target

static int of_team(int n)
{
    int bad = 0;
    #pragma omp target map(tofrom: bad) firstprivate(n)
    {
        char first[n];
        int v[n];
        #pragma omp allocate(v) align(128)
        line lines[n][2];
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            v[i] = i;
            first[i] = 2;
            lines[i][1].x = i;
        }
        for (int i = 0; i < n; i++)
            bad += v[i] != i || first[i] != 2 || lines[i][1].x != i;
        bad += off(v, 128) + off(lines, 64) + of_function(n);
    }
    return bad;
}

static int of_threads(int n, int threads)
{
    int bad = 0;
    #pragma omp target parallel num_threads(threads) reduction(+: bad) firstprivate(n)
    {
        for (int round = 0; round < 3; round++) {
            char odd[n + round];
            __attribute__((aligned(64))) double v[n];
            line lines[n];
            for (int i = 0; i < n; i++) {
                odd[i] = (char)i;
                v[i] = i + round;
                lines[i].x = -i;
            }
            {
                short inner[n];
                #pragma omp allocate(inner) align(512)
                for (int i = 0; i < n; i++)
                    inner[i] = 7;
                bad += off(inner, 512) + (inner[n - 1] != 7);
            }
            for (int i = 0; i < n; i++)
                bad += odd[i] != (char)i || v[i] != i + round || lines[i].x != -i;
            bad += off(v, 64) + off(lines, 64);
        }
        bad += of_function(n);
    }
    return bad;
}

static int of_copies(int n)
{
    int bad = 0;
    #pragma omp target map(tofrom: bad) firstprivate(n)
    {
        __attribute__((aligned(128))) int v[n];
        for (int i = 0; i < n; i++)
            v[i] = i;
        #pragma omp parallel firstprivate(v) reduction(+: bad) num_threads(5)
        {
            bad += off(v, 128) + (v[n - 1] != n - 1);
            v[0] = omp_get_thread_num();
            #pragma omp barrier
            bad += v[0] != omp_get_thread_num();
        }
        #pragma omp parallel private(v) reduction(+: bad) num_threads(3)
        {
            v[n - 1] = omp_get_thread_num();
            #pragma omp barrier
            bad += off(v, 128) + (v[n - 1] != omp_get_thread_num());
        }
        bad += v[0] != 0;
    }
    return bad;
}

int main(void)
{
    for (int n = 1; n < 40; n += 19) {
        CHECK(of_team(n) == 0);
        CHECK(of_threads(n, 1) == 0);
        CHECK(of_threads(n, 33) == 0);
        CHECK(of_copies(n) == 0);
    }
    return test_end();
}
