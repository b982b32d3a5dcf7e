/* EP: the benchmark has no input but the number of its pairs. */
#include "pep.h"

/* Operations of a pair: 4 to scale, 3 for the square of the radius; pi/4 of the pairs lie in the circle and cost a
   logarithm, a quotient, a root, 3 products and 2 sums more. */
#define OPERATIONS (7 + 8 * 0.7853981633974483)

int main(int argc, char **argv)
{
    static const int batches[] = {3, 256, 4096};
    struct port_arguments a = port_arguments(argc, argv);
    int n = batches[a.size];
    struct deviates deviates;

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(n, &deviates);
    /* Every number is written once and read once. */
    port_report((port_seconds() - start) / a.repeat, a.repeat, OPERATIONS * n * PAIRS,
                2.0 * n * NUMBERS * sizeof(double));
    port_write("sums.f64", &deviates.sum_x, 2, sizeof(double));
    port_write("counts.i64", deviates.count, SQUARES, sizeof *deviates.count);
    return 0;
}
