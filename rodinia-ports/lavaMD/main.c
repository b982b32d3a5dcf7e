/* lavaMD: boxes full of particles at random places, from a fixed seed. */
#include "lavaMD.h"

/* Lays out the boxes of a grid and returns the number of pairs (box, itself or a neighbour). */
static long lay_out(const int size[3], struct box *boxes)
{
    long pairs = 0;
    int number = 0;
    for (int z = 0; z < size[2]; z++)
        for (int y = 0; y < size[1]; y++)
            for (int x = 0; x < size[0]; x++, number++) {
                struct box *b = &boxes[number];
                *b = (struct box){.x = x, .y = y, .z = z, .number = number, .offset = (long)number * PARTICLES};
                for (int k = z - 1; k <= z + 1; k++)
                    for (int j = y - 1; j <= y + 1; j++)
                        for (int i = x - 1; i <= x + 1; i++) {
                            int inside = k >= 0 && k < size[2] && j >= 0 && j < size[1] && i >= 0 && i < size[0];
                            if (inside && (i != x || j != y || k != z))
                                b->neighbour[b->neighbours++] = (k * size[1] + j) * size[0] + i;
                        }
                pairs += 1 + b->neighbours;
            }
    return pairs;
}

/* One of 0.1, 0.2, ... 1.0, as in the original. */
static double tenth(uint64_t *random)
{
    return (port_random_below(random, 10) + 1) / 10.0;
}

int main(int argc, char **argv)
{
    static const int sizes[3][3] = {{3, 2, 1}, {10, 10, 10}, {16, 16, 16}};
    struct port_arguments a = port_arguments(argc, argv);
    const int *size = sizes[a.size];
    int boxes = size[0] * size[1] * size[2];
    size_t particles = (size_t)boxes * PARTICLES;
    struct box *box = port_allocate(boxes, sizeof *box);
    struct vector4 *position = port_allocate(particles, sizeof *position);
    struct vector4 *force = port_allocate(particles, sizeof *force);
    double *charge = port_allocate(particles, sizeof *charge);
    uint64_t random = 17;
    long pairs = lay_out(size, box);
    for (size_t i = 0; i < particles; i++)
        position[i] = (struct vector4){tenth(&random), tenth(&random), tenth(&random), tenth(&random)};
    for (size_t i = 0; i < particles; i++)
        charge[i] = tenth(&random);
    struct space space = {boxes, box, position, charge, 0.5};

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&space, force);
    double interactions = (double)pairs * PARTICLES * PARTICLES;
    port_report((port_seconds() - start) / a.repeat, a.repeat, 24 * interactions,
                (double)boxes * sizeof *box + (double)particles * (2 * sizeof *position + sizeof *charge));
    port_write("force.f64", force, particles * 4, sizeof(double));
    free(box);
    free(position);
    free(force);
    free(charge);
    return 0;
}
