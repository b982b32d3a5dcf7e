/* The twin of bitonic.c, by hand. */
#include "bench.h"
__global__ void step(int *a, unsigned n, unsigned j, unsigned k)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned other = i ^ j;
    if (other > i && ((i & k) == 0) == (a[i] > a[other])) {
        int keep = a[i];
        a[i] = a[other];
        a[other] = keep;
    }
}
int main(void)
{
    const unsigned n = 1u << 24;
    int *a = (int *)malloc(sizeof(int) * n), *da;
    unsigned seed = 7;
    for (unsigned i = 0; i < n; i++)
        a[i] = (int)(rnd(&seed) % 1000003);
    cudaMalloc(&da, sizeof(int) * n);
    cudaMemcpy(da, a, sizeof(int) * n, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    double t = now();
    for (unsigned k = 2; k <= n; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            step<<<(n + 255) / 256, 256>>>(da, n, j, k);
            cudaDeviceSynchronize();
        }
    t = now() - t;
    cudaMemcpy(a, da, sizeof(int) * n, cudaMemcpyDeviceToHost);
    double s = 0;
    for (unsigned i = 0; i < n; i += 97)
        s += (double)a[i] * (i % 13);
    result("bitonic", t, s);
}
