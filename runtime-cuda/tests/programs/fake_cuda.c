/* A CUDA driver for tests on machines without one: its devices' memory is malloc's, its modules are tables
 * of C functions (fake_cuda.h). It checks what the runtime hands over and can be told to fail:
 * FAKE_CUDA_FAULT=n makes the nth launch fault, of which nothing shows until the host waits, FAKE_CUDA_MEMORY=n limits the bytes of all allocations,
 * FAKE_CUDA_IMAGE=1 takes no image, FAKE_CUDA_HANG=1 never finishes. */
#include "fake_cuda.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
enum { OK = 0, OUT_OF_MEMORY = 2, INVALID_CONTEXT = 201, NO_BINARY = 209, NOT_FOUND = 500, NOT_READY = 600, ILLEGAL = 700 };

static int contexts[2];
static __thread int *current;
static size_t used;
static int faulted, launches, waits;

static long setting(const char *name)
{
    const char *value = getenv(name);
    return value ? atol(value) : 0;
}

CUresult cuInit(unsigned flags) { return flags; }
CUresult cuDriverGetVersion(int *version) { return *version = 13000, OK; }
CUresult cuGetErrorName(CUresult error, const char **text) { return *text = error == ILLEGAL ? "CUDA_ERROR_ILLEGAL_ADDRESS" : error == NO_BINARY ? "CUDA_ERROR_NO_BINARY_FOR_GPU" : "CUDA_ERROR", OK; }
CUresult cuGetErrorString(CUresult error, const char **text) { return *text = error == ILLEGAL ? "an illegal memory access was encountered" : "fake error", OK; }
CUresult cuDeviceGetCount(int *count) { return *count = 2, OK; }
CUresult cuDeviceGet(int *device, int number) { return *device = number, OK; }
CUresult cuDeviceGetName(char *name, int length, int device) { return snprintf(name, length, "Fake GPU %d", device), OK; }
CUresult cuDeviceGetAttribute(int *value, int attribute, int device) { return *value = attribute == 16 ? 4 + device : attribute == 97 ? 101376 : attribute == 100 ? 0 : 1, OK; }
CUresult cuDevicePrimaryCtxRetain(void **context, int device) { return *context = contexts + device, OK; }
CUresult cuCtxGetCurrent(void **context) { return *context = current, OK; }
CUresult cuCtxSetCurrent(void *context) { return current = context, OK; }

struct loaded {
    const struct fake_module *module;
    int device, number;
};

CUresult cuModuleLoadData(void **module, const void *image)
{
    const struct fake_module *from = image;
    if (!current)
        return INVALID_CONTEXT;
    if (strcmp(from->magic, "fake") || setting("FAKE_CUDA_IMAGE"))
        return NO_BINARY;
    struct loaded *made = malloc(sizeof *made);
    *made = (struct loaded){from, current - contexts, -1};
    return *module = made, OK;
}
CUresult cuModuleUnload(void *module) { return free(module), OK; }

CUresult cuModuleGetFunction(void **function, void *module, const char *name)
{
    const struct fake_module *from = ((struct loaded *)module)->module;
    for (const struct fake_kernel *k = from->kernels; k->name; k++)
        if (!strcmp(k->name, name))
            return *function = (void *)k, OK;
    return NOT_FOUND;
}

CUresult cuModuleGetGlobal_v2(unsigned long long *at, size_t *bytes, void *module, const char *name)
{
    struct loaded *loaded = module;
    if (!strcmp(name, "romp_device_number"))
        return *at = (unsigned long long)&loaded->number, *bytes = 4, OK;
    for (const struct fake_global *g = loaded->module->globals; g->name; g++)
        if (!strcmp(g->name, name))
            return *at = (unsigned long long)((char *)g->address + loaded->device * g->bytes), *bytes = g->bytes, OK;
    return NOT_FOUND;
}

