#ifndef IMGHISTO_H
#define IMGHISTO_H

#include "port.h"

/* A picture of a 12-bit sensor: values from 0 to 4095, one in each 16-bit word. */
struct image {
    int rows;
    int columns;
    const uint16_t *pixel;
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
