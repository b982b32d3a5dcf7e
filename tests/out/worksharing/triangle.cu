// Device code of triangle.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// triangle.c:4: target teams distribute parallel for collapse(2) map(to: x[0:n * m]) map(tofrom: g[0:n * n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
gram_1(const double *x, double *g, int n, int m)
{
    const auto i_range = romp::below<int>(0, n);
    const auto j_range = [&](int i) { return romp::below<int>(i, n); };
    const auto j_trips = romp::most_trips(i_range, j_range);
    const auto trips = (unsigned long long)i_range.trips() * j_trips;
    for (auto trip : romp::league_for(trips)) {
        const auto [outer, inner] = romp::split(trip, j_trips);
        int i = i_range[outer];
        const auto j_row = j_range(i);
        if (inner >= j_row.trips())
            continue;
        int j = j_row[inner];
        double sum = 0;
        for (int k = 0; k < m; k++)
            sum += x[i * m + k] * x[j * m + k];
        g[i * n + j] = sum;
    }
}
