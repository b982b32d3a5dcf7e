/* The usual shape of a simulation: data regions around a time loop with swapped pointers. */
#include "../test.h"

int main(void)
{
    enum { n = 128, steps = 40 };
    long *now = calloc(n, sizeof *now), *next = calloc(n, sizeof *next), want[n] = {0}, other[n];
    now[n / 2] = want[n / 2] = 1;

    #pragma omp target data map(tofrom: now[0:n]) map(alloc: next[0:n])
    {
        for (int t = 0; t < steps; t++) {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++)
                next[i] = now[i] + (i > 0 ? now[i - 1] : 0) + (i < n - 1 ? now[i + 1] : 0);
            long *swap = now;
            now = next;
            next = swap;
        }
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            other[i] = want[i] + (i > 0 ? want[i - 1] : 0) + (i < n - 1 ? want[i + 1] : 0);
        memcpy(want, other, sizeof want);
    }
    for (int i = 0; i < n; i++)
        CHECK(now[i] == want[i]);
    printf("%ld\n", now[n / 2]);
    free(now);
    free(next);
    return test_end();
}
