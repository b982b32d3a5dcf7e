// SP's sweeps by hand: three threads a line, one for each of its matrices; tiles are turned over in shared memory.
#include "pcsp.h"
#include "twin.cuh"

// Lines of a block; its other extent are the three matrices.
static constexpr int LINES = 32;
static constexpr int TILE = 32, TILE_ROWS = 4;
static constexpr int ROW = 64, ROWS = 4;

struct fields {
    const double *inverse, *u, *v, *w, *square, *sound, *inverse_y, *u_y, *sound_y;
};

static __global__ void __launch_bounds__(3 * LINES)
    solve_lines(struct sweep s, int n, size_t outer, size_t stride, const double *__restrict__ velocity,
                const double *__restrict__ inverse, const double *__restrict__ sound, double *__restrict__ rhs,
                double *__restrict__ upper)
{
    const int line = blockIdx.x * LINES + threadIdx.x + 1, plane = blockIdx.y + 1;
    if (line < n - 1)
        solve_factor(s, n, plane * outer + line, stride, (size_t)n * n * n, threadIdx.y, velocity, inverse, sound, rhs,
                     upper);
}

static __device__ void load(const double *__restrict__ from, size_t points, size_t at, double *r)
{
#pragma unroll
    for (int m = 0; m < 5; m++)
        r[m] = from[m * points + at];
}

static __device__ void store(double *__restrict__ to, size_t points, size_t at, const double *r)
{
#pragma unroll
    for (int m = 0; m < 5; m++)
        to[m * points + at] = r[m];
}

// The product before or behind the sweep along x, with rows and columns of each plane exchanged.
template <bool BEFORE>
static __global__ void __launch_bounds__(TILE *TILE_ROWS)
    turn(int n, const fields f, const double *__restrict__ from, double *__restrict__ to)
{
    __shared__ double tile[5][TILE][TILE + 1];
    const size_t plane = (size_t)n * n, points = plane * n, base = (blockIdx.z + 1) * plane;
    const int column = blockIdx.x * TILE + 1, row = blockIdx.y * TILE + 1;
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS) {
        if (row + y < n - 1 && column + threadIdx.x < n - 1) {
            size_t at = base + (size_t)(row + y) * n + column + threadIdx.x;
            double r[5];
            load(from, points, at, r);
            if (BEFORE)
                before_x(f.inverse[at], f.u[at], f.v[at], f.w[at], f.square[at], f.sound[at], r);
            else
                between_x_and_y(r);
#pragma unroll
            for (int m = 0; m < 5; m++)
                tile[m][y][threadIdx.x] = r[m];
        }
    }
    __syncthreads();
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS) {
        if (column + y < n - 1 && row + threadIdx.x < n - 1) {
            size_t at = base + (size_t)(column + y) * n + row + threadIdx.x;
#pragma unroll
            for (int m = 0; m < 5; m++)
                to[m * points + at] = tile[m][threadIdx.x][y];
        }
    }
}

// The product before or behind the sweep along z.
template <bool BEFORE>
static __global__ void __launch_bounds__(ROW *ROWS) multiply(int n, const fields f, double *__restrict__ rhs)
{
    const int i = blockIdx.x * ROW + threadIdx.x + 1, j = blockIdx.y * ROWS + threadIdx.y + 1;
    const size_t plane = (size_t)n * n, points = plane * n, at = (blockIdx.z + 1) * plane + (size_t)j * n + i;
    if (i >= n - 1 || j >= n - 1)
        return;
    double r[5];
    load(rhs, points, at, r);
    if (BEFORE)
        between_y_and_z(r);
    else
        behind_z(f.inverse[at], f.u[at], f.v[at], f.w[at], f.square[at], f.sound[at], r);
    store(rhs, points, at, r);
}

static int blocks(int count, int each)
{
    return (count + each - 1) / each;
}

extern "C" void solve(const struct flow *f, double *result)
{
    const int n = f->n, inner = n - 2;
    const size_t plane = (size_t)n * n, points = plane * n, bytes = points * sizeof(double);
    const struct sweep along = sweep_of(f, 0.75), along_z = sweep_of(f, 1);
    const double *host[] = {f->inverse, f->u, f->v, f->w, f->square, f->sound, f->inverse_y, f->u_y, f->sound_y};
    double *copies, *rhs, *turned, *upper;
    CUDA(cudaMalloc(&copies, 9 * bytes));
    CUDA(cudaMalloc(&rhs, 5 * bytes));
    CUDA(cudaMalloc(&turned, 5 * bytes));
    CUDA(cudaMalloc(&upper, 6 * bytes));
    for (int field = 0; field < 9; field++)
        CUDA(cudaMemcpy(copies + field * points, host[field], bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(rhs, result, 5 * bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemset(turned, 0, 5 * bytes));
    const fields d = {copies,
                      copies + points,
                      copies + 2 * points,
                      copies + 3 * points,
                      copies + 4 * points,
                      copies + 5 * points,
                      copies + 6 * points,
                      copies + 7 * points,
                      copies + 8 * points};
    const dim3 line_blocks(blocks(inner, LINES), inner), line_threads(LINES, 3);
    const dim3 tile_blocks(blocks(inner, TILE), blocks(inner, TILE), inner), tile_threads(TILE, TILE_ROWS);
    const dim3 point_blocks(blocks(inner, ROW), blocks(inner, ROWS), inner), point_threads(ROW, ROWS);
    for (int step = 0; step < f->steps; step++) {
        turn<true><<<tile_blocks, tile_threads>>>(n, d, rhs, turned);
        solve_lines<<<line_blocks, line_threads>>>(along, n, plane, n, d.u_y, d.inverse_y, d.sound_y, turned, upper);
        turn<false><<<tile_blocks, tile_threads>>>(n, d, turned, rhs);
        solve_lines<<<line_blocks, line_threads>>>(along, n, plane, n, d.v, d.inverse, d.sound, rhs, upper);
        multiply<true><<<point_blocks, point_threads>>>(n, d, rhs);
        solve_lines<<<line_blocks, line_threads>>>(along_z, n, n, plane, d.w, d.inverse, d.sound, rhs, upper);
        multiply<false><<<point_blocks, point_threads>>>(n, d, rhs);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result, rhs, 5 * bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(copies));
    CUDA(cudaFree(rhs));
    CUDA(cudaFree(turned));
    CUDA(cudaFree(upper));
}
