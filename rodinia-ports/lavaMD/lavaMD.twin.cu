// lavaMD by hand: a block for each box. LANES threads share a particle of the box: each takes every LANES-th particle
// of the neighbour, which lies in shared memory. 100 particles are no multiple of a warp, 8 * 100 threads are.
#include "lavaMD.h"
#include "twin.cuh"

static const int LANES = 8; // a power of 2, at most 8; LANES * PARTICLES threads a block

static __global__ void __launch_bounds__(LANES * PARTICLES)
    interact(const struct box *__restrict__ box, const double4_32a *__restrict__ position,
             const double *__restrict__ charge, double a2, double4_32a *__restrict__ force)
{
    __shared__ double4_32a near[PARTICLES];
    __shared__ double near_charge[PARTICLES];
    const struct box *home = &box[blockIdx.x];
    const int lane = threadIdx.x % LANES, neighbours = home->neighbours;
    const long mine = home->offset + threadIdx.x / LANES;
    const double4_32a a = position[mine];
    double sv = 0, sx = 0, sy = 0, sz = 0;
    for (int k = -1; k < neighbours; k++) {
        const long other = k < 0 ? home->offset : box[home->neighbour[k]].offset;
        for (int p = threadIdx.x; p < 2 * PARTICLES; p += blockDim.x) {
            if (p < PARTICLES)
                near[p] = position[other + p];
            else
                near_charge[p - PARTICLES] = charge[other + p - PARTICLES];
        }
        __syncthreads();
        for (int j = lane; j < PARTICLES; j += LANES) {
            const double4_32a b = near[j];
            const double q = near_charge[j];
            const double r2 = a.x + b.x - (a.y * b.y + a.z * b.z + a.w * b.w);
            const double v = exp(-a2 * r2), f = 2 * v;
            sv += q * v;
            sx += q * (f * (a.y - b.y));
            sy += q * (f * (a.z - b.z));
            sz += q * (f * (a.w - b.w));
        }
        __syncthreads();
    }
    for (int d = LANES / 2; d; d /= 2) {
        sv += __shfl_xor_sync(~0u, sv, d);
        sx += __shfl_xor_sync(~0u, sx, d);
        sy += __shfl_xor_sync(~0u, sy, d);
        sz += __shfl_xor_sync(~0u, sz, d);
    }
    if (lane == 0)
        force[mine] = make_double4_32a(sv, sx, sy, sz);
}

extern "C" void solve(const struct space *space, struct vector4 *force)
{
    const size_t particles = (size_t)space->boxes * PARTICLES;
    struct box *box;
    double4_32a *position, *result;
    double *charge;
    CUDA(cudaMalloc(&box, space->boxes * sizeof *box));
    CUDA(cudaMalloc(&position, particles * sizeof *position));
    CUDA(cudaMalloc(&result, particles * sizeof *result));
    CUDA(cudaMalloc(&charge, particles * sizeof *charge));
    CUDA(cudaMemcpy(box, space->box, space->boxes * sizeof *box, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(position, space->position, particles * sizeof *position, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(charge, space->charge, particles * sizeof *charge, cudaMemcpyHostToDevice));
    interact<<<space->boxes, LANES * PARTICLES>>>(box, position, charge, 2 * space->alpha * space->alpha, result);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(force, result, particles * sizeof *force, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(box));
    CUDA(cudaFree(position));
    CUDA(cudaFree(result));
    CUDA(cudaFree(charge));
}
