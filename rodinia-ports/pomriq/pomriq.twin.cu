// MRI-Q by hand: the samples lie in constant memory, as many as there is room for in a launch, and a thread has
// PER_THREAD voxels.
#include "pomriq.h"
#include "twin.cuh"

static constexpr int THREADS = 256;
static constexpr int PER_THREAD = 2;
static constexpr int ROOM = 4096;

static __constant__ float4 samples_here[ROOM];

static __global__ void magnitudes(int samples, const float *__restrict__ phi_real,
                                  const float *__restrict__ phi_imaginary, float4 *__restrict__ sample)
{
    int k = blockIdx.x * THREADS + threadIdx.x;
    if (k < samples)
        sample[k].w = phi_real[k] * phi_real[k] + phi_imaginary[k] * phi_imaginary[k];
}

static __global__ void __launch_bounds__(THREADS)
    sums(int voxels, int count, bool first, const float *__restrict__ x, const float *__restrict__ y,
         const float *__restrict__ z, float *__restrict__ real, float *__restrict__ imaginary)
{
    const int from = blockIdx.x * THREADS * PER_THREAD + threadIdx.x;
    float xv[PER_THREAD], yv[PER_THREAD], zv[PER_THREAD], re[PER_THREAD], im[PER_THREAD];
#pragma unroll
    for (int i = 0; i < PER_THREAD; i++) {
        int v = min(from + i * THREADS, voxels - 1);
        xv[i] = TWO_PI * x[v], yv[i] = TWO_PI * y[v], zv[i] = TWO_PI * z[v];
        re[i] = first ? 0 : real[v];
        im[i] = first ? 0 : imaginary[v];
    }
#pragma unroll 4
    for (int k = 0; k < count; k++) {
        float4 sample = samples_here[k];
#pragma unroll
        for (int i = 0; i < PER_THREAD; i++) {
            float sine, cosine;
            __sincosf(sample.x * xv[i] + sample.y * yv[i] + sample.z * zv[i], &sine, &cosine);
            re[i] += sample.w * cosine;
            im[i] += sample.w * sine;
        }
    }
#pragma unroll
    for (int i = 0; i < PER_THREAD; i++) {
        int v = from + i * THREADS;
        if (v < voxels) {
            real[v] = re[i];
            imaginary[v] = im[i];
        }
    }
}

static int blocks(int count, int each)
{
    return (count + each - 1) / each;
}

extern "C" void solve(const struct scan *scan, float *real, float *imaginary)
{
    const int n = scan->voxels, m = scan->samples;
    const size_t voxel_bytes = n * sizeof(float), sample_bytes = m * sizeof(float);
    float *x, *phi, *q;
    float4 *sample;
    CUDA(cudaMalloc(&x, 3 * voxel_bytes));
    CUDA(cudaMalloc(&q, 2 * voxel_bytes));
    CUDA(cudaMalloc(&phi, 2 * sample_bytes));
    CUDA(cudaMalloc(&sample, m * sizeof *sample));
    CUDA(cudaMemcpy(x, scan->x, voxel_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(x + n, scan->y, voxel_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(x + 2 * n, scan->z, voxel_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(phi, scan->phi_real, sample_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(phi + m, scan->phi_imaginary, sample_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(sample, scan->sample, m * sizeof *sample, cudaMemcpyHostToDevice));
    magnitudes<<<blocks(m, THREADS), THREADS>>>(m, phi, phi + m, sample);
    for (int first = 0; first < m; first += ROOM) {
        int count = m - first < ROOM ? m - first : ROOM;
        CUDA(cudaMemcpyToSymbol(samples_here, sample + first, count * sizeof *sample, 0, cudaMemcpyDeviceToDevice));
        sums<<<blocks(n, THREADS * PER_THREAD), THREADS>>>(n, count, first == 0, x, x + n, x + 2 * n, q, q + n);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(real, q, voxel_bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(imaginary, q + n, voxel_bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(x));
    CUDA(cudaFree(q));
    CUDA(cudaFree(phi));
    CUDA(cudaFree(sample));
}
