/* The twin of transpose.c, by hand. */
#include "bench.h"
#define TILE 32
#define ROWS 8
__global__ void k(const float *__restrict__ a, float *__restrict__ b, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x % TILE, ty = threadIdx.x / TILE;
    int bx = blockIdx.x % (n / TILE), by = blockIdx.x / (n / TILE);
    int x = bx * TILE + tx, y = by * TILE + ty;
    for (int j = 0; j < TILE; j += ROWS)
        tile[ty + j][tx] = a[(long)(y + j) * n + x];
    __syncthreads();
    x = by * TILE + tx;
    y = bx * TILE + ty;
    for (int j = 0; j < TILE; j += ROWS)
        b[(long)(y + j) * n + x] = tile[tx][ty + j];
}
int main(void)
{
    int n = 8192;
    size_t B = sizeof(float) * n * n;
    float *a = (float *)malloc(B), *b = (float *)malloc(B);
    for (long i = 0; i < (long)n * n; i++) {
        a[i] = i % 1001;
    }
    float *da, *db;
    cudaMalloc(&da, B);
    cudaMalloc(&db, B);
    cudaMemcpy(da, a, B, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 22; r++) {
        if (r == 2)
            t = now();
        k<<<(n / TILE) * (n / TILE), TILE * ROWS>>>(da, db, n);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(b, db, B, cudaMemcpyDeviceToHost);
    double s = 0;
    for (long i = 0; i < (long)n * n; i += 97)
        s += b[i] * (i % 13);
    result("transpose", t / 20, s);
}
