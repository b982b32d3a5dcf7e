/* Batched inversion: random matrices from a fixed seed, in which one large element of each row stands where only
   pivoting finds it. */
#include "fginv.h"

/* Of how many matrices one is written. */
#define EACH_MATRIX 16

int main(int argc, char **argv)
{
    static const int counts[] = {21, 2048, 65536};
    struct port_arguments a = port_arguments(argc, argv);
    int count = counts[a.size], written = 0;
    size_t elements = (size_t)count * ELEMENTS;
    double *matrix = port_allocate(elements, sizeof *matrix), *inverse = port_allocate(elements, sizeof *inverse);
    uint64_t random = 23;
    for (size_t i = 0; i < elements; i++)
        matrix[i] = 2 * port_random_unit(&random) - 1;
    for (int m = 0; m < count; m++)
        for (int i = 0; i < ORDER; i++)
            matrix[(size_t)m * ELEMENTS + i * ORDER + (5 * i + m) % ORDER] += 8;

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(count, matrix, inverse);
    /* In each of ORDER steps an element costs a product and a difference; it is read once and written once. */
    port_report((port_seconds() - start) / a.repeat, a.repeat, 2.0 * ORDER * elements, 2.0 * sizeof *matrix * elements);
    for (int m = 0; m < count; m += EACH_MATRIX, written++)
        memmove(inverse + (size_t)written * ELEMENTS, inverse + (size_t)m * ELEMENTS, ELEMENTS * sizeof *inverse);
    port_write("inverse.f64", inverse, (size_t)written * ELEMENTS, sizeof *inverse);
    free(matrix);
    free(inverse);
    return 0;
}
