/* SRAD, version 1: a smooth image under speckle, random from a fixed seed. */
#include "srad_v1.h"

#include <math.h>

int main(int argc, char **argv)
{
    static const int rows[] = {37, 502, 4096}, columns[] = {29, 458, 4096}, iterations[] = {4, 100, 50};
    struct port_arguments a = port_arguments(argc, argv);
    struct smoothing smoothing = {rows[a.size], columns[a.size], iterations[a.size], 0.5f};
    size_t pixels = (size_t)smoothing.rows * smoothing.columns;
    float *initial = port_allocate(pixels, sizeof *initial), *image = port_allocate(pixels, sizeof *image);
    uint64_t random = 19;
    for (int j = 0; j < smoothing.columns; j++)
        for (int i = 0; i < smoothing.rows; i++) {
            double smooth = 120 + 60 * sin(0.02 * i) * cos(0.03 * j) + (i / 60 % 2 == j / 50 % 2 ? 20 : -20);
            initial[(size_t)j * smoothing.rows + i] = (float)(smooth * (0.75 + 0.5 * port_random_unit(&random)));
        }

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memcpy(image, initial, pixels * sizeof *image);
        double start = port_seconds();
        solve(&smoothing, image);
        seconds += port_seconds() - start;
    }
    /* Each pass counts each of its arrays once: the sums read the image; the coefficients read it and write five
       arrays; the update reads those, and reads and writes the image. */
    double updates = (double)pixels * smoothing.iterations;
    port_report(seconds / a.repeat, a.repeat, 40 * updates, 56 * updates);
    port_write("result.f32", image, pixels, sizeof *image);
    free(initial);
    free(image);
    return 0;
}
