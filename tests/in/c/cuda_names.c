// Names of the program's that enumerators, types, functions and variables of CUDA's headers have, too.
enum { cudaSuccess = 4, cudaMemcpyHostToDevice = 1 };
typedef double cudaErrorInvalidValue;
struct cudaLimitStackSize {
    int cudaLimitPrintfFifoSize;
};
typedef struct {
    int x;
} cudaIpcMemHandle_t;
static int cudaStreamCaptureModeGlobal = 3;
#pragma omp declare target to(cudaStreamCaptureModeGlobal)

enum cudaMemcpyKind { CUDA_R_16F = 9, CUDA_R_32F };

static int cudaMemoryTypeHost(int cudaMemoryTypeDevice)
{
    return cudaMemoryTypeDevice + CUDA_R_16F;
}

void f(int *s, enum cudaMemcpyKind kind)
{
    #pragma omp target map(tofrom: s[0:1])
    {
        struct cudaLimitStackSize cudaFuncCachePreferL1 = {2};
        cudaIpcMemHandle_t handle = {1};
        cudaErrorInvalidValue x = 0.5;
        s[0] = cudaSuccess + cudaMemcpyHostToDevice + cudaMemoryTypeHost(cudaStreamCaptureModeGlobal);
        s[0] += cudaFuncCachePreferL1.cudaLimitPrintfFifoSize + handle.x + (int)(x * 4) + (kind == CUDA_R_32F);
    }
}
