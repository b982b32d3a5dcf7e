// Batched inversion by hand: a warp a matrix, a lane a row, in registers. Rows are not exchanged: a lane remembers in
// which step its row was the pivot's. The pivot's row goes round through shared memory.
#include "fginv.h"
#include "twin.cuh"

static constexpr int WARPS = 4;

static __global__ void __launch_bounds__(WARPS * 32)
    invert(int count, const double *__restrict__ matrix, double *__restrict__ inverse)
{
    static_assert(ORDER == 32, "a lane has a row");
    __shared__ double tiles[WARPS][ORDER][ORDER + 1];
    __shared__ double2 rows[WARPS][ORDER / 2];
    const int lane = threadIdx.x, m = blockIdx.x * WARPS + threadIdx.y;
    if (m >= count)
        return;
    double(*tile)[ORDER + 1] = tiles[threadIdx.y];
    double2 *row = rows[threadIdx.y];
    double a[ORDER];
#pragma unroll
    for (int i = 0; i < ORDER; i++)
        tile[i][lane] = matrix[(size_t)m * ELEMENTS + i * ORDER + lane];
    __syncwarp();
#pragma unroll
    for (int j = 0; j < ORDER; j++)
        a[j] = tile[lane][j];
    // The step in which this lane's row was the pivot's, and the lane whose row was the pivot's in the lane's step.
    int step = -1, pivot_of_step = 0;
#pragma unroll
    for (int k = 0; k < ORDER; k++) {
        double largest = step < 0 ? fabs(a[k]) : -1;
        int pivot = lane;
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) {
            double other = __shfl_xor_sync(0xffffffff, largest, distance);
            int other_pivot = __shfl_xor_sync(0xffffffff, pivot, distance);
            if (other > largest || (other == largest && other_pivot < pivot)) {
                largest = other;
                pivot = other_pivot;
            }
        }
        if (lane == k)
            pivot_of_step = pivot;
        double factor = a[k];
        if (lane == pivot) {
            step = k;
            a[k] = 1;
            double scale = 1 / factor;
#pragma unroll
            for (int j = 0; j < ORDER; j += 2)
                row[j / 2] = make_double2(a[j] *= scale, a[j + 1] *= scale);
        } else {
            a[k] = 0;
        }
        __syncwarp();
        if (lane != pivot) {
#pragma unroll
            for (int j = 0; j < ORDER; j += 2) {
                double2 pair = row[j / 2];
                a[j] -= factor * pair.x;
                a[j + 1] -= factor * pair.y;
            }
        }
        __syncwarp();
    }
    // Row `step` of the inverse; its element j belongs to the column that was the pivot's row in step j.
#pragma unroll
    for (int j = 0; j < ORDER; j++)
        tile[step][__shfl_sync(0xffffffff, pivot_of_step, j)] = a[j];
    __syncwarp();
#pragma unroll
    for (int i = 0; i < ORDER; i++)
        inverse[(size_t)m * ELEMENTS + i * ORDER + lane] = tile[i][lane];
}

extern "C" void solve(int count, const double *matrix, double *inverse)
{
    const size_t bytes = (size_t)count * ELEMENTS * sizeof *matrix;
    double *device_matrix, *device_inverse;
    CUDA(cudaMalloc(&device_matrix, bytes));
    CUDA(cudaMalloc(&device_inverse, bytes));
    CUDA(cudaMemcpy(device_matrix, matrix, bytes, cudaMemcpyHostToDevice));
    invert<<<(count + WARPS - 1) / WARPS, dim3(32, WARPS)>>>(count, device_matrix, device_inverse);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(inverse, device_inverse, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(device_matrix));
    CUDA(cudaFree(device_inverse));
}
