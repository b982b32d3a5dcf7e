// BT by hand: five threads a line, one for each row of its blocks, so that a block's elimination is shared; the rows'
// threads lie in different warps, and neighbouring lines in one.
#include "pbt.h"
#include "twin.cuh"

// Lines of a block; its other extent are the five rows.
static constexpr int LINES = 32;
static constexpr int POINT_THREADS = 128;
static constexpr int ROW = 32, ROWS = 4;

static __global__ void __launch_bounds__(POINT_THREADS)
    derive_all(size_t points, const double *__restrict__ u, double *__restrict__ inverse, double *__restrict__ square)
{
    size_t at = (size_t)blockIdx.x * POINT_THREADS + threadIdx.x;
    if (at < points)
        derive(u, points, at, inverse, square);
}

static __global__ void __launch_bounds__(ROW *ROWS)
    right_hand_side(int n, double dt, const double *__restrict__ forcing, const double *__restrict__ u,
                    const double *__restrict__ inverse, const double *__restrict__ square, double *__restrict__ rhs)
{
    const int i = blockIdx.x * ROW + threadIdx.x + 1, j = blockIdx.y * ROWS + threadIdx.y + 1, k = blockIdx.z + 1;
    const size_t plane = (size_t)n * n, points = plane * n, at = k * plane + (size_t)j * n + i;
    if (i >= n - 1 || j >= n - 1)
        return;
    double r[5];
    load_point(forcing, points, at, r);
    all_directions(n, i, j, k, u, inverse, square, r);
#pragma unroll
    for (int m = 0; m < 5; m++)
        rhs[m * points + at] = dt * r[m];
}

// A row of the block that a point contributes, with its parts for the flux and for the viscous flux kept apart.
template <int MOMENTUM> struct parts {
    double flux[5], viscous[5];

    __device__ void take(int row, size_t points, size_t at, const double *__restrict__ u,
                         const double *__restrict__ inverse, const double *__restrict__ square)
    {
        double here[5], i = inverse[at], s = square[at];
        load_point(u, points, at, here);
        block_row(MOMENTUM, row, here, i, s, 1, 0, 0, flux);
        block_row(MOMENTUM, row, here, i, s, 0, 1, 0, viscous);
    }
};

template <int MOMENTUM>
static __global__ void __launch_bounds__(5 * LINES)
    solve_lines(double dt, int n, size_t line_stride, size_t plane_stride, size_t stride, const double *__restrict__ u,
                const double *__restrict__ inverse, const double *__restrict__ square, double *__restrict__ rhs,
                double *__restrict__ upper)
{
    // A row behind its pivot: five of the middle block, five of the upper one, the right-hand side; two of them, so
    // that one can be written while the other is read. And the upper block and right-hand side of the point before.
    __shared__ double pivots[2][11][LINES], above[5][5][LINES], last[5][LINES];
    const int lane = threadIdx.x, row = threadIdx.y, wanted = blockIdx.x * LINES + lane + 1;
    // Threads behind the last line do that line again, up to what they write.
    const int line = min(wanted, n - 2), plane_number = blockIdx.y + 1;
    const bool real = wanted == line;
    const size_t plane = (size_t)n * n, points = plane * n;
    const size_t begin = plane_number * plane_stride + line * line_stride;
    const size_t upper_begin = (size_t)plane_number * n + line;
    const struct direction d = direction_of(n, MOMENTUM);
    const double t1 = dt * d.t1, t2 = dt * d.t2, spread = t1 * d.diffusion;
    parts<MOMENTUM> before, here, behind;
    before.take(row, points, begin, u, inverse, square);
    here.take(row, points, begin, u, inverse, square);
    double r = 0;
    for (int i = 0; i < n; i++) {
        const size_t at = begin + i * stride;
        double middle[5], next[5];
        r = rhs[row * points + at];
        if (i < n - 1)
            behind.take(row, points, at + stride, u, inverse, square);
        const bool inner = i > 0 && i < n - 1;
#pragma unroll
        for (int c = 0; c < 5; c++) {
            double diagonal = c == row;
            middle[c] = inner ? diagonal * (1 + 2 * spread) + 2 * t1 * here.viscous[c] : diagonal;
            next[c] = inner ? t2 * behind.flux[c] - t1 * behind.viscous[c] - diagonal * spread : 0;
        }
        if (inner) {
#pragma unroll
            for (int c = 0; c < 5; c++) {
                double lower = -t2 * before.flux[c] - t1 * before.viscous[c] - (c == row ? spread : 0);
                r -= lower * last[c][lane];
#pragma unroll
                for (int k = 0; k < 5; k++)
                    middle[k] -= lower * above[c][k][lane];
            }
        }
#pragma unroll
        for (int p = 0; p < 5; p++) {
            double(*pivot)[LINES] = pivots[p % 2];
            if (row == p) {
                double factor = 1 / middle[p];
#pragma unroll
                for (int c = 0; c < 5; c++) {
                    if (c > p)
                        pivot[c][lane] = middle[c] *= factor;
                    pivot[5 + c][lane] = next[c] *= factor;
                }
                pivot[10][lane] = r *= factor;
            }
            __syncthreads();
            if (row != p) {
                double factor = middle[p];
#pragma unroll
                for (int c = 0; c < 5; c++) {
                    if (c > p)
                        middle[c] -= factor * pivot[c][lane];
                    next[c] -= factor * pivot[5 + c][lane];
                }
                r -= factor * pivot[10][lane];
            }
        }
#pragma unroll
        for (int c = 0; c < 5; c++) {
            above[row][c][lane] = next[c];
            if (real)
                upper[(5 * row + c) * points + upper_begin + i * plane] = next[c];
        }
        last[row][lane] = r;
        if (real)
            rhs[row * points + at] = r;
        before = here;
        here = behind;
        __syncthreads();
    }
    for (int i = n - 2; i >= 0; i--) {
        const size_t at = begin + i * stride;
        double value = rhs[row * points + at];
#pragma unroll
        for (int c = 0; c < 5; c++)
            value -= upper[(5 * row + c) * points + upper_begin + i * plane] * last[c][lane];
        __syncthreads();
        last[row][lane] = value;
        if (real)
            rhs[row * points + at] = value;
        __syncthreads();
    }
}

