// saxpy and triad over 2^28 elements by hand: one element a thread, and grid-stride, at four block sizes.
// Prints "NAME SHAPE BLOCK SECONDS" (the median of all launches), one line each.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA(call)                                                                     \
    do {                                                                               \
        cudaError_t error_ = (call);                                                   \
        if (error_ != cudaSuccess) {                                                   \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));            \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

constexpr int N = 1 << 28;
constexpr int LAUNCHES = 20;

__global__ void saxpy_single(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

__global__ void saxpy_stride(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] += a * x[i];
}

__global__ void triad_single(int n, double s, double *a, const double *b, const double *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = b[i] + s * c[i];
}

__global__ void triad_stride(int n, double s, double *a, const double *b, const double *c)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = b[i] + s * c[i];
}

template <typename Launch> double median_seconds(Launch launch)
{
    cudaEvent_t start, stop;
    CUDA(cudaEventCreate(&start));
    CUDA(cudaEventCreate(&stop));
    std::vector<double> seconds;
    for (int k = 0; k < LAUNCHES + 3; k++) {
        CUDA(cudaEventRecord(start));
        launch();
        CUDA(cudaEventRecord(stop));
        CUDA(cudaEventSynchronize(stop));
        CUDA(cudaGetLastError());
        float milliseconds;
        CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
        if (k >= 3)
            seconds.push_back(milliseconds * 1e-3);
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

int main()
{
    cudaDeviceProp properties;
    CUDA(cudaGetDeviceProperties(&properties, 0));
    char *memory;
    CUDA(cudaMalloc(&memory, 3 * sizeof(double) * N));
    CUDA(cudaMemset(memory, 0, 3 * sizeof(double) * N));
    float *x = (float *)memory, *y = x + N;
    double *a = (double *)memory, *b = a + N, *c = b + N;

    for (int block : {128, 256, 512, 1024}) {
        int blocks = (N + block - 1) / block;
        int resident = properties.multiProcessorCount * (properties.maxThreadsPerMultiProcessor / block);
        double t;
        t = median_seconds([&] { saxpy_single<<<blocks, block>>>(N, 0.5f, x, y); });
        printf("saxpy single %d %.9f\n", block, t);
        t = median_seconds([&] { saxpy_stride<<<resident, block>>>(N, 0.5f, x, y); });
        printf("saxpy stride %d %.9f\n", block, t);
        t = median_seconds([&] { triad_single<<<blocks, block>>>(N, 0.5, a, b, c); });
        printf("triad single %d %.9f\n", block, t);
        t = median_seconds([&] { triad_stride<<<resident, block>>>(N, 0.5, a, b, c); });
        printf("triad stride %d %.9f\n", block, t);
    }
    return 0;
}
