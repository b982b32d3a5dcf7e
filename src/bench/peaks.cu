// Prints what this GPU reaches at most: bytes a second of a copy within its memory (read and written both count), and
// operations a second of fused multiply-adds, which count as two. The best of several launches of each.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

static __global__ void copy(size_t n, const float4 *__restrict__ from, float4 *__restrict__ to)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

static const int CHAINS = 8, STEPS = 4096;

// Independent chains hide the latency of a multiply-add. The result is stored nowhere, as long as it is not NaN.
template <typename T>
static __global__ void fma_chains(T a, T b, T *out)
{
    T x[CHAINS];
    for (int c = 0; c < CHAINS; c++)
        x[c] = (T)(threadIdx.x + c);
    for (int s = 0; s < STEPS; s++) {
#pragma unroll
        for (int c = 0; c < CHAINS; c++)
            x[c] = x[c] * a + b;
    }
    T sum = 0;
    for (int c = 0; c < CHAINS; c++)
        sum += x[c];
    if (sum != sum)
        out[threadIdx.x] = sum;
}

// The least seconds of several launches.
template <typename Launch>
static double best_seconds(Launch launch)
{
    cudaEvent_t start, end;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&end));
    float best = 1e30f;
    for (int i = 0; i < 20; i++) {
        float milliseconds;
        check(cudaEventRecord(start));
        launch();
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&milliseconds, start, end));
        best = std::min(best, milliseconds);
    }
    check(cudaGetLastError());
    return best / 1000;
}

template <typename T>
static double operations(T *out)
{
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0));
    const int threads = 256, blocks = properties.multiProcessorCount * 32;
    double seconds = best_seconds([=] { fma_chains<<<blocks, threads>>>((T)0.999, (T)0.001, out); });
    return 2.0 * CHAINS * STEPS * threads * blocks / seconds;
}

int main()
{
    size_t free_bytes, all;
    check(cudaMemGetInfo(&free_bytes, &all));
    size_t bytes = std::min<size_t>((size_t)1 << 30, free_bytes / 4), n = bytes / sizeof(float4);
    float4 *from, *to;
    check(cudaMalloc(&from, bytes));
    check(cudaMalloc(&to, bytes));
    check(cudaMemset(from, 0, bytes));
    double seconds = best_seconds([=] { copy<<<(n + 255) / 256, 256>>>(n, from, to); });
    std::printf("bytes %.6g\n", 2.0 * n * sizeof(float4) / seconds);
    std::printf("f32 %.6g\n", operations((float *)to));
    std::printf("f64 %.6g\n", operations((double *)to));
    return 0;
}
