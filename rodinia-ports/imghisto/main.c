/* Image histogram: a picture with slow gradients, a bright spot and noise, from a fixed seed. */
#include "imghisto.h"

int main(int argc, char **argv)
{
    static const int rows[] = {131, 4096, 16384}, columns[] = {97, 4096, 16384};
    struct port_arguments a = port_arguments(argc, argv);
    struct image image = {rows[a.size], columns[a.size], NULL};
    size_t pixels = (size_t)image.rows * image.columns;
    struct eight *pixel = port_allocate(pixels / 8 + 1, sizeof *pixel);
    uint32_t histogram[ALL_BINS];
    uint64_t random = 12;
    for (int y = 0; y < image.rows; y++) {
        for (int x = 0; x < image.columns; x++) {
            double u = (double)x / image.columns - 0.4, v = (double)y / image.rows - 0.6, spot = u * u + v * v;
            int value = (int)(900 + 1100 * (u + v) + 60 / (spot + 0.02)) + (int)port_random_below(&random, 200) - 100;
            size_t at = (size_t)y * image.columns + x;
            pixel[at / 8].value[at % 8] = (uint16_t)(value < 0 ? 0 : value > 4095 ? 4095 : value);
        }
    }
    image.pixel = pixel;

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&image, histogram);
    /* Each pass reads the picture; a bin is written once. */
    port_report((port_seconds() - start) / a.repeat, a.repeat, 0,
                2.0 * PASSES * pixels + sizeof histogram);
    port_write("histogram.i32", histogram, ALL_BINS, sizeof *histogram);
    free(pixel);
    return 0;
}
