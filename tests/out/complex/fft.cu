// Device code of fft.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

ROMP_COMMON romp::lock_table romp_wide_locks;

// fft.c:9: target teams distribute parallel for map(tofrom: z[0:n]) map(to: twiddle[0:half]) reduction(+: energy, mean)
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
step_1(
    romp::complex<double> *__restrict__ z,
    const romp::complex<float> *twiddle,
    double *energy_dev,
    romp::complex<double> *mean_dev,
    int n,
    int half,
    void *scratch)
{
    double &energy = *energy_dev;
    romp::complex<double> &mean = *mean_dev;
    double energy_private = 0;
    romp::complex<double> mean_private = 0;
    for (int i : romp::league_stream(0, n / 2)) {
        int low = i / half * 2 * half + i % half;
        romp::complex<double> a = z[low], b = z[low + half] * twiddle[i % half];
        z[low] = a + b;
        z[low + half] = a - b;
        energy_private += romp::creal(a * romp::conj(a)) + romp::cabs(b);
        mean_private += a / n + romp::imaginary(1.0F) * romp::cimag(romp::cexp(b));
        z[low].re -= 1e-9;
    }
    romp::reduce_league(scratch, romp::plus(energy, energy_private),
        romp::plus(mean, mean_private));
}

// fft.c:25: target teams distribute parallel for map(to: z[0:n]) map(tofrom: bins[0:16])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
histogram_1(const romp::complex<double> *z, romp::complex<double> *bins, int n)
{
    for (int i : romp::league_for(0, n)) {
        romp::atomic_add(romp::wide(bins[(int)(8 + 8 * romp::carg(z[i]) / M_PI) & 15], romp_wide_locks), z[i]);
    }
}
