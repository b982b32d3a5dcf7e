/* MRI-Q: voxels on a cube, a trajectory of spirals, random sensitivities from a fixed seed. */
#include "pomriq.h"

/* Operations of a voxel and a sample: 5 for the product of vectors, 1 for 2 pi, a sine, a cosine, 4 for the sums. */
#define OPERATIONS 12

int main(int argc, char **argv)
{
    static const int edges[] = {7, 32, 64}, samples[] = {33, 3072, 2048};
    struct port_arguments a = port_arguments(argc, argv);
    int edge = edges[a.size], n = edge * edge * edge, k = samples[a.size];
    float *place = port_allocate(3 * (size_t)n, sizeof *place), *phi = port_allocate(2 * (size_t)k, sizeof *phi);
    float *q = port_allocate(2 * (size_t)n, sizeof *q);
    struct sample *sample = port_allocate(k, sizeof *sample);
    for (int v = 0; v < n; v++) {
        place[v] = (float)(v % edge) / edge - 0.5f;
        place[n + v] = (float)(v / edge % edge) / edge - 0.5f;
        place[2 * n + v] = (float)(v / edge / edge) / edge - 0.5f;
    }
    uint64_t random = 3;
    for (int s = 0; s < k; s++) {
        double along = (double)s / k, radius = 0.5 * edge * along, angle = 150 * along;
        sample[s].kx = (float)(radius * cos(angle));
        sample[s].ky = (float)(radius * sin(angle));
        sample[s].kz = (float)(edge * (port_random_unit(&random) - 0.5));
        phi[s] = (float)port_random_unit(&random);
        phi[k + s] = (float)port_random_unit(&random);
    }
    struct scan scan = {n, k, place, place + n, place + 2 * n, phi, phi + k, sample};

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&scan, q, q + n);
    /* A voxel is read and its two sums are written, the samples are read, with their parts of phi. */
    port_report((port_seconds() - start) / a.repeat, a.repeat, OPERATIONS * (double)n * k,
                (5.0 * n + 7.0 * k) * sizeof *q);
    port_write("q.f32", q, 2 * (size_t)n, sizeof *q);
    free(place);
    free(phi);
    free(q);
    free(sample);
    return 0;
}