static __global__ void __launch_bounds__(POINT_THREADS)
    add(size_t count, const double *__restrict__ rhs, double *__restrict__ u)
{
    size_t at = (size_t)blockIdx.x * POINT_THREADS + threadIdx.x;
    if (at < count)
        u[at] += rhs[at];
}

static int blocks(size_t count, int each)
{
    return (int)((count + each - 1) / each);
}

extern "C" void solve(const struct flow *f, double *result_u, double *result_rhs)
{
    const int n = f->n, inner = n - 2;
    const size_t plane = (size_t)n * n, points = plane * n, bytes = points * sizeof(double);
    double *u, *rhs, *forcing, *inverse, *square, *upper;
    CUDA(cudaMalloc(&u, 5 * bytes));
    CUDA(cudaMalloc(&rhs, 5 * bytes));
    CUDA(cudaMalloc(&forcing, 5 * bytes));
    CUDA(cudaMalloc(&inverse, bytes));
    CUDA(cudaMalloc(&square, bytes));
    CUDA(cudaMalloc(&upper, 25 * bytes));
    CUDA(cudaMemcpy(u, result_u, 5 * bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(forcing, f->forcing, 5 * bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemset(rhs, 0, 5 * bytes));
    const dim3 line_blocks(blocks(inner, LINES), inner), line_threads(LINES, 5);
    const dim3 point_blocks(blocks(inner, ROW), blocks(inner, ROWS), inner), point_threads(ROW, ROWS);
    for (int step = 0; step <= f->steps; step++) {
        derive_all<<<blocks(points, POINT_THREADS), POINT_THREADS>>>(points, u, inverse, square);
        right_hand_side<<<point_blocks, point_threads>>>(n, f->dt, forcing, u, inverse, square, rhs);
        if (step == f->steps)
            break;
        solve_lines<1><<<line_blocks, line_threads>>>(f->dt, n, n, plane, 1, u, inverse, square, rhs, upper);
        solve_lines<2><<<line_blocks, line_threads>>>(f->dt, n, 1, plane, n, u, inverse, square, rhs, upper);
        solve_lines<3><<<line_blocks, line_threads>>>(f->dt, n, 1, n, plane, u, inverse, square, rhs, upper);
        add<<<blocks(5 * points, POINT_THREADS), POINT_THREADS>>>(5 * points, rhs, u);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result_u, u, 5 * bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(result_rhs, rhs, 5 * bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(u));
    CUDA(cudaFree(rhs));
    CUDA(cudaFree(forcing));
    CUDA(cudaFree(inverse));
    CUDA(cudaFree(square));
    CUDA(cudaFree(upper));
}
