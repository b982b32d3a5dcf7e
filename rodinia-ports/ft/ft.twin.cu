// FT by hand: a block takes LINES lines; each thread holds four points and does two of Stockham's steps at a time in
// registers; between them the points are exchanged through shared memory.
#include "ft.h"
#include "twin.cuh"

static constexpr int LINES = 4;
static constexpr int STREAM_THREADS = 256;
static constexpr int SAMPLE_THREADS = 256;

static __constant__ double2 roots[MOST];

static __device__ double2 add(double2 a, double2 b)
{
    return make_double2(a.x + b.x, a.y + b.y);
}

static __device__ double2 subtract(double2 a, double2 b)
{
    return make_double2(a.x - b.x, a.y - b.y);
}

static __device__ double2 multiply(double2 a, double2 b)
{
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// exp(sign 2 pi i k / N).
template <int N, int SIGN> static __device__ double2 root(const double2 *table, int k)
{
    double2 w = table[k * (MOST / N)];
    return make_double2(w.x, SIGN * w.y);
}

// Where point `i` of line `line` of the block lies in shared memory; the points are skewed against bank conflicts.
static __device__ int place(int i, int line)
{
    return i * LINES + line + i * LINES / 8;
}

// Lines of N points along a dimension. A block has LINES times N/4 threads.
template <int N, int SIGN, bool ALONG_X>
static __global__ void __launch_bounds__(LINES *N / 4)
    transform_lines(int dimension, int nx, int ny, double2 *__restrict__ field)
{
    constexpr int QUARTER = N / 4, SKEWED = N * LINES + N * LINES / 8;
    __shared__ double2 shared[SKEWED];
    __shared__ double2 table[MOST];
    // Along x the threads of a warp have points of one line, else of LINES lines that lie side by side.
    const int i = ALONG_X ? threadIdx.x % QUARTER : threadIdx.x / LINES;
    const int line = ALONG_X ? threadIdx.x / QUARTER : threadIdx.x % LINES;
    const size_t number = (size_t)blockIdx.x * LINES + line;
    const size_t begin = ALONG_X ? number * N : dimension == 1 ? number / nx * nx * ny + number % nx : number;
    const size_t stride = ALONG_X ? 1 : dimension == 1 ? (size_t)nx : (size_t)nx * ny;
    double2 *mine = field + begin;
    double2 a = mine[i * stride], b = mine[(i + QUARTER) * stride], c = mine[(i + 2 * QUARTER) * stride],
            d = mine[(i + 3 * QUARTER) * stride];
    for (int k = threadIdx.x; k < MOST; k += LINES * QUARTER)
        table[k] = roots[k];
    __syncthreads();
#pragma unroll
    for (int m = 1; 4 * m <= N; m *= 4) {
        const int k = i & (m - 1), w = i - k, to = 4 * i - 3 * k;
        double2 sum_ac = add(a, c), difference_ac = subtract(a, c), sum_bd = add(b, d), difference_bd = subtract(b, d);
        double2 turned = make_double2(-SIGN * difference_bd.y, SIGN * difference_bd.x);
        if (m > 1)
            __syncthreads();
        shared[place(to, line)] = add(sum_ac, sum_bd);
        shared[place(to + m, line)] = multiply(root<N, SIGN>(table, w), add(difference_ac, turned));
        shared[place(to + 2 * m, line)] = multiply(root<N, SIGN>(table, 2 * w), subtract(sum_ac, sum_bd));
        shared[place(to + 3 * m, line)] = multiply(root<N, SIGN>(table, 3 * w), subtract(difference_ac, turned));
        __syncthreads();
        a = shared[place(i, line)];
        b = shared[place(i + QUARTER, line)];
        c = shared[place(i + 2 * QUARTER, line)];
        d = shared[place(i + 3 * QUARTER, line)];
    }
    // An odd number of steps leaves the last, whose factors are 1.
    if ((N & 0xaaaaaaaa) != 0) {
        double2 sum_ac = add(a, c), sum_bd = add(b, d);
        c = subtract(a, c);
        d = subtract(b, d);
        a = sum_ac;
        b = sum_bd;
    }
    mine[i * stride] = a;
    mine[(i + QUARTER) * stride] = b;
    mine[(i + 2 * QUARTER) * stride] = c;
    mine[(i + 3 * QUARTER) * stride] = d;
}

static __global__ void __launch_bounds__(STREAM_THREADS)
    damp(size_t points, const double *__restrict__ damping, double2 *__restrict__ waves, double2 *__restrict__ u)
{
    size_t i = (size_t)blockIdx.x * STREAM_THREADS + threadIdx.x;
    if (i >= points)
        return;
    double2 wave = waves[i];
    wave.x *= damping[i];
    wave.y *= damping[i];
    waves[i] = wave;
    u[i] = wave;
}

// One block; a thread has every SAMPLE_THREADS-th sample.
static __global__ void __launch_bounds__(SAMPLE_THREADS)
    sum_samples(int nx, int ny, int nz, const double2 *__restrict__ u, double2 *__restrict__ checksum)
{
    __shared__ double2 sums[SAMPLE_THREADS];
    double2 sum = make_double2(0, 0);
    for (int j = 1 + threadIdx.x; j <= SAMPLES; j += SAMPLE_THREADS)
        sum = add(sum, u[sample_point(j, nx, ny, nz)]);
    sums[threadIdx.x] = sum;
    for (int half = SAMPLE_THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            sums[threadIdx.x] = add(sums[threadIdx.x], sums[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) {
        double points = (double)nx * ny * nz;
        *checksum = make_double2(sums[0].x / points, sums[0].y / points);
    }
}

template <int N, int SIGN> static void launch(int dimension, const int *extent, double2 *u)
{
    const int lines = (int)((size_t)extent[0] * extent[1] * extent[2] / N);
    if (dimension == 0)
        transform_lines<N, SIGN, true><<<lines / LINES, LINES * N / 4>>>(dimension, extent[0], extent[1], u);
    else
        transform_lines<N, SIGN, false><<<lines / LINES, LINES * N / 4>>>(dimension, extent[0], extent[1], u);
}

template <int SIGN> static void transform(const int *extent, double2 *u)
{
    for (int dimension = 0; dimension < 3; dimension++) {
        switch (extent[dimension]) {
        case 4:
            launch<4, SIGN>(dimension, extent, u);
            break;
        case 8:
            launch<8, SIGN>(dimension, extent, u);
            break;
        case 16:
            launch<16, SIGN>(dimension, extent, u);
            break;
        case 64:
            launch<64, SIGN>(dimension, extent, u);
            break;
        case 128:
            launch<128, SIGN>(dimension, extent, u);
            break;
        case 256:
            launch<256, SIGN>(dimension, extent, u);
            break;
        default:
            fprintf(stderr, "no transform of %d points\n", extent[dimension]);
            exit(1);
        }
    }
}

extern "C" void solve(const struct field *field, struct complex *checksum)
{
    const int nx = field->extent[0], ny = field->extent[1], nz = field->extent[2];
    const size_t points = (size_t)nx * ny * nz;
    const int blocks = (int)((points + STREAM_THREADS - 1) / STREAM_THREADS);
    double2 *waves, *u, *sums;
    double *damping;
    CUDA(cudaMalloc(&waves, points * sizeof *waves));
    CUDA(cudaMalloc(&u, points * sizeof *u));
    CUDA(cudaMalloc(&damping, points * sizeof *damping));
    CUDA(cudaMalloc(&sums, field->steps * sizeof *sums));
    CUDA(cudaMemcpy(waves, field->initial, points * sizeof *waves, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(damping, field->damping, points * sizeof *damping, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpyToSymbol(roots, field->root, sizeof roots));
    transform<1>(field->extent, waves);
    for (int step = 0; step < field->steps; step++) {
        damp<<<blocks, STREAM_THREADS>>>(points, damping, waves, u);
        transform<-1>(field->extent, u);
        sum_samples<<<1, SAMPLE_THREADS>>>(nx, ny, nz, u, sums + step);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(checksum, sums, field->steps * sizeof *sums, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(waves));
    CUDA(cudaFree(u));
    CUDA(cudaFree(damping));
    CUDA(cudaFree(sums));
}
