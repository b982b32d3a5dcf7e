/* The twin of parts.c, by hand. */
#include "bench.h"
__global__ void arrays(const float *__restrict__ a, float *__restrict__ b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t c = blockIdx.y;
    if (i < n)
        b[c * n + i] += a[c * n + i];
}
__global__ void structures(const float *__restrict__ a, float *__restrict__ b, int all)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < all)
        b[i] += a[i];
}
int main(void)
{
    int n = 1 << 22;
    size_t all = 3 * (size_t)n;
    float *a = (float *)malloc(sizeof(float) * all), *b = (float *)malloc(sizeof(float) * all);
    for (size_t i = 0; i < all; i++) {
        a[i] = i % 31;
        b[i] = 0;
    }
    float *da, *db;
    cudaMalloc(&da, sizeof(float) * all);
    cudaMalloc(&db, sizeof(float) * all);
    cudaMemcpy(da, a, sizeof(float) * all, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(float) * all, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 42; r++) {
        if (r == 2)
            t = now();
        arrays<<<dim3(n / 256, 3), 256>>>(da, db, n);
        cudaDeviceSynchronize();
        structures<<<(all + 255) / 256, 256>>>(da, db, all);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(b, db, sizeof(float) * all, cudaMemcpyDeviceToHost);
    double s = 0;
    for (size_t i = 0; i < all; i += 97)
        s += b[i] * (i % 13);
    result("parts", t / 40, s);
}
