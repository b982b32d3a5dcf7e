/* SRAD, version 2: random pixels, as in the original, from a fixed seed. */
#include "srad_v2.h"

#include <math.h>

int main(int argc, char **argv)
{
    static const int rows[] = {45, 2048, 8192}, columns[] = {53, 2048, 8192}, iterations[] = {4, 2, 15};
    static const int last[] = {30, 127, 127};
    struct port_arguments a = port_arguments(argc, argv);
    struct smoothing smoothing = {rows[a.size], columns[a.size], iterations[a.size], 0.5f, 0, last[a.size], 0,
                                  last[a.size]};
    size_t pixels = (size_t)smoothing.rows * smoothing.columns;
    float *initial = port_allocate(pixels, sizeof *initial), *image = port_allocate(pixels, sizeof *image);
    uint64_t random = 23;
    for (size_t k = 0; k < pixels; k++)
        initial[k] = (float)exp(port_random_unit(&random));

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memcpy(image, initial, pixels * sizeof *image);
        double start = port_seconds();
        solve(&smoothing, image);
        seconds += port_seconds() - start;
    }
    /* Each pass counts each of its arrays once: the coefficients read the image and write five arrays; the update
       reads those, and reads and writes the image. */
    double updates = (double)pixels * smoothing.iterations;
    port_report(seconds / a.repeat, a.repeat, 38 * updates, 52 * updates);
    port_write("result.f32", image, pixels, sizeof *image);
    free(initial);
    free(image);
    return 0;
}
