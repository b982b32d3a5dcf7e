/* Image histogram: all threads count into the one histogram in the device's memory. */
#include "imghisto.h"

void solve(const struct image *image, uint32_t *histogram)
{
    size_t pixels = (size_t)image->rows * image->columns;
    const uint16_t *pixel = image->pixel;
    memset(histogram, 0, ALL_BINS * sizeof *histogram);
#pragma omp target data map(to : pixel[0 : pixels]) map(tofrom : histogram[0 : ALL_BINS])
    for (int pass = 0; pass < PASSES; pass++) {
        int shift = SHIFT(pass);
        uint32_t *bins = histogram + FIRST_BIN(pass);
#pragma omp target teams distribute parallel for
        for (size_t p = 0; p < pixels; p++) {
#pragma omp atomic update
            bins[pixel[p] >> shift]++;
        }
    }
}
