/* Image histogram: all threads count, and the histogram is a reduction of an array. */
#include "imghisto.h"

void solve(const struct image *image, uint32_t *histogram)
{
    size_t pixels = (size_t)image->rows * image->columns, eights = (pixels + 7) / 8;
    const struct eight *pixel = image->pixel;
    memset(histogram, 0, ALL_BINS * sizeof *histogram);
#pragma omp target data map(to : pixel[0 : eights]) map(tofrom : histogram[0 : ALL_BINS])
    for (int pass = 0; pass < PASSES; pass++) {
        int shift = SHIFT(pass), count = BINS(pass);
        uint32_t *bins = histogram + FIRST_BIN(pass);
#pragma omp target teams distribute parallel for reduction(+ : bins[0 : count])
        for (size_t e = 0; e < eights; e++) {
            struct eight here = pixel[e];
            for (int i = 0; i < 8; i++)
                if (8 * e + i < pixels)
                    bins[here.value[i] >> shift]++;
        }
    }
}
