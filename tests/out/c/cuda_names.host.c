// Names of the program's that enumerators, types, functions and variables of CUDA's headers have, too.
#include "romp.h"
enum { cudaSuccess = 4, cudaMemcpyHostToDevice = 1 };
typedef double cudaErrorInvalidValue;
struct cudaLimitStackSize {
    int cudaLimitPrintfFifoSize;
};
typedef struct {
    int x;
} cudaIpcMemHandle_t;
static int cudaStreamCaptureModeGlobal = 3;
/* declare target to(cudaStreamCaptureModeGlobal) */

enum cudaMemcpyKind { CUDA_R_16F = 9, CUDA_R_32F };

static int cudaMemoryTypeHost(int cudaMemoryTypeDevice)
{
    return cudaMemoryTypeDevice + CUDA_R_16F;
}

void f(int *s, enum cudaMemcpyKind kind)
{
    /* target map(tofrom: s[0:1]) */
    ROMP_TARGET("cuda_names.c:22", f_1, romp_block(1), romp_num_teams(1), romp_tofrom(s, 0, 1), romp_value(kind))
    #pragma omp target if(target: 0) map(tofrom: cudaStreamCaptureModeGlobal) /* host version */
    {
        struct cudaLimitStackSize cudaFuncCachePreferL1 = {2};
        cudaIpcMemHandle_t handle = {1};
        cudaErrorInvalidValue x = 0.5;
        s[0] = cudaSuccess + cudaMemcpyHostToDevice + cudaMemoryTypeHost(cudaStreamCaptureModeGlobal);
        s[0] += cudaFuncCachePreferL1.cudaLimitPrintfFifoSize + handle.x + (int)(x * 4) + (kind == CUDA_R_32F);
    }
}
ROMP_DECLARE_TARGET_AS(cudaStreamCaptureModeGlobal, "cudaStreamCaptureModeGlobal_")
