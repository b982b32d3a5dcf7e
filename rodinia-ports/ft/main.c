/* FT: the benchmark's random field, of its random numbers, and its damping. */
#include "ft.h"

#define PI 3.14159265358979323846
#define ALPHA 1e-6

/* The number of a wave: those of the upper half are negative. */
static int wave(int i, int n)
{
    return i < n / 2 ? i : i - n;
}

int main(int argc, char **argv)
{
    static const struct field fields[] = {{{16, 8, 4}, 2, NULL, NULL, NULL},
                                          {{64, 64, 64}, 6, NULL, NULL, NULL},
                                          {{256, 256, 128}, 6, NULL, NULL, NULL}};
    struct port_arguments a = port_arguments(argc, argv);
    struct field field = fields[a.size];
    int nx = field.extent[0], ny = field.extent[1], nz = field.extent[2];
    size_t points = (size_t)nx * ny * nz, at = 0;
    struct complex *initial = port_allocate(points, sizeof *initial), root[MOST], checksum[16];
    double *damping = port_allocate(points, sizeof *damping);
    uint64_t number = 314159265, mask = (UINT64_C(1) << 46) - 1;
    for (size_t i = 0; i < points; i++) {
        number = number * 1220703125 & mask;
        initial[i].re = (double)number / 70368744177664.0;
        number = number * 1220703125 & mask;
        initial[i].im = (double)number / 70368744177664.0;
    }
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++, at++) {
                int kx = wave(x, nx), ky = wave(y, ny), kz = wave(z, nz);
                damping[at] = exp(-4 * ALPHA * PI * PI * (kx * kx + ky * ky + kz * kz));
            }
    for (int k = 0; k < MOST; k++) {
        root[k].re = cos(2 * PI * k / MOST);
        root[k].im = sin(2 * PI * k / MOST);
    }
    field.initial = initial;
    field.damping = damping;
    field.root = root;

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&field, checksum);
    /* A butterfly of two points costs 10 operations, damping a point 2. Each dimension of a transform reads and writes
       the field once at the least; damping reads two fields, one of them real, and writes two. */
    double all = (double)points, bytes = sizeof *initial;
    port_report((port_seconds() - start) / a.repeat, a.repeat,
                (field.steps + 1) * 5 * all * log2(all) + field.steps * 2 * all,
                (field.steps + 1) * 6 * bytes * all + field.steps * (3 * bytes + 8) * all);
    port_write("checksums.f64", checksum, 2 * field.steps, sizeof(double));
    free(initial);
    free(damping);
    return 0;
}
