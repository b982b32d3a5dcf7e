// Device code of cuda_names.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// Names of the program's that enumerators, types, functions and variables of CUDA's headers have, too.
enum : int { cudaSuccess_ = 4, cudaMemcpyHostToDevice_ = 1 };

typedef double cudaErrorInvalidValue_;

struct cudaLimitStackSize {
    int cudaLimitPrintfFifoSize;
};
static_assert(sizeof(struct cudaLimitStackSize) == 4, "layout");

struct cudaIpcMemHandle_t_ {
    int x;
};
static_assert(sizeof(struct cudaIpcMemHandle_t_) == 4, "layout");

enum cudaMemcpyKind_ : int { CUDA_R_16F_ = 9, CUDA_R_32F_ };

__device__ int cudaStreamCaptureModeGlobal_ = 3;

static __device__ int cudaMemoryTypeHost_(int cudaMemoryTypeDevice)
{
    return cudaMemoryTypeDevice + CUDA_R_16F_;
}

// cuda_names.c:22: target map(tofrom: s[0:1])
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
f_1(int *s, enum cudaMemcpyKind_ kind)
{
    struct cudaLimitStackSize cudaFuncCachePreferL1 = {2};
    cudaIpcMemHandle_t_ handle = {1};
    cudaErrorInvalidValue_ x = 0.5;
    s[0] = cudaSuccess_ + cudaMemcpyHostToDevice_ + cudaMemoryTypeHost_(cudaStreamCaptureModeGlobal_);
    s[0] += cudaFuncCachePreferL1.cudaLimitPrintfFifoSize + handle.x + (int)(x * 4) + (kind == CUDA_R_32F_);
}
