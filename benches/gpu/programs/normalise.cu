/* The twin of normalise.c, by hand. */
#include "bench.h"
#include <cub/cub.cuh>
__global__ void k(const float *__restrict__ a, float *__restrict__ b, int cols)
{
    typedef cub::BlockReduce<float, 128> BR;
    __shared__ typename BR::TempStorage tmp;
    __shared__ float mean;
    long row = (long)blockIdx.x * cols;
    float s = 0;
    for (int j = threadIdx.x; j < cols; j += 128)
        s += a[row + j];
    s = BR(tmp).Sum(s);
    if (!threadIdx.x)
        mean = s / cols;
    __syncthreads();
    float m = mean;
    for (int j = threadIdx.x; j < cols; j += 128)
        b[row + j] = a[row + j] - m;
}
int main(void)
{
    int rows = 32768, cols = 1024;
    long N = (long)rows * cols;
    float *a = (float *)malloc(4 * N), *b = (float *)malloc(4 * N);
    for (long i = 0; i < N; i++)
        a[i] = (i * 7) % 123;
    float *da, *db;
    cudaMalloc(&da, 4 * N);
    cudaMalloc(&db, 4 * N);
    cudaMemcpy(da, a, 4 * N, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 22; r++) {
        if (r == 2)
            t = now();
        k<<<rows, 128>>>(da, db, cols);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(b, db, 4 * N, cudaMemcpyDeviceToHost);
    double s = 0;
    for (long i = 0; i < N; i++)
        s += fabs(b[i]);
    result("normalise", t / 20, s);
}
