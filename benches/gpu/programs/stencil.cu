/* The twin of stencil.c, by hand. */
#include "bench.h"
#define I(i, j, k) (((long)(i) * n + (j)) * n + (k))
__global__ void st(const double *__restrict__ p, double *__restrict__ q, int n)
{
    int k = 1 + blockIdx.x * blockDim.x + threadIdx.x, j = 1 + blockIdx.y * blockDim.y + threadIdx.y,
        i = 1 + blockIdx.z;
    if (k < n - 1 && j < n - 1)
        q[I(i, j, k)] =
            0.4 * p[I(i, j, k)] + 0.1 * (p[I(i - 1, j, k)] + p[I(i + 1, j, k)] + p[I(i, j - 1, k)] +
                                         p[I(i, j + 1, k)] + p[I(i, j, k - 1)] + p[I(i, j, k + 1)]);
}
int main(void)
{
    int n = 384;
    long N = (long)n * n * n;
    double *a = (double *)malloc(8 * N);
    for (long i = 0; i < N; i++)
        a[i] = i % 11;
    double *da, *db;
    cudaMalloc(&da, 8 * N);
    cudaMalloc(&db, 8 * N);
    cudaMemcpy(da, a, 8 * N, cudaMemcpyHostToDevice);
    cudaMemcpy(db, a, 8 * N, cudaMemcpyHostToDevice);
    double t = 0;
    dim3 b(64, 4), g((n + 63) / 64, (n + 3) / 4, n - 2);
    for (int r = 0; r < 22; r++) {
        if (r == 2)
            t = now();
        double *p = r % 2 ? db : da, *q = r % 2 ? da : db;
        st<<<g, b>>>(p, q, n);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(a, da, 8 * N, cudaMemcpyDeviceToHost);
    double s = 0;
    for (long i = 0; i < N; i += 1001)
        s += a[i];
    result("stencil", t / 20, s);
}
