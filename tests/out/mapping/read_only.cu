// Device code of read_only.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define N 100

struct pair {
    float a;
    float b;
};
static_assert(sizeof(struct pair) == 8 && offsetof(struct pair, b) == 4, "layout");

static __device__ float sum(const float *row, int n)
{
    float all = 0;
    for (int i = 0; i < n; i++)
        all += row[i];
    return all;
}

static __device__ void fill(float *row, int n, float value)
{
    for (int i = 0; i < n; i++)
        row[i] = value;
}

// read_only.c:14: target teams distribute parallel for map(to: in, table) map(from: out)
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
arrays_1(const double *__restrict__ in, const double (*__restrict__ table)[N], double *out)
{
    for (int i : romp::league_for(0, N))
        out[i] = in[i] + table[i % 4][i];
}

// read_only.c:22: target teams distribute parallel for map(to: x[0:n], p[0:n]) map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
parameters_1(const float *x, const struct pair *p, float *y, int n)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i] * p[i].a;
}

// read_only.c:30: target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
promised_1(const float *__restrict__ x, float *__restrict__ y, int n)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// read_only.c:40: target teams distribute parallel for map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
moved_1(float *y, int n, const float *x)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// read_only.c:52: target teams distribute parallel for
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
allocated_1(
    int n,
    const int *__restrict__ x,
    const int *__restrict__ z,
    const int *__restrict__ given,
    int *y)
{
    for (int i : romp::league_for(0, n))
        y[i] = x[i] + z[i] + given[i];
}

// read_only.c:78: target teams distribute parallel for map(to: from[0:n * n]) map(from: to[0:n * n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
rows_1(const float *__restrict__ from, float *to, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n)) {
        const float *row = from + i * n;
        float *other = to + i * n;
        fill(other, n, sum(row, n) + sum(from, n));
    }
}

// read_only.c:89: target map(tofrom: in, out)
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
either_1(double *in, double *out, int which, int n)
{
    double *one = which ? in : out;
    one[n] = 1;
}

// read_only.c:99: target teams distribute parallel for map(to: lines[0:n], in)
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
loaded_1(double *const *lines, const double *in, int n)
{
    for (int i : romp::league_for(0, n))
        lines[i][0] = in[i];
}

// read_only.c:107: target map(tofrom: flag[0:1], out) map(to: in)
// one thread a team, one team
extern "C" __global__ void __launch_bounds__(1)
waiting_1(int *flag, double *out, const double *in)
{
    int set = 0;
    while (!set) {
        set = romp::atomic_read(flag[0]);
    }
    out[0] = in[0];
}

// read_only.c:121: target teams distribute parallel for map(to: in) map(tofrom: out) reduction(+: out[0:2])
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
reduced_1(const double *in, double (*out_dev)[N], void *scratch)
{
    double (&out)[N] = *out_dev;
    double out_private[2];
    romp::fill(out_private, 0);
    for (int i : romp::league_stream(0, N))
        out_private[i % 2] += in[i];
    romp::reduce_league(scratch, romp::plus_each(out, out_private));
}
