// Device code of blocks.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// blocks.c:4: target parallel num_threads(128) map(tofrom: a[0:n], b[0:n], residual[0:steps])
// SPMD, up to 128 threads a team, one team
extern "C" __global__ void __launch_bounds__(128)
stencil_1(double *a, double *b, double *residual, int n, int steps)
{
    romp::block_is<128>();
    for (int s = 0; s < steps; s++) {
        for (int i : romp::team_stream(1, n - 1))
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        romp::team_barrier();

        // The residual of this step.
        if (romp::thread() == 0) {
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += (a[i] - b[i]) * (a[i] - b[i]);
            residual[s] = sum;
        }

        if (romp::thread() == 1) {
            b[0] = a[0];
        }
        romp::team_barrier();
        for (int i : romp::team_stream(0, n))
            a[i] = b[i];
        romp::team_barrier();
    }
}

// blocks.c:31: target parallel map(to: keys[0:n]) map(tofrom: last) map(from: out[0:n])
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
pick_1(const int *keys, int *last_dev, int *out, int n)
{
    int &last = *last_dev;
    romp::block_is<1024>();
    int pivot;
    double weights[2];
    if (romp::thread() == 0) {
        pivot = keys[n / 2];
        weights[0] = weights[1] = 0.5;
    }
    romp::copyprivate(pivot, weights);
    {
        int last_private;
        for (unsigned section : romp::team_sections(2)) {
            switch (section) {
            case 0: {
                last_private = pivot;
                break;
            }
            case 1: {
                // The one whose value stays.
                last_private = 2 * pivot;
                out[0] = last_private;
                last = last_private;
                break;
            }
            }
        }
    }
    {
        int last_private;
        last_private = (int)(weights[0] * 2);
        out[1] = last_private;
    }
}
