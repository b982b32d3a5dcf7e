/* The twin of scalars.c, by hand. */
#include "bench.h"
__global__ void k(int n, const float *__restrict__ a, float *__restrict__ b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float t = a[i], u = t * t + 1, v = t > 60 ? u : u * 2;
        b[i] = t / v;
    }
}
int main(void)
{
    int n = 1 << 24;
    float *a = (float *)malloc(4L * n), *b = (float *)malloc(4L * n);
    for (int i = 0; i < n; i++)
        a[i] = (i * 7L) % 123;
    float *da, *db;
    cudaMalloc(&da, 4L * n);
    cudaMalloc(&db, 4L * n);
    cudaMemcpy(da, a, 4L * n, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 22; r++) {
        if (r == 2)
            t = now();
        k<<<(n + 255) / 256, 256>>>(n, da, db);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(b, db, 4L * n, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += b[i];
    result("scalars", t / 20, s);
}
