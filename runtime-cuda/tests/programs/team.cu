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
