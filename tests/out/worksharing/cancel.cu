// Device code of cancel.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// cancel.c:5: target parallel for num_threads(256) map(to: x[:n]) map(tofrom: found)
// SPMD, up to 256 threads a team, one team
extern "C" __global__ void __launch_bounds__(256)
search_1(const int *__restrict__ x, int *found_dev, int n, int wanted)
{
    int &found = *found_dev;
    romp::block_is<256>();
    romp::begin_cancellable();
    {
        for (int i : romp::team_stream(0, n)) {
            if (x[i] == wanted) {
                romp::atomic_write(found, i);
                if (romp::cancel_construct())
                    goto cancelled;
            }
            if (romp::cancel_construct(false))
                goto cancelled;
        }
    }
    cancelled:;
    romp::end_cancellable<false>();
}

// cancel.c:19: target parallel num_threads(64) map(tofrom: x[:n], y[:n], steps[:1])
// SPMD, up to 64 threads a team, one team
extern "C" __global__ void __launch_bounds__(64)
relax_1(double *x, double *y, int *steps, int n)
{
    romp::start_partial_barrier();
    romp::begin_cancellation();
    {
        for (int step = 0; step < 100; step++) {
            double worst = 0;
            for (int i : romp::team_for(1, n - 1))
                y[i] = (x[i - 1] + x[i + 1]) / 2;
            if (romp::cancellable_barrier()) goto cancelled;
            for (int i : romp::team_for(1, n - 1)) {
                worst += y[i] - x[i];
                x[i] = y[i];
            }
            if (romp::cancellable_barrier()) goto cancelled;
            if (romp::thread() == 0) {
                steps[0]++;
            }
            if (romp::cancel_region(worst < 1e-6))
                goto cancelled;
        }
        romp::end_cancellation();
    }
    cancelled:;
}
