// CG by hand: LANES lanes a row; scalars stay on the device, so that the host waits once an outer step.
#include "cg.h"
#include "twin.cuh"

static constexpr int THREADS = 256;
static constexpr int LANES = 32;
static constexpr int BLOCKS_PER_SM = 8;

static __device__ double sum_of_lanes(double value, int lanes)
{
    for (int distance = lanes / 2; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    return value;
}

// Adds the block's values to `sum`.
static __device__ void add_block(double value, double *sum)
{
    __shared__ double warps[THREADS / 32];
    value = sum_of_lanes(value, 32);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = sum_of_lanes(threadIdx.x < THREADS / 32 ? warps[threadIdx.x] : 0, 32);
        if (threadIdx.x == 0)
            atomicAdd(sum, value);
    }
    __syncthreads();
}

static __global__ void __launch_bounds__(THREADS)
    begin_steps(int n, const double *__restrict__ x, double *__restrict__ z, double *__restrict__ p,
                double *__restrict__ r, double *rho)
{
    double sum = 0;
    for (int j = blockIdx.x * THREADS + threadIdx.x; j < n; j += gridDim.x * THREADS) {
        double xj = x[j];
        z[j] = 0;
        r[j] = p[j] = xj;
        sum += xj * xj;
    }
    add_block(sum, rho);
}

static __global__ void __launch_bounds__(THREADS)
    multiply(int n, const int *__restrict__ begin, const int *__restrict__ column, const double *__restrict__ value,
             const double *__restrict__ p, double *__restrict__ q, double *pq)
{
    const int lane = threadIdx.x % LANES, stride = gridDim.x * (THREADS / LANES);
    double product = 0;
    for (int j = blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES; j < n; j += stride) {
        double sum = 0;
#pragma unroll 4
        for (int k = begin[j] + lane; k < begin[j + 1]; k += LANES)
            sum += value[k] * __ldg(&p[column[k]]);
        sum = sum_of_lanes(sum, LANES);
        if (lane == 0) {
            q[j] = sum;
            product += p[j] * sum;
        }
    }
    add_block(product, pq);
}

static __global__ void __launch_bounds__(THREADS)
    advance(int n, const double *__restrict__ p, const double *__restrict__ q, double *__restrict__ z,
            double *__restrict__ r, const double *last_rho, const double *pq, double *rho)
{
    const double alpha = *last_rho / *pq;
    double sum = 0;
    for (int j = blockIdx.x * THREADS + threadIdx.x; j < n; j += gridDim.x * THREADS) {
        double rj = r[j] - alpha * q[j];
        z[j] += alpha * p[j];
        r[j] = rj;
        sum += rj * rj;
    }
    add_block(sum, rho);
}

static __global__ void __launch_bounds__(THREADS)
    turn(int n, const double *__restrict__ r, double *__restrict__ p, const double *last_rho, const double *rho)
{
    const double beta = *rho / *last_rho;
    for (int j = blockIdx.x * THREADS + threadIdx.x; j < n; j += gridDim.x * THREADS)
        p[j] = r[j] + beta * p[j];
}

static __global__ void __launch_bounds__(THREADS)
    products(int n, const double *__restrict__ x, const double *__restrict__ z, double *xz, double *zz)
{
    double sum_xz = 0, sum_zz = 0;
    for (int j = blockIdx.x * THREADS + threadIdx.x; j < n; j += gridDim.x * THREADS) {
        sum_xz += x[j] * z[j];
        sum_zz += z[j] * z[j];
    }
    add_block(sum_xz, xz);
    add_block(sum_zz, zz);
}

static __global__ void __launch_bounds__(THREADS)
    scale(int n, const double *__restrict__ z, double *__restrict__ x, const double *zz)
{
    const double factor = 1 / sqrt(*zz);
    for (int j = blockIdx.x * THREADS + threadIdx.x; j < n; j += gridDim.x * THREADS)
        x[j] = factor * z[j];
}

extern "C" void solve(const struct problem *problem, double *zeta, double *result)
{
    const struct matrix *m = &problem->matrix;
    const int n = m->rows, elements = m->begin[n], inner = problem->inner;
    int *begin, *column, device, processors;
    double *value, *x, *sums;
    // The sums of an outer step: those of r.r before each inner step and after the last, p.q of each, x.z, z.z.
    const size_t all_sums = 2 * inner + 3;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaMalloc(&begin, (n + 1) * sizeof *begin));
    CUDA(cudaMalloc(&column, elements * sizeof *column));
    CUDA(cudaMalloc(&value, elements * sizeof *value));
    CUDA(cudaMalloc(&x, 5 * (size_t)n * sizeof *x));
    CUDA(cudaMalloc(&sums, all_sums * sizeof *sums));
    CUDA(cudaMemcpy(begin, m->begin, (n + 1) * sizeof *begin, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(column, m->column, elements * sizeof *column, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(value, m->value, elements * sizeof *value, cudaMemcpyHostToDevice));
    for (int j = 0; j < n; j++)
        result[j] = 1;
    CUDA(cudaMemcpy(x, result, n * sizeof *x, cudaMemcpyHostToDevice));
    double *z = x + n, *p = z + n, *q = p + n, *r = q + n;
    double *rho = sums, *pq = sums + inner + 1, *xz = pq + inner, *zz = xz + 1, host_xz;
    const int most = processors * BLOCKS_PER_SM, wanted = (n + THREADS - 1) / THREADS;
    const int blocks = wanted < most ? wanted : most;
    for (int step = 0; step < problem->outer; step++) {
        CUDA(cudaMemset(sums, 0, all_sums * sizeof *sums));
        begin_steps<<<blocks, THREADS>>>(n, x, z, p, r, rho);
        for (int i = 0; i < inner; i++) {
            multiply<<<most, THREADS>>>(n, begin, column, value, p, q, pq + i);
            advance<<<blocks, THREADS>>>(n, p, q, z, r, rho + i, pq + i, rho + i + 1);
            turn<<<blocks, THREADS>>>(n, r, p, rho + i, rho + i + 1);
        }
        products<<<blocks, THREADS>>>(n, x, z, xz, zz);
        scale<<<blocks, THREADS>>>(n, z, x, zz);
        CUDA(cudaMemcpy(&host_xz, xz, sizeof host_xz, cudaMemcpyDeviceToHost));
        zeta[step] = problem->shift + 1 / host_xz;
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result, x, n * sizeof *x, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(begin));
    CUDA(cudaFree(column));
    CUDA(cudaFree(value));
    CUDA(cudaFree(x));
    CUDA(cudaFree(sums));
}
