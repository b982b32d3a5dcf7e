/* The twin of columns.c, by hand: x along the loop whose iterations are neighbours in memory. */
#include "bench.h"
__global__ void two(const float *__restrict__ a, float *__restrict__ b, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < n)
        b[(size_t)j * n + i] += 2 * a[(size_t)j * n + i];
}
__global__ void three(const float *__restrict__ a, float *__restrict__ b, int rows, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    if (i < rows)
        b[((size_t)k * m + j) * rows + i] += a[((size_t)k * m + j) * rows + i];
}
__global__ void add(const float *__restrict__ a, size_t all, double *sum)
{
    double mine = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += (size_t)gridDim.x * blockDim.x)
        mine += a[i];
    for (int down = 16; down > 0; down /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, down);
    __shared__ double warps[8];
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            mine += warps[w];
        atomicAdd(sum, mine);
    }
}
int main(void)
{
    int n = 4096, m = 4096, l = 16, rows = n / l;
    size_t all = (size_t)n * m;
    float *a = (float *)malloc(sizeof(float) * all), *b = (float *)malloc(sizeof(float) * all);
    for (size_t i = 0; i < all; i++) {
        a[i] = i % 31;
        b[i] = 0;
    }
    float *da, *db;
    double *dsum;
    cudaMalloc(&da, sizeof(float) * all);
    cudaMalloc(&db, sizeof(float) * all);
    cudaMalloc(&dsum, sizeof(double));
    cudaMemcpy(da, a, sizeof(float) * all, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(float) * all, cudaMemcpyHostToDevice);
    double t = 0, total = 0;
    for (int r = 0; r < 22; r++) {
        if (r == 2)
            t = now();
        two<<<dim3(n / 256, m), 256>>>(da, db, n, m);
        cudaDeviceSynchronize();
        three<<<dim3((rows + 255) / 256, m, l), 256>>>(da, db, rows, m);
        cudaDeviceSynchronize();
        double sum = 0;
        cudaMemcpy(dsum, &sum, sizeof sum, cudaMemcpyHostToDevice);
        add<<<132 * 8, 256>>>(da, all, dsum);
        cudaMemcpy(&sum, dsum, sizeof sum, cudaMemcpyDeviceToHost);
        total += sum;
    }
    t = now() - t;
    cudaMemcpy(b, db, sizeof(float) * all, cudaMemcpyDeviceToHost);
    double s = total;
    for (size_t i = 0; i < all; i += 97)
        s += b[i] * (i % 13);
    result("columns", t / 20, s);
}
