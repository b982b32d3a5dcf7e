#ifndef IMGHISTO_H
#define IMGHISTO_H

#include "port.h"

/* Eight values from 0 to 4095 of a 12-bit sensor, aligned so that they can be loaded at once. */
struct eight {
    uint16_t value[8];
} __attribute__((aligned(16)));

/* A picture of `rows` times `columns` values; what lies behind the last of them in its eight does not count. */
struct image {
    int rows;
    int columns;
    const struct eight *pixel;
};

/* The picture is counted four times, into 64, 256, 1024 and 4096 bins. */
enum { PASSES = 4, MOST_BINS = 4096, ALL_BINS = 64 + 256 + 1024 + 4096 };

/* The bins of a pass, how far a value is shifted to give its bin, and where the pass's bins begin. */
#define BINS(pass) (64 << 2 * (pass))
#define SHIFT(pass) (6 - 2 * (pass))
#define FIRST_BIN(pass) ((BINS(pass) - 64) / 3)

#ifdef __cplusplus
extern "C"
#endif
/* Counts the picture's values into `histogram` (`ALL_BINS` elements), one pass behind the other. */
void solve(const struct image *image, uint32_t *histogram);

#endif
