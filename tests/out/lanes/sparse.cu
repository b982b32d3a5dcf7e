// Device code of sparse.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct node {
    int key[256];
    int child[256];
};
static_assert(sizeof(struct node) == 2048 && offsetof(struct node, child) == 1024, "layout");

// sparse.c:4: target teams distribute parallel for
// SPMD, 128 threads a team
// sparse.c:7: 8 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(128)
multiply_1(
    int rows,
    const int *begin,
    const double *value,
    const int *column,
    const double *x,
    double *y)
{
    romp::block_is<128>();
    const auto lanes = romp::lanes_of<8>();
    for (int i : romp::league_for(lanes.groups(), 0, rows)) {
        double sum = 0;
        {
            double sum_private = 0;
            #pragma unroll 4
            for (int k : romp::team_for(lanes, romp::below<int>(begin[i], begin[i + 1])))
                sum_private += value[k] * x[column[k]];
            romp::reduce(lanes, romp::plus(sum, sum_private));
        }
        if (lanes.thread() == 0)
            y[i] = sum;  // the first lane's
    }
}

// sparse.c:18: target teams distribute parallel for reduction(+: sum)
// SPMD, 256 threads a team
// sparse.c:20: 8 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(256)
total_1(double *sum_dev, int rows, const int *begin, const double *value, void *scratch)
{
    double &sum = *sum_dev;
    romp::block_is<256>();
    double sum_private = 0;
    const auto lanes = romp::lanes_of<8>();
    for (int i : romp::league_for(lanes.groups(), 0, rows)) {
        double sum_private2 = 0;
        for (int k : romp::team_for(lanes, romp::below<int>(begin[i], begin[i + 1])))
            sum_private2 += value[k];
        romp::reduce(lanes, romp::plus(sum_private, sum_private2));
    }
    romp::reduce_league(scratch, romp::plus(sum, sum_private));
}

// sparse.c:35: target teams distribute parallel for map(to: key[0:n]) map(from: found[0:n])
// SPMD, 128 threads a team
// sparse.c:40: 32 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(128)
find_1(const int *key, int *found, int n, const struct node *tree, int height)
{
    romp::block_is<128>();
    const auto lanes = romp::lanes_of<32>();
    for (int i : romp::league_for(lanes.groups(), 0, n)) {
        const struct node *here = tree;
        for (int level = 0; level < height; level++) {
            int below = 0;
            int below_private = 0;
            for (int k : romp::team_for(lanes, 0, 256))
                below_private += here->key[k] <= key[i];
            romp::reduce_for_all(lanes, romp::plus(below, below_private));
            here = &tree[here->child[below - 1]];
        }
        lanes.barrier();
        if (lanes.thread() == 0)
            found[i] = here->key[0];
    }
}

// sparse.c:52: target teams distribute parallel for map(to: key[0:n])
// SPMD, 128 or 256 threads a team
// sparse.c:56: not shared by the lanes of a warp: iterations of `simd` may access what others write, at sparse.c:58
extern "C" __global__ void __launch_bounds__(256)
mark_1(const int *key, int n, struct node *tree, int height, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n)) {
        struct node *here = tree;
        for (int level = 0; level < height; level++) {
            for (int k = 0; k < 255; k++)
                tree->child[k] = here->key[k + 1];
            here = &tree[here->child[0]];
        }
    }
}