CUresult cuMemAlloc_v2(unsigned long long *at, size_t bytes)
{
    if (!current)
        return INVALID_CONTEXT;
    if (setting("FAKE_CUDA_MEMORY") && used + bytes > (size_t)setting("FAKE_CUDA_MEMORY"))
        return OUT_OF_MEMORY;
    size_t *block = malloc(bytes + 16);
    *block = bytes;
    used += bytes;
    return *at = (unsigned long long)(block + 2), OK;
}
CUresult cuMemFree_v2(unsigned long long at)
{
    used -= ((size_t *)at)[-2];
    return free((size_t *)at - 2), OK;
}
static CUresult copy(void *to, const void *from, size_t bytes) { return current ? memcpy(to, from, bytes), OK : INVALID_CONTEXT; }
CUresult cuMemcpyHtoDAsync_v2(unsigned long long to, const void *from, size_t bytes, void *stream) { return (void)stream, copy((void *)to, from, bytes); }
CUresult cuMemcpyDtoHAsync_v2(void *to, unsigned long long from, size_t bytes, void *stream) { return (void)stream, copy(to, (void *)from, bytes); }
CUresult cuMemcpyAsync(unsigned long long to, unsigned long long from, size_t bytes, void *stream) { return (void)stream, copy((void *)to, (void *)from, bytes); }
CUresult cuMemsetD8Async(unsigned long long at, unsigned char byte, size_t bytes, void *stream) { return (void)stream, memset((void *)at, byte, bytes), OK; }
CUresult cuFuncGetAttribute(int *value, int attribute, void *function) { return (void)function, *value = attribute == 0 ? 512 : attribute == 1 ? 100 : 0, OK; }
static const void *asked;
static unsigned dynamic;
CUresult cuCtxSetLimit(int limit, size_t value) { return (void)limit, (void)value, current ? OK : INVALID_CONTEXT; }
CUresult cuFuncGetModule(void **module, void *function) { return (void)module, (void)function, NOT_FOUND; }
CUresult cuFuncSetAttribute(void *function, int attribute, int value) { return attribute == 8 && value + 100 <= 101376 ? asked = function, dynamic = value, OK : INVALID_CONTEXT; }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads, size_t shared) { return (void)function, (void)shared, *blocks = 2048 / threads, OK; }

CUresult cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream, void **params, void **extra)
{
    const struct fake_kernel *kernel = function;
    if (!current || gy != 1 || gz != 1 || by != 1 || bz != 1 || shared != (function == asked ? dynamic : 0) || extra || !stream)
        return INVALID_CONTEXT;
    if (faulted || setting("FAKE_CUDA_FAULT") == ++launches)
        return faulted = 1, OK;
    return kernel->run(params, gx, bx, current - contexts), OK;
}
CUresult cuStreamCreate(void **stream, unsigned flags) { return flags == 1 && current ? *stream = malloc(1), OK : INVALID_CONTEXT; }
CUresult cuStreamDestroy_v2(void *stream) { return free(stream), OK; }
CUresult cuStreamSynchronize(void *stream) { return (void)stream, waits++, faulted ? ILLEGAL : OK; }
CUresult cuStreamWriteValue32_v2(void *stream, unsigned long long at, unsigned value, unsigned flags) { return (void)stream, (void)flags, faulted ? OK : (*(unsigned *)at = value, OK); }
CUresult cuMemHostAlloc(void **at, size_t bytes, unsigned flags) { return *at = malloc(bytes), flags == 3 ? OK : INVALID_CONTEXT; }
/* No address is known to the driver, so that regions do not wait for what is passed as it is. */
CUresult cuPointerGetAttribute(void *value, int attribute, unsigned long long at) { return (void)value, (void)attribute, (void)at, 1; }
CUresult cuMemcpy2DUnaligned_v2(const void *copy) { return (void)copy, INVALID_CONTEXT; }
/* For the test: how often the host has waited. */
int fake_cuda_waits(void) { return waits; }
CUresult cuStreamQuery(void *stream) { return setting("FAKE_CUDA_HANG") ? NOT_READY : cuStreamSynchronize(stream); }
