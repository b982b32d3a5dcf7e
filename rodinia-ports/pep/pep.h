#ifndef PEP_H
#define PEP_H

#include <math.h>

#include "port.h"

/* The benchmark's random numbers: x' = A x mod 2^46, scaled to 0 up to 1. A batch is PAIRS pairs of them; it begins
   where the batch before it ends, and its begin is found without computing what lies before. */
#define A 1220703125u
#define SEED 271828183u
#define MASK ((UINT64_C(1) << 46) - 1)
#define UNIT (1.0 / 70368744177664.0)
#define PAIRS 65536
#define NUMBERS (2 * PAIRS)

/* Concentric squares around 0, in which the deviates are counted. */
#define SQUARES 10

/* As many batches' numbers as are held at a time: a gibibyte. */
#define ROUND 1024

struct deviates {
    double sum_x, sum_y;
    int64_t count[SQUARES];
};

/* A to the power of `n`, mod 2^46. */
#ifdef __CUDACC__
__device__
#endif
static inline uint64_t power_of_a(uint64_t n)
{
    uint64_t result = 1;
    for (uint64_t square = A; n > 0; n /= 2) {
        if (n % 2)
            result = result * square & MASK;
        square = square * square & MASK;
    }
    return result;
}

#ifdef __cplusplus
extern "C"
#endif
/* Makes `batches` batches of pairs, of those within the unit circle pairs of Gaussian deviates, sums these and counts
   them by the square in which they lie. */
void solve(int batches, struct deviates *deviates);

#endif
