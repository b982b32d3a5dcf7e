// Device code of attributes.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct point {
    double x;
    double y;
};
static_assert(sizeof(struct point) == 16 && offsetof(struct point, y) == 8, "layout");

// attributes.c:10: target teams distribute parallel for private(scratch) firstprivate(k) map(from: out[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
attributes_1(
    struct point *out,
    int k,
    int n,
    __grid_constant__ const struct point origin,
    const double half)
{
    for (int i : romp::league_for(0, n)) {
        int scratch[4];
        scratch[i % 4] = i * k;
        out[i].x = origin.x + scratch[i % 4] * half;
        out[i].y = origin.y;
    }
}
