// Device code of unicode_entities.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// nvcc takes only ASCII in names of kernels, functions and variables with static storage.
struct Maß {
    double höhe;
};
static_assert(sizeof(struct Maß) == 8, "layout");

__device__ double t_u00e1bla[3] = {1, 2, 3};
__device__ int z_u00e4hler_;
__device__ int z_u00e4hler;

static __device__ const double _u0394_f_u00e4ktor = 0.5;
static __device__ double _u0394(struct Maß m)
{
    return m.höhe * _u0394_f_u00e4ktor;
}

// unicode_entities.c:19: target map(from: señal[0:1])
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
gr_u00f6_u00dfe_1(double *señal, __grid_constant__ const struct Maß m)
{
    double µ = t_u00e1bla[1];
    señal[0] = µ + _u0394(m) + z_u00e4hler_ + z_u00e4hler;
}
