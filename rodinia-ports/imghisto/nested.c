/* Image histogram: each team counts a part of the picture into bins of its own, which it then adds to the histogram. */
#include "imghisto.h"

/* The fewest eights that a team counts, and the most parts of a picture: a part costs an addition for each bin. */
#define LEAST 8192
#define MOST_PARTS 1024
/* The threads of a team, so that as many parts are counted at a time fill a device. */
#define THREADS 256

void solve(const struct image *image, uint32_t *histogram)
{
    size_t pixels = (size_t)image->rows * image->columns, eights = (pixels + 7) / 8, whole = pixels / 8;
    size_t part = (eights + MOST_PARTS - 1) / MOST_PARTS > LEAST ? (eights + MOST_PARTS - 1) / MOST_PARTS : LEAST;
    const struct eight *pixel = image->pixel;
    memset(histogram, 0, ALL_BINS * sizeof *histogram);
#pragma omp target data map(to : pixel[0 : eights]) map(tofrom : histogram[0 : ALL_BINS])
    for (int pass = 0; pass < PASSES; pass++) {
        int shift = SHIFT(pass), count = BINS(pass);
        uint32_t *bins = histogram + FIRST_BIN(pass);
#pragma omp target teams distribute
        for (size_t begin = 0; begin < eights; begin += part) {
            uint32_t mine[MOST_BINS];
            size_t end = begin + part < eights ? begin + part : eights, end_of_whole = end < whole ? end : whole;
            int rest = end == eights ? (int)(pixels - 8 * whole) : 0;
#pragma omp parallel for num_threads(THREADS)
            for (int b = 0; b < count; b++)
                mine[b] = 0;
#pragma omp parallel for num_threads(THREADS)
            for (size_t e = begin; e < end_of_whole; e++) {
                struct eight here = pixel[e];
                for (int i = 0; i < 8; i++) {
#pragma omp atomic update
                    mine[here.value[i] >> shift]++;
                }
            }
#pragma omp parallel for num_threads(THREADS)
            for (int i = 0; i < rest; i++) {
#pragma omp atomic update
                mine[pixel[whole].value[i] >> shift]++;
            }
#pragma omp parallel for num_threads(THREADS)
            for (int b = 0; b < count; b++) {
                if (mine[b] > 0) {
#pragma omp atomic update
                    bins[b] += mine[b];
                }
            }
        }
    }
}
