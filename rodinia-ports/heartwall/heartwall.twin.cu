// Heart wall by hand: a frame is two kernels. The correlation goes by tiles of all points, with the template and a part
// of the window in shared memory and ROWS sums in a thread's registers; what follows is a block for each point.
#include "heartwall.h"
#include "twin.cuh"
#include <cub/cub.cuh>

static const int ROWS = 8;             // of a thread of the correlation
static const int WARPS = 4;            // of its block, one below the other
static const int COLUMNS = 32;         // of its tile, a lane each
static const int TILE_ROWS = ROWS * WARPS;
static const int SCORERS = 512;        // threads of a block of the scores

// What is on the device; the arrays are as in the OpenMP variants.
struct room {
    int n, side, window, full, width, height, reach;
    int *x, *y;
    int *anchor_x, *anchor_y;
    float *match;
    float *frame, *model, *product, *model_sum, *deviation;
};

// How many words a row of the tile's part of the window takes.
static __host__ __device__ int patch_pitch(int side)
{
    return COLUMNS + side - 1;
}

static __global__ void __launch_bounds__(32 * WARPS) correlate(struct room r)
{
    extern __shared__ float shared[];
    const int side = r.side, window = r.window, full = r.full, pitch = patch_pitch(side), rows = TILE_ROWS + side - 1;
    float *patch = shared, *model = shared + rows * pitch;
    const int p = blockIdx.z, x0 = blockIdx.x * COLUMNS, y0 = blockIdx.y * TILE_ROWS, lane = threadIdx.x;
    const float *from = &r.frame[0];
    const int left = r.anchor_x[p] - window / 2, top = r.anchor_y[p] - window / 2;
    for (int i = threadIdx.y; i < rows; i += WARPS) {
        const int row = y0 + i - (side - 1);
        for (int j = lane; j < pitch; j += 32) {
            const int column = x0 + j - (side - 1);
            const bool inside = row >= 0 && row < window && column >= 0 && column < window;
            patch[i * pitch + j] = inside ? pixel_at(from, r.width, r.height, left + column, top + row) : 0;
        }
    }
    for (int i = threadIdx.y * 32 + lane; i < side * side; i += 32 * WARPS)
        model[i] = r.model[(size_t)p * side * side + i];
    __syncthreads();
    // Rows and columns of the template that meet the window anywhere in the tile.
    const int first_i = max(0, side - y0 - TILE_ROWS), end_i = min(side, full - y0);
    const int first_j = max(0, side - x0 - COLUMNS), end_j = min(side, full - x0);
    const int y = threadIdx.y * ROWS;
    float sum[ROWS] = {};
    for (int j = first_j; j < end_j; j++) {
        const float *column = &patch[y * pitch + lane + j];
        float seen[ROWS];
#pragma unroll
        for (int k = 0; k < ROWS - 1; k++)
            seen[k + 1] = column[(first_i + k) * pitch];
#pragma unroll 8
        for (int i = first_i; i < end_i; i++) {
#pragma unroll
            for (int k = 0; k < ROWS - 1; k++)
                seen[k] = seen[k + 1];
            seen[ROWS - 1] = column[(i + ROWS - 1) * pitch];
            const float m = model[i * side + j];
#pragma unroll
            for (int k = 0; k < ROWS; k++)
                sum[k] += m * seen[k];
        }
    }
#pragma unroll
    for (int k = 0; k < ROWS; k++)
        if (y0 + y + k < full && x0 + lane < full)
            r.product[((size_t)p * full + y0 + y + k) * full + x0 + lane] = sum[k];
}

struct best {
    float match;
    int place;
};

struct better {
    __device__ best operator()(best a, best b) const
    {
        return a.match > b.match || (a.match == b.match && a.place < b.place) ? a : b;
    }
};

