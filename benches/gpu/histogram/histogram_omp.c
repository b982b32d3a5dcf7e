/* Histograms of 4096 bins over 2^28 values, the bins a reduction. The runtime's trace times the kernels.
 * Values are uniform, skewed (the product of three uniform ones) or all the same; a checksum of each is
 * printed, which is to be the hand-written side's. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 28, BINS = 4096, LAUNCHES = 10 };

#define PRAGMA(text) _Pragma(#text)

#define HISTOGRAM(name)                                                                              \
    static void name(const unsigned *data, int n, unsigned *bins)                                    \
    {                                                                                                \
        PRAGMA(omp target teams distribute parallel for reduction(+: bins[:BINS]))                   \
        for (int i = 0; i < n; i++)                                                                  \
            bins[data[i] % BINS]++;                                                                  \
    }

/* A name for each line of the trace. */
HISTOGRAM(warm_up) HISTOGRAM(uniform) HISTOGRAM(skewed) HISTOGRAM(constant)

#include "values.h"

int main(void)
{
    static unsigned bins[BINS];
    unsigned *data = malloc(N * sizeof *data);
    if (!data)
        return 2;
    void (*const of[])(const unsigned *, int, unsigned *) = {uniform, skewed, constant};
    for (int kind = 0; kind < 3; kind++) {
        #pragma omp target teams distribute parallel for map(from: data[:N])
        for (int i = 0; i < N; i++)
            data[i] = value_of(kind, i);
        #pragma omp target data map(to: data[:N]) map(tofrom: bins)
        {
            warm_up(data, N, bins);
            #pragma omp target teams distribute parallel for
            for (int b = 0; b < BINS; b++)
                bins[b] = 0;
            for (int launch = 0; launch < LAUNCHES; launch++)
                of[kind](data, N, bins);
        }
        unsigned long long sum = 0;
        for (int b = 0; b < BINS; b++)
            sum = sum * 31 + bins[b];
        printf("%d %llx\n", kind, sum);
    }
    free(data);
    return 0;
}
