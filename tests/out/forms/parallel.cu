// Device code of parallel.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// parallel.c:5: target parallel num_threads(n) map(from: thread[0:n])
// SPMD, up to 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
who_1(int *thread, int n)
{
    thread[romp::parallel::omp_get_thread_num()] = romp::parallel::omp_get_num_threads();
}
