// Device code of lastprivate.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// lastprivate.c:4: target teams distribute parallel for lastprivate(at) map(tofrom: at) map(to: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
last_even_1(int *at_dev, const int *a, int n)
{
    int &at = *at_dev;
    const auto i_range = romp::below<int>(0, n);
    for (auto trip : romp::league_for(i_range.trips())) {
        int i = i_range[trip];
        int at_private;
        at_private = a[i] % 2 ? -i : i;
        if (trip + 1 == i_range.trips()) {
            at = at_private;
        }
    }
}
