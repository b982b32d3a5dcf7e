/* Streamcluster: random points, as in the original's simulated stream, from a fixed seed. */
#include "streamcluster.h"

int main(int argc, char **argv)
{
    static const int counts[] = {17, 4096, 65536}, dimensions[] = {37, 64, 256};
    static const int least[] = {2, 10, 10}, most[] = {3, 20, 20};
    struct port_arguments a = port_arguments(argc, argv);
    int n = counts[a.size];
    size_t coordinates = (size_t)n * dimensions[a.size];
    float *coordinate = port_allocate(coordinates, sizeof *coordinate), *weight = port_allocate(n, sizeof *weight);
    uint64_t random = 41;
    for (size_t i = 0; i < coordinates; i++)
        coordinate[i] = port_random_below(&random, 256) / 256.0f;
    for (int i = 0; i < n; i++)
        weight[i] = 1;
    struct points points = {n, dimensions[a.size], coordinate, weight};
    struct aim aim = {least[a.size], most[a.size], 5};
    struct clusters clusters = {0, port_allocate(n, sizeof(int)), port_allocate(n, sizeof(int)),
                                port_allocate(n, sizeof(int)), port_allocate(n, sizeof(float))};
    struct outcome outcome = {0, 0};

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        outcome = solve(&points, &aim, &clusters);
    double sweeps = outcome.sweeps;
    port_report((port_seconds() - start) / a.repeat, a.repeat, 3 * sweeps * coordinates,
                sweeps * (sizeof(float) * (double)coordinates + 12.0 * n));
    double summary[] = {outcome.cost, clusters.centres, sweeps};
    port_write("summary.f64", summary, 3, sizeof *summary);
    port_write("assign.i32", clusters.assign, n, sizeof(int));
    port_write("cost.f32", clusters.cost, n, sizeof(float));
    free(coordinate);
    free(weight);
    free(clusters.centre);
    free(clusters.place);
    free(clusters.assign);
    free(clusters.cost);
    return 0;
}
