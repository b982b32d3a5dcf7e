// Device code of mapper_array.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

/* A mapper of an array whose length only the program knows. */
struct row {
    int n;
    double *v;
};
static_assert(sizeof(struct row) == 16 && offsetof(struct row, v) == 8, "layout");

// mapper_array.c:10: target teams distribute parallel for map(mapper(rows), tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
twice_1(const row *a, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n))
        for (int j = 0; j < a[i].n; j++)
            a[i].v[j] *= 2;
}

// mapper_array.c:18: target map(a[1].v[0:4], a[2].v[0:4])
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
pair_1(const row *a)
{
    for (int j = 0; j < 4; j++)
        a[1].v[j] += a[2].v[j];
}
