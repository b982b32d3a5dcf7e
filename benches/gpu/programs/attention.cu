/* The twin of attention.c, by hand. */
#include "bench.h"
__global__ void dots(const float *key, const float *query, float *dot, int n, int d, int rows)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= rows * n)
        return;
    int q = at / n, k = at % n;
    float sum = 0;
    for (int i = 0; i < d; i++)
        sum += key[(size_t)i * n + k] * query[q * d + i];
    dot[at] = sum;
}
__global__ void outputs_of(const float *key, const float *dot, float *out, int n, int d, int rows)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= rows * d)
        return;
    int q = at / d, i = at % d;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += dot[(size_t)q * n + k] * key[(size_t)k * d + i];
    out[at] = sum;
}
int main(void)
{
    int n = 2048, d = 256, rows = 64;
    size_t all = (size_t)n * d, outputs = (size_t)rows * n;
    float *key = (float *)malloc(sizeof(float) * all), *query = (float *)malloc(sizeof(float) * rows * d),
          *out = (float *)malloc(sizeof(float) * rows * d);
    for (size_t i = 0; i < all; i++)
        key[i] = (float)(i % 17) / 16;
    for (int i = 0; i < rows * d; i++)
        query[i] = (float)(i % 13) / 64;
    float *dk, *dq, *dd, *dout;
    cudaMalloc(&dk, sizeof(float) * all);
    cudaMalloc(&dq, sizeof(float) * rows * d);
    cudaMalloc(&dd, sizeof(float) * outputs);
    cudaMalloc(&dout, sizeof(float) * rows * d);
    cudaMemcpy(dk, key, sizeof(float) * all, cudaMemcpyHostToDevice);
    cudaMemcpy(dq, query, sizeof(float) * rows * d, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 42; r++) {
        if (r == 2)
            t = now();
        dots<<<(rows * n + 127) / 128, 128>>>(dk, dq, dd, n, d, rows);
        cudaDeviceSynchronize();
        outputs_of<<<(rows * d + 127) / 128, 128>>>(dk, dd, dout, n, d, rows);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(out, dout, sizeof(float) * rows * d, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < rows * d; i++)
        s += floor(out[i] * 1e-2) * (i % 13);
    result("attention", t / 40, s);
}
