/* The twin of matmul.c, by hand. */
#include "bench.h"
#define T 16
__global__ void k(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ float As[T][T], Bs[T][T];
    int tx = threadIdx.x % T, ty = threadIdx.x / T, bx = blockIdx.x % (n / T), by = blockIdx.x / (n / T);
    float s = 0;
    for (int m = 0; m < n / T; m++) {
        As[ty][tx] = a[(by * T + ty) * n + m * T + tx];
        Bs[ty][tx] = b[(m * T + ty) * n + bx * T + tx];
        __syncthreads();
        for (int k = 0; k < T; k++)
            s += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    c[(by * T + ty) * n + bx * T + tx] = s;
}
int main(void)
{
    int n = 2048;
    size_t B = 4ul * n * n;
    float *a = (float *)malloc(B), *b = (float *)malloc(B), *c = (float *)malloc(B);
    for (long i = 0; i < (long)n * n; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    float *da, *db, *dc;
    cudaMalloc(&da, B);
    cudaMalloc(&db, B);
    cudaMalloc(&dc, B);
    cudaMemcpy(da, a, B, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, B, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 12; r++) {
        if (r == 2)
            t = now();
        k<<<(n / T) * (n / T), T * T>>>(da, db, dc, n);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(c, dc, B, cudaMemcpyDeviceToHost);
    double s = 0;
    for (long i = 0; i < (long)n * n; i += 37)
        s += c[i];
    result("matmul", t / 10, s);
}
