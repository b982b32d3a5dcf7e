/* Runs the kernels of twin.cu and prints as sharing.c does. Needs the driver alone. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef int (*call)();
enum { TEAMS = 264, ROUNDS = 200, WORDS = 25000, REPEATS = 7, MAX_DYNAMIC = 8 };

static void *library;
static call find(const char *name)
{
    call found = (call)dlsym(library, name);
    if (!found) {
        fprintf(stderr, "the driver has no %s\n", name);
        exit(2);
    }
    return found;
}
#define MUST(name, ...)                                         \
    do {                                                        \
        int result = find(#name)(__VA_ARGS__);                  \
        if (result) {                                           \
            fprintf(stderr, #name ": CUDA error %d\n", result); \
            exit(2);                                            \
        }                                                       \
    } while (0)

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(void)
{
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library)
        return fprintf(stderr, "%s\n", dlerror()), 2;
    int device;
    void *context, *module, *function;
    unsigned long long results, memory;
    static unsigned host[TEAMS];
    MUST(cuInit, 0);
    MUST(cuDeviceGet, &device, 0);
    MUST(cuDevicePrimaryCtxRetain, &context, device);
    MUST(cuCtxSetCurrent, context);
    MUST(cuModuleLoad, &module, "twin.cubin");
    MUST(cuMemAlloc_v2, &results, sizeof host);
    MUST(cuMemAlloc_v2, &memory, (size_t)TEAMS * WORDS * 4);
    for (int shared = 0; shared < 2; shared++) {
        const char *name = shared ? "in_shared" : "in_global";
        unsigned bytes = shared ? WORDS * 4 : 0;
        double best = 1e9;
        MUST(cuModuleGetFunction, &function, module, name);
        if (shared)
            MUST(cuFuncSetAttribute, function, MAX_DYNAMIC, (int)bytes);
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            void *params[] = {&results, &memory};
            double start = now();
            MUST(cuLaunchKernel, function, TEAMS, 1, 1, 128, 1, 1, bytes, (void *)0, params, (void **)0);
            MUST(cuCtxSynchronize);
            double time = now() - start;
            best = time < best ? time : best;
        }
        MUST(cuMemcpyDtoH_v2, host, results, sizeof host);
        unsigned sum = 0;
        for (int t = 0; t < TEAMS; t++)
            sum = sum * 31 + host[t];
        printf("%s\t%.5f\t%08x\n", name, best / ROUNDS / WORDS * 1e9, sum);
    }
    return 0;
}
