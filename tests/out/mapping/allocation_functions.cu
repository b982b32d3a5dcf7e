// Device code of allocation_functions.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

static __device__ void put(double *to, int i, double value)
{
    to[i] = value;
}

// allocation_functions.c:45: target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
alone_1(const double *__restrict__ x, double *y, int n)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// allocation_functions.c:57: target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
twice_1(const double *__restrict__ x, double *y, int n)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// allocation_functions.c:67: target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
other_files_1(const double *__restrict__ x, double *y, int n)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// allocation_functions.c:71: target teams distribute parallel for map(to: x[0:n]) map(tofrom: z[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
other_files_2(const double *x, double *z, int n)
{
    for (int i : romp::league_for(0, n))
        z[i] += x[i];
}

// allocation_functions.c:80: target teams distribute parallel for map(tofrom: x[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
same_1(const double *x, int n, double *y)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// allocation_functions.c:92: target teams distribute parallel for map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
leaks_1(double *y, int n, const double *x)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// allocation_functions.c:97: target teams distribute parallel for map(tofrom: z[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
leaks_2(double *z, int n, const double *into)
{
    for (int i : romp::league_for(0, n - 1))
        z[i] += into[i];
}

// allocation_functions.c:103: target teams distribute parallel for map(tofrom: v[0:n]) map(to: back[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
leaks_3(double *v, const double *back, int n)
{
    for (int i : romp::league_for(0, n))
        v[i] += back[i];
}

// allocation_functions.c:113: target teams distribute parallel for map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
chains_1(double *y, int n, const double *x)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// allocation_functions.c:119: target teams distribute parallel for map(to: x[0:n]) map(tofrom: z[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
chains_2(const double *__restrict__ x, double *z, int n)
{
    for (int i : romp::league_for(0, n))
        z[i] += x[i];
}

// allocation_functions.c:134: target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n], rows[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
given_1(const double *x, double *__restrict__ y, double (*rows)[4], int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n)) {
        put(y, i, x[i]);
        rows[i][2] = x[i];
    }
}

// allocation_functions.c:141: target teams distribute parallel for map(tofrom: rows[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
given_2(double (*rows)[4], int n, const double *row)
{
    for (int i : romp::league_for(0, n))
        rows[i][0] = row[1];
}

// allocation_functions.c:151: target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
promised_1(const double *x, double *__restrict__ y, int n)
{
    for (int i : romp::league_for(0, n))
        y[i] += x[i];
}

// allocation_functions.c:154: target map(to: x[0:n]) map(tofrom: y[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
promised_2(const double *x, double *y, int n)
{
    romp::block_is<1024>();
    for (int i : romp::team_stream(0, n))
        y[i] += x[i];
    romp::team_barrier();
    for (int i : romp::team_stream(0, n))
        y[i] += y[n - 1 - i];
}

// allocation_functions.c:171: target teams distribute parallel for map(tofrom: y[0:n], z[0:n], grid, flow)
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
written_1(
    double *__restrict__ y,
    double *z,
    double *__restrict__ grid,
    double *__restrict__ flow,
    const int n)
{
    for (int i : romp::league_for(0, n)) {
        y[i] += 1;
        z[i] += 2;
        grid[i] = y[i];
        flow[i] = z[i];
    }
}

// allocation_functions.c:179: target map(tofrom: y[0:n], z[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
written_2(double *y, double *z, const int n)
{
    romp::block_is<1024>();
    for (int i : romp::team_stream(0, n)) {
        y[i] += 1;
        z[i] += 2;
    }
    romp::team_barrier();
    for (int i : romp::team_stream(0, n))
        z[i] += y[n - 1 - i];
}
