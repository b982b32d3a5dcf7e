/* The twin of atomics.c, by hand. */
#include "bench.h"
__global__ void k(const int *__restrict__ d, double *h, int *g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd(&h[d[i]], 1.5);
        atomicAdd(&g[d[i]], 1);
    }
}
int main(void)
{
    int n = 1 << 24, m = 1 << 16;
    int *d = (int *)malloc(4ul * n);
    double *h = (double *)malloc(8ul * m);
    int *g = (int *)malloc(4ul * m);
    unsigned s0 = 3;
    for (int i = 0; i < n; i++)
        d[i] = rnd(&s0) % m;
    int *dd, *dg;
    double *dh;
    cudaMalloc(&dd, 4ul * n);
    cudaMalloc(&dh, 8ul * m);
    cudaMalloc(&dg, 4ul * m);
    cudaMemset(dh, 0, 8ul * m);
    cudaMemset(dg, 0, 4ul * m);
    cudaMemcpy(dd, d, 4ul * n, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 12; r++) {
        if (r == 2)
            t = now();
        k<<<n / 256, 256>>>(dd, dh, dg, n);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(h, dh, 8ul * m, cudaMemcpyDeviceToHost);
    cudaMemcpy(g, dg, 4ul * m, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < m; i++)
        s += h[i] * (i % 3) + g[i];
    result("atomics", t / 10, s);
}
