/* Tensor transpose: random elements from a fixed seed. */
#include "tnsrtrns.h"

/* Of how many elements one is written: a prime, so that it is never the same in a row. */
#define EACH_ELEMENT 61

int main(int argc, char **argv)
{
    static const int extents[][4] = {{5, 7, 6, 11}, {40, 30, 36, 44}, {80, 72, 64, 88}};
    struct port_arguments a = port_arguments(argc, argv);
    const int *e = extents[a.size];
    size_t elements = (size_t)e[0] * e[1] * e[2] * e[3];
    double *element = port_allocate(elements, sizeof *element), *result;
    uint64_t random = 31;
    for (size_t i = 0; i < elements; i++)
        element[i] = port_random_unit(&random);
    result = port_allocate(PERMUTATIONS * elements, sizeof *result);
    struct tensor tensor = {{e[0], e[1], e[2], e[3]}, element};

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&tensor, result);
    port_report((port_seconds() - start) / a.repeat, a.repeat, 0, 2.0 * PERMUTATIONS * sizeof *element * elements);
    size_t written = 0;
    for (size_t i = 0; i < PERMUTATIONS * elements; i += a.size == PORT_TEST ? 1 : EACH_ELEMENT)
        result[written++] = result[i];
    port_write("result.f64", result, written, sizeof *result);
    free(element);
    free(result);
    return 0;
}
