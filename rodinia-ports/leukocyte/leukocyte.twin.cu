// Leukocyte by hand: a thread for each pixel of the frame, with the circles in constant memory and the dilation's part
// of the frame in shared memory; then a block for each cell, with its window in shared memory.
#include "leukocyte.h"
#include "twin.cuh"
#include <cub/cub.cuh>

static const int ACROSS = 32, DOWN = 8;  // threads of a block of the frame
static const int MOST_RADIUS = 12;       // of the dilation
static const int TRACKERS = 832;         // threads of a block of a cell: about a quarter of its 41 * 81 pixels

// The points of the circles, as distances in an array of the frame's width.
static __constant__ int offset[MOST_CIRCLES * MOST_POINTS];
static __constant__ float2 normal[MOST_POINTS];

static __global__ void slopes(int width, int height, const float *__restrict__ frame, float2 *__restrict__ slope)
{
    const int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y;
    if (x < width && y < height)
        slope[y * width + x] = make_float2(slope_x(frame, width, height, x, y), slope_y(frame, width, height, x, y));
}

static __global__ void __launch_bounds__(ACROSS *DOWN)
    scores(int width, int height, int margin, int count, int points, const float2 *__restrict__ slope,
           float *__restrict__ score)
{
    const int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float best = 0;
    if (y >= margin && y < height - margin && x >= margin && x < width - margin)
        for (int c = 0; c < count; c++) {
            float sum = 0, squares = 0;
#pragma unroll 10
            for (int p = 0; p < points; p++) {
                const float2 s = slope[y * width + x + offset[c * MOST_POINTS + p]];
                const float along = s.x * normal[p].x + s.y * normal[p].y;
                sum += along;
                squares += along * along;
            }
            const float mean = sum / points, variance = (squares - sum * mean) / (points - 1);
            best = fmaxf(best, variance > 0 ? mean * mean / variance : 0);
        }
    score[y * width + x] = best;
}

static __global__ void __launch_bounds__(ACROSS *DOWN)
    dilate(int width, int height, int radius, const float *__restrict__ score, float *__restrict__ dilated)
{
    __shared__ float tile[DOWN + 2 * MOST_RADIUS][ACROSS + 2 * MOST_RADIUS];
    const int x0 = blockIdx.x * ACROSS, y0 = blockIdx.y * DOWN, x = threadIdx.x, y = threadIdx.y;
    for (int j = y; j < DOWN + 2 * radius; j += DOWN)
        for (int i = x; i < ACROSS + 2 * radius; i += ACROSS)
            tile[j][i] = pixel_at(score, width, height, x0 + i - radius, y0 + j - radius);
    __syncthreads();
    float best = 0;
    for (int j = -radius, reach = 0; j <= radius; j++) {
        while (reach < radius && (reach + 1) * (reach + 1) + j * j <= radius * radius)
            reach++;
        while (reach * reach + j * j > radius * radius)
            reach--;
        for (int i = -reach; i <= reach; i++)
            best = fmaxf(best, tile[y + j + radius][x + i + radius]);
    }
    if (x0 + x < width && y0 + y < height)
        dilated[(y0 + y) * width + x0 + x] = best;
}

// The block of a cell. Every thread has the sums, and comes to the same decisions.
static __global__ void __launch_bounds__(TRACKERS)
    follow(int width, int height, const float *__restrict__ frame, struct settings s, const float *x_last,
           const float *y_last, float *x_now, float *y_now)
{
    typedef cub::BlockReduce<float, TRACKERS> Reduce;
    __shared__ float edge[MOST_ROWS * MOST_COLUMNS], buffers[2][MOST_ROWS * MOST_COLUMNS], shared;
    __shared__ typename Reduce::TempStorage storage[3];
    const int c = blockIdx.x, rows = s.rows, columns = s.columns, window = rows * columns, thread = threadIdx.x;
    const int middle_x = (int)rintf(x_last[c]), middle_y = (int)rintf(y_last[c]);
    float sharpest = 1e-6f, *flow = buffers[0], *next = buffers[1];
    for (int i = thread; i < window; i += TRACKERS) {
        edge[i] = edge_at(frame, width, height, middle_x - columns / 2 + i % columns, middle_y - rows / 2 + i / columns);
        sharpest = fmaxf(sharpest, edge[i]);
    }
    sharpest = Reduce(storage[0]).Reduce(sharpest, [](float a, float b) { return fmaxf(a, b); });
    if (thread == 0)
        shared = sharpest;
    __syncthreads();
    for (int i = thread; i < window; i += TRACKERS)
        flow[i] = edge[i] = edge[i] / shared;
    __syncthreads();
    for (int iteration = 0; iteration < s.iterations; iteration++) {
        float change = 0;
        for (int i = thread; i < window; i += TRACKERS) {
            const float there = next_flow(flow, edge, rows, columns, i % columns, i / columns);
            change += fabsf(there - flow[i]);
            next[i] = there;
        }
        change = Reduce(storage[iteration % 2]).Sum(change);
        if (thread == 0)
            shared = change;
        __syncthreads();
        change = shared;
        __syncthreads();
        float *last = flow;
        flow = next;
        next = last;
        if (change < s.enough * window)
            break;
    }
    float sum = 0, sum_x = 0, sum_y = 0;
    for (int i = thread; i < window; i += TRACKERS) {
        const float weight = weight_of(flow[i], rows, columns, i % columns, i / columns);
        sum += weight;
        sum_x += weight * (i % columns - columns / 2);
        sum_y += weight * (i / columns - rows / 2);
    }
    __syncthreads();
    sum = Reduce(storage[0]).Sum(sum);
    sum_x = Reduce(storage[1]).Sum(sum_x);
    sum_y = Reduce(storage[2]).Sum(sum_y);
    if (thread == 0) {
        x_now[c] = middle_x + sum_x / sum;
        y_now[c] = middle_y + sum_y / sum;
    }
}

