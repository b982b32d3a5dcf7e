// Device code of vla.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// vla.c:3: target teams distribute parallel for collapse(2) map(to: a[0:n][0:m]) map(from: g[0:m][0:m])
// SPMD, 128 threads a team
extern "C" __global__ void __launch_bounds__(128)
gram_1(double *a, double *g, int m, int n)
{
    const auto i_range = romp::below<int>(0, m);
    const auto j_range = romp::below<int>(0, m);
    const auto trips = (unsigned long long)i_range.trips() * j_range.trips();
    for (auto k_2 : romp::league_for(trips)) {
        const auto [outer, inner] = romp::split(k_2, j_range.trips());
        int j = j_range[inner];
        int i = i_range[outer];
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[(long)k * m + i] * a[(long)k * m + j];
        g[(long)i * m + j] = sum;
    }
}
