// HACCmk by hand: a warp has PER_WARP particles, its lanes share the others, whose data it reads once for all of them.
// A thread a particle would not fill the device.
#include "haccmk.h"
#include "twin.cuh"

static constexpr int THREADS = 256;
static constexpr int PER_WARP = 4;

static __device__ float sum_of_warp(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    return value;
}

static __device__ float short_force(float r2)
{
    float inverse = rsqrtf(r2 + SOFTENING2);
    float rest = 0.0000605491f + r2 * -0.00000147177f;
    rest = -0.00109313f + r2 * rest;
    rest = 0.0114808f + r2 * rest;
    rest = -0.0750978f + r2 * rest;
    rest = 0.269327f + r2 * rest;
    return inverse * inverse * inverse - rest;
}

static __global__ void __launch_bounds__(THREADS)
    forces(int n, const float *__restrict__ x, const float *__restrict__ y, const float *__restrict__ z,
           const float *__restrict__ mass, float *__restrict__ vx, float *__restrict__ vy, float *__restrict__ vz)
{
    const int lane = threadIdx.x % 32, first = (blockIdx.x * (THREADS / 32) + threadIdx.x / 32) * PER_WARP;
    if (first >= n)
        return;
    float xi[PER_WARP], yi[PER_WARP], zi[PER_WARP], fx[PER_WARP], fy[PER_WARP], fz[PER_WARP];
#pragma unroll
    for (int k = 0; k < PER_WARP; k++) {
        int i = min(first + k, n - 1);
        xi[k] = x[i], yi[k] = y[i], zi[k] = z[i];
        fx[k] = fy[k] = fz[k] = 0;
    }
#pragma unroll 2
    for (int j = lane; j < n; j += 32) {
        float xj = x[j], yj = y[j], zj = z[j], mj = mass[j];
#pragma unroll
        for (int k = 0; k < PER_WARP; k++) {
            float dx = xj - xi[k], dy = yj - yi[k], dz = zj - zi[k];
            float r2 = dx * dx + dy * dy + dz * dz;
            // Where r2 is 0, so are the differences.
            float f = r2 < RANGE2 ? mj * short_force(r2) : 0;
            fx[k] += f * dx, fy[k] += f * dy, fz[k] += f * dz;
        }
    }
#pragma unroll
    for (int k = 0; k < PER_WARP; k++) {
        float sx = sum_of_warp(fx[k]), sy = sum_of_warp(fy[k]), sz = sum_of_warp(fz[k]);
        if (lane == k && first + k < n) {
            vx[first + k] += sx * FACTOR;
            vy[first + k] += sy * FACTOR;
            vz[first + k] += sz * FACTOR;
        }
    }
}

extern "C" void solve(const struct particles *p)
{
    const int n = p->count, blocks = (n + THREADS / 32 * PER_WARP - 1) / (THREADS / 32 * PER_WARP);
    const size_t bytes = n * sizeof(float);
    const float *in[] = {p->x, p->y, p->z, p->mass};
    float *velocities[] = {p->vx, p->vy, p->vz}, *device;
    CUDA(cudaMalloc(&device, 7 * bytes));
    for (int k = 0; k < 4; k++)
        CUDA(cudaMemcpy(device + (size_t)k * n, in[k], bytes, cudaMemcpyHostToDevice));
    float *v = device + 4 * (size_t)n;
    for (int k = 0; k < 3; k++)
        CUDA(cudaMemcpy(v + (size_t)k * n, velocities[k], bytes, cudaMemcpyHostToDevice));
    forces<<<blocks, THREADS>>>(n, device, device + n, device + 2 * (size_t)n, device + 3 * (size_t)n, v, v + n,
                                v + 2 * (size_t)n);
    CUDA(cudaGetLastError());
    for (int k = 0; k < 3; k++)
        CUDA(cudaMemcpy(velocities[k], v + (size_t)k * n, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(device));
}
