/* Image histogram, serial. */
#include "imghisto.h"

void solve(const struct image *image, uint32_t *histogram)
{
    size_t pixels = (size_t)image->rows * image->columns;
    memset(histogram, 0, ALL_BINS * sizeof *histogram);
    for (int pass = 0; pass < PASSES; pass++)
        for (size_t p = 0; p < pixels; p++)
            histogram[FIRST_BIN(pass) + (image->pixel[p / 8].value[p % 8] >> SHIFT(pass))]++;
}
