/* The twin of turn.c, by hand: the faster of both orders. */
#include "bench.h"
__global__ void writes_next(const float *__restrict__ a, float *__restrict__ b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < n)
        b[(size_t)j * n + i] = a[(size_t)i * n + j];
}
__global__ void reads_next(const float *__restrict__ a, float *__restrict__ b, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < n)
        b[(size_t)j * n + i] = a[(size_t)i * n + j];
}
int main(void)
{
    int n = 8192;
    size_t all = (size_t)n * n;
    float *a = (float *)malloc(sizeof(float) * all), *b = (float *)malloc(sizeof(float) * all);
    for (size_t i = 0; i < all; i++)
        a[i] = i % 1001;
    float *da, *db;
    cudaMalloc(&da, sizeof(float) * all);
    cudaMalloc(&db, sizeof(float) * all);
    cudaMemcpy(da, a, sizeof(float) * all, cudaMemcpyHostToDevice);
    double best = 1e9;
    for (int order = 0; order < 2; order++) {
        double t = 0;
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
            if (order == 0)
                writes_next<<<dim3(n / 256, n), 256>>>(da, db, n);
            else
                reads_next<<<dim3(n / 256, n), 256>>>(da, db, n);
            cudaDeviceSynchronize();
        }
        t = now() - t;
        fprintf(stderr, "turn: %s next to each other: %.4f ms\n", order ? "reads" : "writes", t / 20 * 1e3);
        best = t < best ? t : best;
    }
    cudaMemcpy(b, db, sizeof(float) * all, cudaMemcpyDeviceToHost);
    double s = 0;
    for (size_t i = 0; i < all; i += 97)
        s += b[i] * (i % 13);
    result("turn", best / 20, s);
}
