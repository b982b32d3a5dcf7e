// Device code of unstructured.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

struct series {
    int n;
    float *values;
};
static_assert(sizeof(struct series) == 16 && offsetof(struct series, values) == 8, "layout");

// unstructured.c:13: target teams distribute parallel for
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
smooth_1(const series *s)
{
    for (int i : romp::league_for(1, s->n))
        s->values[i] *= 0.5f;
}
