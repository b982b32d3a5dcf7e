/* cuLaunchKernel by hand. Prints microseconds: the median of a launch with cuStreamSynchronize behind it, and the mean of
 * launches in a chain on one stream, with one cuStreamSynchronize behind the last. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LAUNCHES = 20000, CHAIN = 100000 };

#define CU(call)                                                    \
    do {                                                            \
        CUresult error_ = (call);                                   \
        if (error_ != CUDA_SUCCESS) {                               \
            fprintf(stderr, "%s: error %d\n", #call, (int)error_);  \
            exit(1);                                                \
        }                                                           \
    } while (0)

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUstream stream;
    CUdeviceptr a;
    int n = 32;
    double *seconds = malloc(LAUNCHES * sizeof *seconds);
    if (argc != 2)
        return 2;
    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDevicePrimaryCtxRetain(&context, device));
    CU(cuCtxSetCurrent(context));
    CU(cuModuleLoad(&module, argv[1]));
    CU(cuModuleGetFunction(&function, module, "add_one"));
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(cuMemAlloc(&a, (size_t)n * sizeof(int)));
    CU(cuMemsetD32(a, 0, (size_t)n));

    void *parameters[] = {&n, &a};
    for (int k = -1000; k < LAUNCHES; k++) {
        double start = now();
        CU(cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, stream, parameters, NULL));
        CU(cuStreamSynchronize(stream));
        if (k >= 0)
            seconds[k] = now() - start;
    }
    double chain = now();
    for (int k = 0; k < CHAIN; k++)
        CU(cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, stream, parameters, NULL));
    CU(cuStreamSynchronize(stream));
    chain = now() - chain;
    int first = 0;
    CU(cuMemcpyDtoH(&first, a, sizeof first));
    if (first != LAUNCHES + 1000 + CHAIN) {
        fprintf(stderr, "launch_driver: wrong result %d\n", first);
        return 1;
    }
    qsort(seconds, LAUNCHES, sizeof *seconds, ascending);
    printf("%.3f %.3f\n", seconds[LAUNCHES / 2] * 1e6, chain / CHAIN * 1e6);
    return 0;
}
