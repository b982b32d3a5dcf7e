/* LU decomposition: the matrix of the original, whose elements fall off with the distance from the diagonal. */
#include "lud.h"

#include <math.h>

int main(int argc, char **argv)
{
    static const int orders[] = {83, 512, 4096};
    struct port_arguments a = port_arguments(argc, argv);
    int n = orders[a.size];
    size_t elements = (size_t)n * n;
    float *initial = port_allocate(elements, sizeof *initial), *matrix = port_allocate(elements, sizeof *matrix);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            initial[(size_t)i * n + j] = (float)(10 * exp(-0.01 * abs(i - j)));

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memcpy(matrix, initial, elements * sizeof *matrix);
        double start = port_seconds();
        solve(n, matrix);
        seconds += port_seconds() - start;
    }
    /* A division for each element of L, a multiplication and a subtraction for each element and each pivot before it;
       the matrix is read and written once. */
    double order = n;
    port_report(seconds / a.repeat, a.repeat, order * (order - 1) * (2 * order - 1) / 3 + order * (order - 1) / 2,
                8 * order * order);
    port_write("result.f32", matrix, elements, sizeof *matrix);
    free(initial);
    free(matrix);
    return 0;
}
