// Device code of thread_arrays.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// Arrays of variable length that belong to a thread: of a length that the host knows, and of a function.
static __device__ double best(int n, const double *x)
{
    const romp::thread_array<double> seen_array((unsigned long long)n, "seen");
    double *seen = seen_array.at;
    double most = 0;
    for (int i = 0; i < n; i++) {
        seen[i] = x[i] * x[i];
        most = seen[i] > most ? seen[i] : most;
    }
    return most;
}

// thread_arrays.c:15: target teams distribute parallel for map(to: a[0:n * m]) map(from: sums[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
rows_1(const double *a, double *sums, int n, int m, romp::team_slices thread_stacks)
{
    romp::start_thread_arrays(thread_stacks);
    for (int i : romp::league_for(0, n)) {
        const romp::thread_array<double> row_array((unsigned long long)m, "row");
        double *row = row_array.at;
        for (int j = 0; j < m; j++)
            row[j] = a[i * m + j];
        sums[i] = 0;
        for (int j = 0; j < m; j++)
            sums[i] += row[j] * row[m - 1 - j];
    }
    romp::release_thread_arrays_together(thread_stacks);
}

// thread_arrays.c:24: target teams distribute parallel for map(to: a[0:n * m]) map(from: sums[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
rows_2(const double *a, double *sums, int n, int m, romp::team_slices thread_stacks)
{
    romp::start_thread_arrays(thread_stacks);
    for (int i : romp::league_for(0, n))
        sums[i] = best(m, a + i * m);
    romp::release_thread_arrays_together(thread_stacks);
}