// The block of a point: sums over the window, coefficients, and the point's new place. The window and the sums lie in
// shared memory, whose rows are of an odd number of words.
static __global__ void __launch_bounds__(SCORERS) score(struct room r, int k)
{
    typedef cub::BlockReduce<best, SCORERS> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    extern __shared__ float shared[];
    const int side = r.side, window = r.window, full = r.full, p = blockIdx.x;
    const int anchor_x = r.anchor_x[p], anchor_y = r.anchor_y[p];
    float *cut = shared, *sums = cut + window * window, *squares = sums + window * full;
    float *product = &r.product[(size_t)p * full * full];
    for (int i = threadIdx.x; i < window * window; i += SCORERS)
        cut[i] = pixel_at(r.frame, r.width, r.height, anchor_x + i % window - window / 2, anchor_y + i / window - window / 2);
    __syncthreads();
    for (int y = threadIdx.x; y < window; y += SCORERS) {
        float sum = 0, square = 0;
#pragma unroll 8
        for (int x = 0; x < full; x++) {
            const float in = x < window ? cut[y * window + x] : 0, out = x >= side ? cut[y * window + x - side] : 0;
            sum += in - out;
            square += in * in - out * out;
            sums[y * full + x] = sum;
            squares[y * full + x] = square;
        }
    }
    __syncthreads();
    const float size = (float)(side * side), model_sum = r.model_sum[p], deviation = r.deviation[p];
    for (int x = threadIdx.x; x < full; x += SCORERS) {
        float sum = 0, square = 0;
#pragma unroll 8
        for (int y = 0; y < full; y++) {
            sum += (y < window ? sums[y * full + x] : 0) - (y >= side ? sums[(y - side) * full + x] : 0);
            square += (y < window ? squares[y * full + x] : 0) - (y >= side ? squares[(y - side) * full + x] : 0);
            const float variance = square - sum * sum / size;
            float *to = &product[y * full + x];
            *to = variance > 0 ? (*to - model_sum * sum / size) / (deviation * sqrtf(variance)) : 0;
        }
    }
    __syncthreads();
    const int last_x = r.x[(k - 1) * r.n + p], last_y = r.y[(k - 1) * r.n + p];
    const int reach = r.reach, across = 2 * reach + 1, middle = full / 2;
    best mine = {-2, full * full};
    for (int i = threadIdx.x; i < across * across; i += SCORERS) {
        const int x = last_x - anchor_x + middle - reach + i % across, y = last_y - anchor_y + middle - reach + i / across;
        if (x >= 0 && x < full && y >= 0 && y < full)
            mine = better()(mine, best{product[y * full + x], y * full + x});
    }
    mine = Reduce(storage).Reduce(mine, better());
    if (threadIdx.x == 0) {
        const bool found = mine.place < full * full;
        r.x[k * r.n + p] = found ? anchor_x + mine.place % full - middle : last_x;
        r.y[k * r.n + p] = found ? anchor_y + mine.place / full - middle : last_y;
        r.match[k * r.n + p] = mine.match;
    }
}

// The block of a point: its template and window are renewed.
static __global__ void __launch_bounds__(SCORERS) renew(struct room r, int k)
{
    typedef cub::BlockReduce<float, SCORERS> Reduce;
    __shared__ typename Reduce::TempStorage of_sum, of_squares;
    const int side = r.side, p = blockIdx.x, x = r.x[k * r.n + p], y = r.y[k * r.n + p];
    float *model = &r.model[(size_t)p * side * side], sum = 0, square = 0;
    for (int i = threadIdx.x; i < side * side; i += SCORERS) {
        const float now = pixel_at(r.frame, r.width, r.height, x + i % side - side / 2, y + i / side - side / 2);
        const float next = k ? KEPT * model[i] + (1 - KEPT) * now : now;
        model[i] = next;
        sum += next;
        square += next * next;
    }
    sum = Reduce(of_sum).Sum(sum);
    square = Reduce(of_squares).Sum(square);
    if (threadIdx.x == 0) {
        r.model_sum[p] = sum;
        r.deviation[p] = sqrtf(square - sum * sum / (side * side));
        r.anchor_x[p] = x;
        r.anchor_y[p] = y;
    }
}

template <class T> static void make(T *&array, size_t count)
{
    CUDA(cudaMalloc(&array, count * sizeof(T)));
}

extern "C" void solve(const struct film *film, const struct tracking *t, struct places *places)
{
    const int n = t->points, side = t->side, window = t->window, full = side + window - 1;
    const size_t pixels = (size_t)film->width * film->height, all = (size_t)film->frames * n;
    struct room r = {};
    r.n = n;
    r.side = side;
    r.window = window;
    r.full = full;
    r.width = film->width;
    r.height = film->height;
    r.reach = t->reach;
    make(r.x, all);
    make(r.y, all);
    make(r.match, all);
    make(r.anchor_x, n);
    make(r.anchor_y, n);
    make(r.frame, pixels);
    make(r.model, (size_t)n * side * side);
    make(r.product, (size_t)n * full * full);
    make(r.model_sum, n);
    make(r.deviation, n);
    CUDA(cudaMemcpy(r.x, t->x, n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(r.y, t->y, n * sizeof(int), cudaMemcpyHostToDevice));
    const size_t for_tile = ((TILE_ROWS + side - 1) * patch_pitch(side) + side * side) * sizeof(float);
    const size_t for_score = (window * window + 2 * window * full) * sizeof(float);
    CUDA(cudaFuncSetAttribute(correlate, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)for_tile));
    CUDA(cudaFuncSetAttribute(score, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)for_score));
    const dim3 tiles((full + COLUMNS - 1) / COLUMNS, (full + TILE_ROWS - 1) / TILE_ROWS, n);
    for (int k = 0; k < film->frames; k++) {
        CUDA(cudaMemcpyAsync(r.frame, &film->pixel[k * pixels], pixels * sizeof(float), cudaMemcpyHostToDevice));
        if (k) {
            correlate<<<tiles, dim3(32, WARPS), for_tile>>>(r);
            score<<<n, SCORERS, for_score>>>(r, k);
        }
        if (k % RENEWAL == 0)
            renew<<<n, SCORERS>>>(r, k);
        CUDA(cudaGetLastError());
    }
    CUDA(cudaMemcpy(places->x, r.x, all * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(places->y, r.y, all * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(places->match, r.match, all * sizeof(float), cudaMemcpyDeviceToHost));
    for (int p = 0; p < n; p++)
        places->match[p] = 1;
    void *arrays[] = {r.x, r.y, r.match, r.anchor_x, r.anchor_y, r.frame, r.model, r.product, r.model_sum, r.deviation};
    for (void *p : arrays)
        CUDA(cudaFree(p));
}
