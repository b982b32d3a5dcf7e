/* The twin of bits.c, by hand. */
#include "bench.h"
__global__ void k1(const unsigned *__restrict__ d, int *__restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned v = d[i];
        int k = 0;
        while (v) {
            v &= v - 1;
            k++;
        }
        c[i] = k;
    }
}
__global__ void k2(const unsigned *__restrict__ d, int *__restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] += __popc(d[i]);
}
__global__ void k3(const unsigned *__restrict__ d, int *__restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned char *b = (unsigned char *)&d[i];
        int k = 0;
        for (int q = 0; q < 4; q++)
            for (int z = 0; z < 8; z++)
                k += (b[q] >> z) & 1;
        c[i] += k;
    }
}
int main(void)
{
    int n = 1 << 24;
    unsigned *d = (unsigned *)malloc(4ul * n);
    int *c = (int *)malloc(4ul * n);
    unsigned s0 = 3;
    for (int i = 0; i < n; i++)
        d[i] = rnd(&s0) * 7919u;
    unsigned *dd;
    int *dc;
    cudaMalloc(&dd, 4ul * n);
    cudaMalloc(&dc, 4ul * n);
    cudaMemcpy(dd, d, 4ul * n, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 12; r++) {
        if (r == 2)
            t = now();
        k1<<<n / 256, 256>>>(dd, dc, n);
        cudaDeviceSynchronize();
        k2<<<n / 256, 256>>>(dd, dc, n);
        cudaDeviceSynchronize();
        k3<<<n / 256, 256>>>(dd, dc, n);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(c, dc, 4ul * n, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += c[i];
    result("bits", t / 10, s);
}
