// Device code of doacross.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// doacross.c:4: target parallel for ordered(2) num_threads(128) map(tofrom: a[:n][:m])
// SPMD, up to 128 threads a team, one team
extern "C" __global__ void __launch_bounds__(128)
sweep_1(double *a, int m, int n)
{
    romp::block_is<128>();
    {
        const auto i_range = romp::below<int>(1, n);
        const auto j_range = romp::below<int>(1, m);
        auto across = romp::begin_doacross((unsigned long long)j_range.trips());
        for (auto trip : romp::team_stream(i_range.trips())) {
            across.begin(trip);
            int i = i_range[trip];
            for (int j = 1; j < m; j++) {
                across.sink(romp::up(i_range, i, -1), romp::up(j_range, j));
                across.sink(romp::up(i_range, i), romp::up(j_range, j, -1));
                a[(long)i * m + j] = (a[(long)(i - 1) * m + j] + a[(long)i * m + (j - 1)]) / 2;
                across.source(romp::up(i_range, i), romp::up(j_range, j));
            }
            across.end(trip);
        }
    }
}
