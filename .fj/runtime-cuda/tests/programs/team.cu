#include "romp/device.cuh"

extern "C" __global__ void sums_1(int *sums)
{
    __shared__ int partial[1024];
    partial[romp::thread()] = (int)romp::league_thread();
    romp::team_barrier();
    for (unsigned half = 32; half > 0; half /= 2) {
        if (romp::thread() < half && romp::thread() + half < romp::threads())
            partial[romp::thread()] += partial[romp::thread() + half];
        romp::team_barrier();
    }
    if (romp::parallel::omp_get_thread_num() == 0)
        sums[romp::parallel::omp_get_team_num()] = partial[0];
}

extern "C" __global__ void deadlock_2()
{
    if (romp::thread() % 4 == 0)
        return;
    if (romp::thread() < 10)
        romp::team_barrier();
    else
        romp::team_barrier();
}

extern "C" __global__ void assert_3()
{
    assert(romp::thread() < 7);
}

// Data that needs relocation, written data and constants: a checked image may touch them all.
static __device__ const char *const words[3] = {"zero", "one", "two"};
static __device__ int written[3] = {5, 6, 7};
static __device__ const int numbers[3] = {10, 20, 30};

extern "C" __global__ void own_data_8(int *out)
{
    int i = (int)romp::thread() % 3;
    written[i] += numbers[i];
    out[i] = written[i] + words[i][0];
}

extern "C" __global__ void print_4()
{
    printf("team %d of %d, thread %d of %d, level %d, device %d, initial %d\n",
           romp::parallel::omp_get_team_num(), romp::parallel::omp_get_num_teams(),
           romp::parallel::omp_get_thread_num(), romp::parallel::omp_get_num_threads(),
           romp::parallel::omp_get_level(), romp::parallel::omp_get_device_num(),
           romp::parallel::omp_is_initial_device());
}

extern "C" __global__ void hang_5()
{
    while (romp::parallel::omp_get_wtime() > 0)
        romp::spin();
}

extern "C" __global__ void null_6(int *p, int zero)
{
    if (romp::thread() == 1)
        *p = zero;
}

static __device__ int deep(volatile int *p, int n)
{
    volatile int frame[64];
    frame[n % 64] = *p;
    return n == 0 ? 0 : deep(frame, n - 1) + frame[n % 64];
}

extern "C" __global__ void stack_7(int n)
{
    romp::team_barrier();
    volatile int start = 0;
    if (deep(&start, n) == 1)
        romp::team_barrier();
}
