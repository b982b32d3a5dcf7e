/* Image histogram: a picture with slow gradients, a bright spot and noise, from a fixed seed. */
#include "imghisto.h"

/* The picture, made or as an earlier run has kept it. */
static struct eight *picture(int rows, int columns)
{
    struct port_array kept;
    if (port_take_input(&kept, 1))
        return kept.data;
    size_t eights = (size_t)rows * columns / 8 + 1;
    struct eight *pixel = port_allocate(eights, sizeof *pixel);
    uint64_t random = 12;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            double u = (double)x / columns - 0.4, v = (double)y / rows - 0.6, spot = u * u + v * v;
            int value = (int)(900 + 1100 * (u + v) + 60 / (spot + 0.02)) + (int)port_random_below(&random, 200) - 100;
            size_t at = (size_t)y * columns + x;
            pixel[at / 8].value[at % 8] = (uint16_t)(value < 0 ? 0 : value > 4095 ? 4095 : value);
        }
    }
    kept = (struct port_array){pixel, eights * sizeof *pixel};
    port_keep_input(&kept, 1);
    return pixel;
}

int main(int argc, char **argv)
{
    static const int rows[] = {131, 4096, 16384}, columns[] = {97, 4096, 16384};
    struct port_arguments a = port_arguments(argc, argv);
    struct image image = {rows[a.size], columns[a.size], NULL};
    size_t pixels = (size_t)image.rows * image.columns;
    struct eight *pixel = picture(image.rows, image.columns);
    uint32_t histogram[ALL_BINS];
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
