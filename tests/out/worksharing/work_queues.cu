// Device code of work_queues.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

__device__ double weigh(int i)
{
    double sum = 0;
    for (int j = 0; j < i; j++)
        sum += 1.0 / (j + 1);
    return sum;
}

// work_queues.c:15: target teams distribute parallel for schedule(dynamic, 4) map(from: out[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
rows_1(double *out, int n)
{
    romp::begin_work_queues();
    for (auto chunk : romp::team_chunks(romp::teams_part(romp::below<int>(0, n)), 4))
        for (int i : romp::each(chunk)) {
            out[i] = weigh(i % 1000);
        }
}

// work_queues.c:23: target parallel num_threads(96) map(to: keys[0:n]) map(from: found[0:n]) map(tofrom: count)
// SPMD, up to 96 threads a team, one team
extern "C" __global__ void __launch_bounds__(96)
collect_1(const int *keys, int *found, int *count_dev, int n)
{
    int &count = *count_dev;
    romp::block_is<96>();
    romp::begin_work_queues();
    for (int i : romp::team_for_guided(romp::below<int>(0, n)))
        found[i] = -1;
    romp::team_barrier();
    {
        const auto i_range = romp::below<long>(0, n);
        auto order = romp::begin_ordered();
        for (auto trip : romp::team_for_dynamic(i_range.trips())) {
            long i = i_range[trip];
            do {
                double w = weigh(keys[i]);
                if (w < 3)
                    continue;
                // In the order of the keys.
                while (order.pending(trip))
                    if (order.reached(trip)) {
                        found[count++] = keys[i];
                        order.passed(trip);
                    }
            } while (0);
            order.skip(trip);
        }
        order.end();
    }
}
