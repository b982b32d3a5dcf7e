/* The twin of nbody.c, by hand. */
#include "bench.h"
__global__ void k(const float *__restrict__ x, float *__restrict__ a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ax = 0, ay = 0, az = 0, xi = x[4 * i], yi = x[4 * i + 1], zi = x[4 * i + 2];
    for (int j = 0; j < n; j++) {
        float dx = x[4 * j] - xi, dy = x[4 * j + 1] - yi, dz = x[4 * j + 2] - zi;
        float d = dx * dx + dy * dy + dz * dz + 0.01f;
        float q = 1.0f / sqrtf(d);
        q = q * q * q * x[4 * j + 3];
        ax += dx * q;
        ay += dy * q;
        az += dz * q;
    }
    a[3 * i] = ax;
    a[3 * i + 1] = ay;
    a[3 * i + 2] = az;
}
int main(void)
{
    int n = 16384;
    float *x = (float *)malloc(16 * n), *a = (float *)malloc(12 * n);
    unsigned s0 = 9;
    for (int i = 0; i < 4 * n; i++)
        x[i] = (rnd(&s0) % 1000) / 1000.f;
    double t = 0;
    float *dx, *da;
    cudaMalloc(&dx, 16 * n);
    cudaMalloc(&da, 12 * n);
    cudaMemcpy(dx, x, 16 * n, cudaMemcpyHostToDevice);
    for (int r = 0; r < 12; r++) {
        if (r == 2)
            t = now();
        k<<<n / 128, 128>>>(dx, da, n);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(a, da, 12 * n, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < 3 * n; i++)
        s += fabs(a[i]);
    result("nbody", t / 10, s);
}
