// Device code of flexible_members.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

/* Flexible array members: the structure with its elements, the elements alone, and rows of elements. */
struct list {
    int n;
    double v[];
};
static_assert(sizeof(struct list) == 8 && offsetof(struct list, v) == 8, "layout");

struct rows {
    double scale;
    int n;
    char flags[][4];
};
static_assert(sizeof(struct rows) == 16 && offsetof(struct rows, n) == 8 && offsetof(struct rows, flags) == 12, "layout");

// flexible_members.c:15: target teams distribute parallel for map(to: l[0:1]) map(tofrom: l->v[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
twice_1(struct list *l, int n)
{
    for (int i : romp::league_for(0, l->n))
        l->v[i] *= 2;
}

// flexible_members.c:22: target teams distribute parallel for map(from: r->flags[1:n][0:4])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
clear_1(struct rows *r, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, romp::upto<int>(1, n)))
        for (int j = 0; j < 4; j++)
            r->flags[i][j] = 0;
}
