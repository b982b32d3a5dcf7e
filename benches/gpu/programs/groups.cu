/* The twin of groups.c, by hand: each block has both arrays in shared memory. */
#include "bench.h"
__global__ void __launch_bounds__(512)
    add(int n, int groups, const int *__restrict__ key, const int *__restrict__ value, long long *sum, int *size)
{
    extern __shared__ long long sums[];
    int *sizes = (int *)(sums + groups);
    for (int g = threadIdx.x; g < groups; g += blockDim.x) {
        sums[g] = 0;
        sizes[g] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int g = key[i];
        atomicAdd(sizes + g, 1);
        atomicAdd((unsigned long long *)sums + g, (unsigned long long)(long long)value[i]);
    }
    __syncthreads();
    for (int g = threadIdx.x; g < groups; g += blockDim.x) {
        atomicAdd((unsigned long long *)sum + g, (unsigned long long)sums[g]);
        atomicAdd(size + g, sizes[g]);
    }
}
int main(void)
{
    int n = 1 << 25, groups = 500;
    int *key = (int *)malloc(sizeof *key * n), *value = (int *)malloc(sizeof *value * n), *dkey, *dvalue, *dsize;
    long long *sum = (long long *)calloc(groups, sizeof *sum), *dsum;
    int *size = (int *)calloc(groups, sizeof *size);
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        key[i] = rnd(&seed) % groups;
        value[i] = rnd(&seed) % 1000;
    }
    cudaMalloc(&dkey, sizeof *key * n);
    cudaMalloc(&dvalue, sizeof *value * n);
    cudaMalloc(&dsum, sizeof *sum * groups);
    cudaMalloc(&dsize, sizeof *size * groups);
    cudaMemcpy(dkey, key, sizeof *key * n, cudaMemcpyHostToDevice);
    cudaMemcpy(dvalue, value, sizeof *value * n, cudaMemcpyHostToDevice);
    cudaMemset(dsum, 0, sizeof *sum * groups);
    cudaMemset(dsize, 0, sizeof *size * groups);
    double t = 0;
    for (int r = 0; r < 22; r++) {
        if (r == 2)
            t = now();
        add<<<132 * 4, 512, groups * (sizeof *sum + sizeof *size)>>>(n, groups, dkey, dvalue, dsum, dsize);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(sum, dsum, sizeof *sum * groups, cudaMemcpyDeviceToHost);
    cudaMemcpy(size, dsize, sizeof *size * groups, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int g = 0; g < groups; g++)
        s += (double)sum[g] * (g % 7) + size[g];
    result("groups", t / 20, s);
}
