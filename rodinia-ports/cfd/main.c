/* CFD: the flow around a body in a wind of Mach 1.2. */
#include "mesh.h"

int main(int argc, char **argv)
{
    static const int cubes[] = {3, 26, 46}, steps[] = {3, 50, 40};
    struct port_arguments a = port_arguments(argc, argv);
    struct mesh mesh = make_mesh(cubes[a.size]);
    size_t values = (size_t)VARIABLES * mesh.elements;
    float *variables = port_allocate(values, sizeof *variables);

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&mesh, steps[a.size], variables);
    /* Of a step: a copy, the factors, and three times the fluxes of four faces and their sum. */
    double n = mesh.elements, words = 2 * 5 + 7 + 3 * ((5 + 16 + 5) + (5 + 5 + 5 + 1));
    port_report((port_seconds() - start) / a.repeat, a.repeat, steps[a.size] * n * (20 + 3 * (20 + 4 * 95 + 10)),
                steps[a.size] * n * words * sizeof(float));
    port_write("variables.f32", variables, values, sizeof *variables);
    free((void *)mesh.neighbour);
    free((void *)mesh.normal);
    free((void *)mesh.area);
    free(variables);
    return 0;
}
