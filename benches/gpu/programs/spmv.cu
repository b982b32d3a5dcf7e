/* The twin of spmv.c, by hand. */
#include "bench.h"
__global__ void k(const int *__restrict__ rp, const int *__restrict__ ci, const double *__restrict__ v,
                  const double *__restrict__ x, double *y, int n)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x % 32;
    if (w >= n)
        return;
    double s = 0;
    for (int k = rp[w] + l; k < rp[w + 1]; k += 32)
        s += v[k] * x[ci[k]];
    for (int o = 16; o; o /= 2)
        s += __shfl_down_sync(~0u, s, o);
    if (!l)
        y[w] = s;
}
int main(void)
{
    int n = 1 << 18, W = 48;
    int *rp = (int *)malloc(4 * (n + 1));
    unsigned s0 = 5;
    rp[0] = 0;
    for (int i = 0; i < n; i++)
        rp[i + 1] = rp[i] + W / 2 + rnd(&s0) % W;
    long nz = rp[n];
    int *ci = (int *)malloc(4 * nz);
    double *v = (double *)malloc(8 * nz), *x = (double *)malloc(8 * n), *y = (double *)malloc(8 * n);
    for (int i = 0; i < n; i++) {
        x[i] = 1 + i % 7;
        for (int k = rp[i]; k < rp[i + 1]; k++) {
            ci[k] = (i + (rnd(&s0) % 4096)) % n;
            v[k] = 1 + k % 3;
        }
    }
    double t = 0;
    int *dr, *dc;
    double *dv, *dx, *dy;
    cudaMalloc(&dr, 4 * (n + 1));
    cudaMalloc(&dc, 4 * nz);
    cudaMalloc(&dv, 8 * nz);
    cudaMalloc(&dx, 8 * n);
    cudaMalloc(&dy, 8 * n);
    cudaMemcpy(dr, rp, 4 * (n + 1), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, ci, 4 * nz, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, v, 8 * nz, cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, 8 * n, cudaMemcpyHostToDevice);
    for (int r = 0; r < 22; r++) {
        if (r == 2)
            t = now();
        k<<<n / 4, 128>>>(dr, dc, dv, dx, dy, n);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(y, dy, 8 * n, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += y[i];
    result("spmv", t / 20, s);
}
