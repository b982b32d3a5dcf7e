// The part of romp.h that fork.c uses, on the CUDA runtime: so that the program runs where there is nvcc
// and no libromp, under compute-sanitizer too.
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct shim_arg {
    enum { value, to, tofrom, from, teams, threads, slices } kind;
    const void *at;
    size_t bytes;
    long long n;
};
#define romp_value(v) shim_arg{shim_arg::value, &(v), sizeof(v), 0}
#define romp_to_var(v) shim_arg{shim_arg::to, &(v), sizeof(v), 0}
#define romp_tofrom_var(v) shim_arg{shim_arg::tofrom, &(v), sizeof(v), 0}
#define romp_from_var(v) shim_arg{shim_arg::from, &(v), sizeof(v), 0}
#define romp_num_teams(n) shim_arg{shim_arg::teams, nullptr, 0, (n)}
#define romp_num_threads(n) shim_arg{shim_arg::threads, nullptr, 0, (n)}
#define romp_team_stack(n) shim_arg{shim_arg::slices, nullptr, 0, (n)}
#define romp_team_arena(n) shim_arg{shim_arg::slices, nullptr, 0, (n)}
#define ROMP_TARGET(where, kernel, ...) if (shim_launch(where, (const void *)kernel, {__VA_ARGS__}))

static void shim_ok(cudaError_t error, const char *where)
{
    if (error != cudaSuccess) {
        printf("%s: %s\n", where, cudaGetErrorString(error));
        exit(1);
    }
}

#include <initializer_list>
static bool shim_launch(const char *where, const void *kernel, std::initializer_list<shim_arg> list)
{
    static romp::team_slices slices;
    if (!slices.base) {
        // Instrumented code has larger frames.
        shim_ok(cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10), where);
        slices = {nullptr, nullptr, 132 * 32, 128 << 10};
        shim_ok(cudaMalloc(&slices.base, slices.bytes * slices.count), where);
        shim_ok(cudaMalloc(&slices.taken, slices.count * sizeof(unsigned)), where);
        shim_ok(cudaMemset(slices.taken, 0, slices.count * sizeof(unsigned)), where);
    }
    void *params[16], *copies[16];
    unsigned count = 0, teams = 1, threads = 1;
    for (const shim_arg &arg : list)
        switch (arg.kind) {
        case shim_arg::teams: teams = (unsigned)arg.n; break;
        case shim_arg::threads: threads = (unsigned)arg.n; break;
        case shim_arg::value: params[count++] = (void *)arg.at; break;
        case shim_arg::slices: params[count++] = &slices; break;
        default:
            shim_ok(cudaMalloc(&copies[count], arg.bytes), where);
            if (arg.kind != shim_arg::from)
                shim_ok(cudaMemcpy(copies[count], arg.at, arg.bytes, cudaMemcpyHostToDevice), where);
            params[count] = &copies[count];
            count++;
        }
    shim_ok(cudaLaunchKernel(kernel, teams, threads, params, 0, 0), where);
    shim_ok(cudaDeviceSynchronize(), where);
    count = 0;
    for (const shim_arg &arg : list)
        switch (arg.kind) {
        case shim_arg::teams:
        case shim_arg::threads: break;
        case shim_arg::slices:
        case shim_arg::value: count++; break;
        default:
            if (arg.kind != shim_arg::to)
                shim_ok(cudaMemcpy((void *)arg.at, copies[count], arg.bytes, cudaMemcpyDeviceToHost), where);
            shim_ok(cudaFree(copies[count++]), where);
        }
    return false;
}
