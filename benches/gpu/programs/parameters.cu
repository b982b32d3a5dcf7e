/* The twin of parameters.c, by hand. */
#include "bench.h"
struct domain {
    int begin, end;
    float scale;
};
struct values {
    float weights[5], source[2];
};
__global__ void k(const float *__restrict__ a, float *__restrict__ b, domain d, values v)
{
    int i = d.begin + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= d.end)
        return;
    float sum = v.source[0] * v.source[1];
    for (int k = 0; k < 5; k++)
        sum += v.weights[k] * a[i + k - 2];
    b[i] = sum * d.scale;
}
static void steps(int n, int count, domain d, float *a, float *b)
{
    values v = { { 0.1f, 0.2f, 0.4f, 0.2f, 0.1f }, { 0, 1 } };
    for (int s = 0; s < count; s++) {
        v.source[0] = s & 7;
        d.scale = s & 1 ? 0.5f : 2;
        k<<<(d.end - d.begin + 127) / 128, 128>>>(a, b, d, v);
        cudaDeviceSynchronize();
        float *t = a;
        a = b;
        b = t;
    }
}
int main(void)
{
    int n = 1 << 16, count = 2000;
    domain d = { 2, n - 2, 1 };
    float *a = (float *)malloc(4 * n), *da, *db;
    for (int i = 0; i < n; i++)
        a[i] = (i * 7) % 123;
    cudaMalloc(&da, 4 * n);
    cudaMalloc(&db, 4 * n);
    cudaMemcpy(da, a, 4 * n, cudaMemcpyHostToDevice);
    cudaMemcpy(db, a, 4 * n, cudaMemcpyHostToDevice);
    steps(n, 20, d, da, db);
    double t = now();
    steps(n, count, d, da, db);
    t = now() - t;
    cudaMemcpy(a, da, 4 * n, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    result("parameters", t / count, sum);
}
