/* A program that takes the time around regions measures them, by whichever clock. */
#define _GNU_SOURCE
#include "../test.h"
#include <sys/time.h>
#include <time.h>

enum { STEPS = 3000000 };

static unsigned a[2] = {1, 2};

static double by_clock(int which)
{
    struct timespec t;
    struct timeval v;
    switch (which) {
    case 0:
        return omp_get_wtime();
    case 1:
        clock_gettime(CLOCK_MONOTONIC, &t);
        return t.tv_sec + 1e-9 * t.tv_nsec;
    case 2:
        timespec_get(&t, TIME_UTC);
        return t.tv_sec + 1e-9 * t.tv_nsec;
    default:
        gettimeofday(&v, NULL);
        return v.tv_sec + 1e-6 * v.tv_usec;
    }
}

int main(void)
{
    unsigned expected = 1;
    #pragma omp target enter data map(to: a)
    for (int which = 0; which < 4; which++) {
        double start = by_clock(which);
        #pragma omp target map(alloc: a)
        for (int k = 0; k < STEPS; k++)
            a[0] = a[0] * 1664525u + a[1];
        double end = by_clock(which);
        /* A launch alone takes some microseconds. */
        CHECK(end - start > 0.0005);
        for (int k = 0; k < STEPS; k++)
            expected = expected * 1664525u + 2;
    }
    #pragma omp target exit data map(from: a)
    CHECK(a[0] == expected);
    return test_end();
}