extern "C" void solve(const struct film *film, const struct circles *circles, const struct settings *settings,
                      struct cells *cells)
{
    const int width = film->width, height = film->height, most = settings->most_cells;
    const size_t pixels = (size_t)width * height, bytes = pixels * sizeof(float);
    static int offsets[MOST_CIRCLES * MOST_POINTS];
    static float2 normals[MOST_POINTS];
    float *frame, *score, *dilated, *x, *y, *host = (float *)port_allocate(pixels, sizeof(float));
    float2 *slope;
    if (settings->dilation > MOST_RADIUS)
        exit(1);
    for (int i = 0; i < MOST_CIRCLES * MOST_POINTS; i++)
        offsets[i] = circles->dy[i] * width + circles->dx[i];
    for (int p = 0; p < circles->points; p++)
        normals[p] = make_float2(circles->cosine[p], circles->sine[p]);
    CUDA(cudaMemcpyToSymbol(offset, offsets, sizeof offsets));
    CUDA(cudaMemcpyToSymbol(normal, normals, sizeof normals));
    CUDA(cudaMalloc(&frame, bytes));
    CUDA(cudaMalloc(&score, bytes));
    CUDA(cudaMalloc(&dilated, bytes));
    CUDA(cudaMalloc(&slope, pixels * sizeof *slope));
    CUDA(cudaMalloc(&x, (size_t)film->frames * most * sizeof *x));
    CUDA(cudaMalloc(&y, (size_t)film->frames * most * sizeof *y));
    CUDA(cudaMemcpy(frame, film->pixel, bytes, cudaMemcpyHostToDevice));
    const dim3 block(ACROSS, DOWN), grid((width + ACROSS - 1) / ACROSS, (height + DOWN - 1) / DOWN);
    slopes<<<grid, block>>>(width, height, frame, slope);
    scores<<<grid, block>>>(width, height, circles->margin, circles->count, circles->points, slope, score);
    dilate<<<grid, block>>>(width, height, settings->dilation, score, dilated);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(cells->score, score, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(host, dilated, bytes, cudaMemcpyDeviceToHost));
    choose_cells(film, settings, host, cells);
    const int n = cells->count;
    CUDA(cudaMemcpy(x, cells->x, n * sizeof *x, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(y, cells->y, n * sizeof *y, cudaMemcpyHostToDevice));
    for (int k = 1; k < film->frames && n; k++) {
        CUDA(cudaMemcpyAsync(frame, &film->pixel[k * pixels], bytes, cudaMemcpyHostToDevice));
        follow<<<n, TRACKERS>>>(width, height, frame, *settings, x + (k - 1) * most, y + (k - 1) * most, x + k * most,
                                y + k * most);
        CUDA(cudaGetLastError());
    }
    for (int k = 1; k < film->frames; k++) {
        CUDA(cudaMemcpy(&cells->x[k * most], x + k * most, n * sizeof *x, cudaMemcpyDeviceToHost));
        CUDA(cudaMemcpy(&cells->y[k * most], y + k * most, n * sizeof *y, cudaMemcpyDeviceToHost));
    }
    free(host);
    void *all[] = {frame, score, dilated, slope, x, y};
    for (void *p : all)
        CUDA(cudaFree(p));
}
