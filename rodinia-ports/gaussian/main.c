/* Gaussian elimination: the matrix of the original's generator, whose elements fall off with the distance from the
   diagonal, with twice its diagonal. */
#include "gaussian.h"

#include <math.h>

int main(int argc, char **argv)
{
    static const int orders[] = {67, 1024, 4096};
    struct port_arguments a = port_arguments(argc, argv);
    int n = orders[a.size];
    size_t elements = (size_t)n * n;
    float *matrix = port_allocate(elements, sizeof *matrix);
    float *right = port_allocate(n, sizeof *right), *x = port_allocate(n, sizeof *x);

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        for (int i = 0; i < n; i++) {
            right[i] = 1;
            for (int j = 0; j < n; j++)
                matrix[(size_t)i * n + j] = (float)(10 * exp(-0.01 * abs(i - j)) + (i == j ? 10 : 0));
        }
        double start = port_seconds();
        solve(n, matrix, right, x);
        seconds += port_seconds() - start;
    }
    /* Step t updates n - t - 1 rows of n - t - 1 elements and one of the right side: each is read and written. */
    double updates = ((double)n - 1) * n * (2.0 * n - 1) / 6 + ((double)n - 1) * n / 2;
    port_report(seconds / a.repeat, a.repeat, 2 * updates, 8 * updates);
    port_write("x.f32", x, n, sizeof *x);
    free(matrix);
    free(right);
    free(x);
    return 0;
}
