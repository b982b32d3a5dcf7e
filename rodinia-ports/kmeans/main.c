/* K-means: points around centres that overlap, random from a fixed seed, of the shape of the original's file. */
#include "kmeans.h"

int main(int argc, char **argv)
{
    static const int points[] = {1003, 494020, 4000000}, clusters[] = {3, 5, 5}, features[] = {7, 34, 34};
    struct port_arguments a = port_arguments(argc, argv);
    struct grouping g = {points[a.size], features[a.size], clusters[a.size], 20, 0.001, NULL};
    size_t coordinates = (size_t)g.points * g.features;
    float *point = port_allocate(coordinates, sizeof *point);
    double *around = port_allocate((size_t)g.clusters * g.features, sizeof *around);
    int *membership = port_allocate(g.points, sizeof *membership);
    float *centre = port_allocate((size_t)g.clusters * g.features, sizeof *centre);
    uint64_t random = 41;
    for (int i = 0; i < g.clusters * g.features; i++)
        around[i] = 10 * port_random_unit(&random);
    for (int p = 0; p < g.points; p++) {
        const double *of_group = around + port_random_below(&random, g.clusters) * g.features;
        for (int f = 0; f < g.features; f++)
            point[(size_t)p * g.features + f] = (float)(of_group[f] + 40 * port_random_unit(&random));
    }
    g.point = point;

    port_start_device();
    double start = port_seconds();
    int iterations = 0;
    for (int r = 0; r < a.repeat; r++)
        iterations = solve(&g, membership, centre);
    double seconds = port_seconds() - start;
    /* An iteration reads each point and its cluster, and writes its cluster. */
    double visits = (double)g.points * iterations, flops = 3.0 * g.clusters * g.features + g.features;
    port_report(seconds / a.repeat, a.repeat, flops * visits, (4.0 * g.features + 8) * visits);
    printf("%d iterations\n", iterations);
    port_write("membership.i32", membership, g.points, sizeof *membership);
    port_write("centre.f32", centre, (size_t)g.clusters * g.features, sizeof *centre);
    free(point);
    free(around);
    free(membership);
    free(centre);
    return 0;
}
