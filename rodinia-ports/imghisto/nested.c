/* Image histogram: each team counts a part of the picture into bins of its own, which it then adds to the histogram. */
#include "imghisto.h"

/* The least that a team counts, and the most parts that a picture is cut into: a part costs an addition for each bin. */
#define LEAST 65536
#define MOST_PARTS 1024

void solve(const struct image *image, uint32_t *histogram)
{
    size_t pixels = (size_t)image->rows * image->columns;
    size_t part = (pixels + MOST_PARTS - 1) / MOST_PARTS > LEAST ? (pixels + MOST_PARTS - 1) / MOST_PARTS : LEAST;
    const uint16_t *pixel = image->pixel;
    memset(histogram, 0, ALL_BINS * sizeof *histogram);
#pragma omp target data map(to : pixel[0 : pixels]) map(tofrom : histogram[0 : ALL_BINS])
    for (int pass = 0; pass < PASSES; pass++) {
        int shift = SHIFT(pass), count = BINS(pass);
        uint32_t *bins = histogram + FIRST_BIN(pass);
#pragma omp target teams distribute
        for (size_t begin = 0; begin < pixels; begin += part) {
            uint32_t mine[MOST_BINS];
            size_t end = begin + part < pixels ? begin + part : pixels;
#pragma omp parallel for
            for (int b = 0; b < count; b++)
                mine[b] = 0;
#pragma omp parallel for
            for (size_t p = begin; p < end; p++) {
#pragma omp atomic update
                mine[pixel[p] >> shift]++;
            }
#pragma omp parallel for
            for (int b = 0; b < count; b++) {
                if (mine[b] > 0) {
#pragma omp atomic update
                    bins[b] += mine[b];
                }
            }
        }
    }
}
