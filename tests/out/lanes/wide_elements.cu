// Device code of wide_elements.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// An iteration of the first loop loads four structures of 16 bytes: the compiler is told not to unroll it. One of the
// second loop loads less.
struct alignas(16) quad {
    float of[4];
};
static_assert(sizeof(struct quad) == 16, "layout");

static inline __device__ float dot(struct quad a, struct quad b)
{
    return a.of[0] * b.of[0] + a.of[1] * b.of[1] + a.of[2] * b.of[2] + a.of[3] * b.of[3];
}

// wide_elements.c:16: target teams distribute parallel for map(to: a[0:2 * n * half], b[0:2 * half]) map(from: sums[0:n], parts[0:n])
// SPMD, 128 threads a team
// wide_elements.c:20: 32 lanes of a warp share this loop
extern "C" __global__ void __launch_bounds__(128)
products_1(const struct quad *a, const struct quad *b, float *sums, float *parts, int n, int half)
{
    romp::block_is<128>();
    const auto lanes = romp::lanes_of<32>();
    for (int i : romp::league_for(lanes.groups(), 0, n)) {
        const struct quad *own = a + 2 * i * half;
        float sum = 0, part = 0;
        {
            float sum_private = 0;
            #pragma unroll 1
            for (int q : romp::team_for(lanes, 0, half))
                sum_private += dot(own[q], b[q]) + dot(own[half + q], b[half + q]);
            romp::reduce(lanes, romp::plus(sum, sum_private));
        }
        float part_private = 0;
        for (int q : romp::team_for(lanes, 0, half))
            part_private += dot(own[q], b[q]);
        romp::reduce(lanes, romp::plus(part, part_private));
        if (lanes.thread() == 0) {
            sums[i] = sum;
            parts[i] = part;
        }
    }
}
