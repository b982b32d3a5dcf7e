/* HACCmk: particles along a helix with random masses and noise, from a fixed seed. */
#include "haccmk.h"

/* Particles of a size, and operations of one pair: 3 differences, 5 for the square, 4 for Newton's part (a sum, a
   root, a product, a quotient), 11 for the rest of the force, 1 for the mass, 6 for the sums. */
static const int counts[] = {203, 4000, 40000};
#define OPERATIONS 30

int main(int argc, char **argv)
{
    struct port_arguments a = port_arguments(argc, argv);
    int n = counts[a.size];
    float *data = port_allocate(7 * (size_t)n, sizeof *data);
    float *x = data, *y = x + n, *z = y + n, *mass = z + n, *v = mass + n;
    uint64_t random = 5;
    for (int i = 0; i < n; i++) {
        double along = (double)i / n;
        x[i] = (float)(2 * along + 0.1 * port_random_unit(&random));
        y[i] = (float)(0.5 * sin(40 * along) + 0.1 * port_random_unit(&random));
        z[i] = (float)(0.5 * cos(40 * along) + 0.1 * port_random_unit(&random));
        mass[i] = (float)(0.01 * (0.5 + port_random_unit(&random)));
    }
    struct particles particles = {n, x, y, z, mass, v, v + n, v + 2 * (size_t)n};

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memset(v, 0, 3 * (size_t)n * sizeof *v);
        double start = port_seconds();
        solve(&particles);
        seconds += port_seconds() - start;
    }
    /* Four arrays are read, three are read and written. */
    port_report(seconds / a.repeat, a.repeat, OPERATIONS * (double)n * n, 10.0 * n * sizeof *v);
    port_write("velocities.f32", v, 3 * (size_t)n, sizeof *v);
    free(data);
    return 0;
}
