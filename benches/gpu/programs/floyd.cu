/* The twin of floyd.c, by hand. */
#include "bench.h"
__global__ void fw(int *d, int *p, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        int w = d[i * n + k] + d[k * n + j];
        if (w < d[i * n + j]) {
            d[i * n + j] = w;
            p[i * n + j] = k;
        }
    }
}
int main(void)
{
    int n = 1024;
    unsigned s0 = 1;
    int *d = (int *)malloc(sizeof(int) * n * n), *p = (int *)malloc(sizeof(int) * n * n);
    for (int i = 0; i < n * n; i++) {
        d[i] = 1 + rnd(&s0) % 1000;
        p[i] = i % n;
    }
    for (int i = 0; i < n; i++)
        d[i * n + i] = 0;
    int *dd, *dp;
    cudaMalloc(&dd, 4 * n * n);
    cudaMalloc(&dp, 4 * n * n);
    cudaMemcpy(dd, d, 4 * n * n, cudaMemcpyHostToDevice);
    cudaMemcpy(dp, p, 4 * n * n, cudaMemcpyHostToDevice);
    double t = now();
    dim3 b(16, 16), g(n / 16, n / 16);
    for (int k = 0; k < n; k++) {
        fw<<<g, b>>>(dd, dp, n, k);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(d, dd, 4 * n * n, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < n * n; i++)
        s += d[i] * (double)(i % 7);
    result("floyd", t, s);
}
