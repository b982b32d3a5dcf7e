/* The twin of tiles.c, by hand: a block of 32 by 8 threads a tile, so that no number has to be split. */
#include "bench.h"
#define TILE 32
#define HIGH 8
__global__ void __launch_bounds__(TILE *HIGH) turn(const float *__restrict__ a, float *__restrict__ b, int n, int m)
{
    __shared__ float tile[TILE][TILE + 1];
    int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE, x = threadIdx.x;
#pragma unroll
    for (int y = threadIdx.y; y < TILE; y += HIGH)
        if (first_row + y < n && first_column + x < m)
            tile[y][x] = a[(size_t)(first_row + y) * m + first_column + x];
    __syncthreads();
#pragma unroll
    for (int y = threadIdx.y; y < TILE; y += HIGH)
        if (first_column + y < m && first_row + x < n)
            b[(size_t)(first_column + y) * n + first_row + x] = tile[x][y];
}
int main(void)
{
    int n = 8191, m = 8189;
    size_t all = (size_t)n * m;
    float *a = (float *)malloc(sizeof(float) * all), *b = (float *)malloc(sizeof(float) * all), *da, *db;
    for (size_t i = 0; i < all; i++)
        a[i] = i % 1021;
    cudaMalloc(&da, sizeof(float) * all);
    cudaMalloc(&db, sizeof(float) * all);
    cudaMemcpy(da, a, sizeof(float) * all, cudaMemcpyHostToDevice);
    double t = 0;
    for (int r = 0; r < 22; r++) {
        if (r == 2)
            t = now();
        turn<<<dim3((m + TILE - 1) / TILE, (n + TILE - 1) / TILE), dim3(TILE, HIGH)>>>(da, db, n, m);
        cudaDeviceSynchronize();
    }
    t = now() - t;
    cudaMemcpy(b, db, sizeof(float) * all, cudaMemcpyDeviceToHost);
    double s = 0;
    for (size_t i = 0; i < all; i += 89)
        s += b[i] * (i % 7);
    result("tiles", t / 20, s);
}
