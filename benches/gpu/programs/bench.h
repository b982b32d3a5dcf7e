/* A program prints its name, milliseconds a repetition, and a sum over its results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
static void result(const char *name, double seconds, double sum)
{
    printf("%s %.6f %.10g\n", name, seconds * 1e3, sum);
}
static inline unsigned rnd(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}
