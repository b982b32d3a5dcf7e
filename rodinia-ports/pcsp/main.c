/* SP: a smooth flow, and a right-hand side that is smooth but for some noise from a fixed seed. */
#include "pcsp.h"

/* Operations of a point and a step: of each of 9 lines' matrices 25, of each of 15 right-hand sides 8, and 70 for the
   products between the sweeps. */
#define OPERATIONS (9 * 25 + 15 * 8 + 70)
/* Words of a point and a step. A sweep reads three fields and five components, writes the components and six diagonals,
   and reads both and writes the components on its way back; the products read eight fields before x and behind z, and
   four times read and write the components. */
#define WORDS (3 * (3 + 5 + 11 + 11 + 5) + 2 * 6 + 4 * 10)
/* Of how many planes one is written. */
#define EACH_PLANE 8

int main(int argc, char **argv)
{
    static const int edges[] = {13, 36, 162}, steps[] = {2, 10, 8};
    static const double dts[] = {0.01, 0.0015, 0.00067};
    struct port_arguments a = port_arguments(argc, argv);
    int n = edges[a.size];
    size_t points = (size_t)n * n * n, at = 0;
    double *fields = port_allocate(9 * points, sizeof *fields), *first = port_allocate(5 * points, sizeof *first);
    double *rhs = port_allocate(5 * points, sizeof *rhs);
    double *inverse = fields, *u = inverse + points, *v = u + points, *w = v + points, *square = w + points;
    double *sound = square + points, *inverse_y = sound + points, *u_y = inverse_y + points, *sound_y = u_y + points;
    uint64_t random = 17;
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++, at++) {
                double x = (double)i / (n - 1), y = (double)j / (n - 1), z = (double)k / (n - 1);
                size_t turned = ((size_t)k * n + i) * n + j;
                inverse_y[turned] = inverse[at] = 1 / (1.2 + 0.2 * sin(3 * x + y));
                u_y[turned] = u[at] = 0.3 * cos(2 * x - 3 * y + z);
                v[at] = 0.2 * sin(x + 4 * y + 2 * z);
                w[at] = 0.25 * cos(5 * z - y);
                square[at] = 0.5 * (u[at] * u[at] + v[at] * v[at] + w[at] * w[at]);
                sound_y[turned] = sound[at] = sqrt(1.4 * C2 * (2.5 + 0.3 * cos(x + 2 * z) - square[at]));
                if (i == 0 || i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1)
                    continue;
                for (int m = 0; m < 5; m++)
                    first[m * points + at] = sin((m + 1) * x + y) * cos(3 * z - m) + 0.2 * port_random_unit(&random);
            }
        }
    }
    struct flow flow = {n, steps[a.size], dts[a.size], inverse, u, v, w, square, sound, inverse_y, u_y, sound_y};

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memcpy(rhs, first, 5 * points * sizeof *rhs);
        double start = port_seconds();
        solve(&flow, rhs);
        seconds += port_seconds() - start;
    }
    double inner = (double)(n - 2) * (n - 2) * (n - 2) * flow.steps;
    port_report(seconds / a.repeat, a.repeat, OPERATIONS * inner, WORDS * sizeof *rhs * inner);
    size_t plane = (size_t)n * n, written = 0;
    for (int m = 0; m < 5; m++)
        for (int k = 1; k < n; k += EACH_PLANE, written += plane)
            memmove(rhs + written, rhs + m * points + k * plane, plane * sizeof *rhs);
    port_write("rhs.f64", rhs, written, sizeof *rhs);
    free(fields);
    free(first);
    free(rhs);
    return 0;
}
