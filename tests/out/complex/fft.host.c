#include "romp.h"
#include <complex.h>
#include <math.h>

/* One step of a Fourier transform, and the energy of what comes out. */
double step(int n, int half, double complex *restrict z, const float complex *twiddle)
{
    double energy = 0;
    double complex mean = 0;
    /* target teams distribute parallel for map(tofrom: z[0:n]) map(to: twiddle[0:half]) reduction(+: energy, mean) */
    ROMP_TARGET("fft.c:9", step_1,
        romp_block(256), romp_iterations(n / 2), romp_tofrom(z, 0, n), romp_to(twiddle, 0, half),
        romp_tofrom_var(energy), romp_tofrom_var(mean), romp_value(n), romp_value(half), romp_scratch(32))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: energy, mean) /* host version */
    for (int i = 0; i < n / 2; i++) {
        int low = i / half * 2 * half + i % half;
        double complex a = z[low], b = z[low + half] * twiddle[i % half];
        z[low] = a + b;
        z[low + half] = a - b;
        energy += creal(a * conj(a)) + cabs(b);
        mean += a / n + I * cimag(cexp(b));
        __real__ z[low] -= 1e-9;
    }
    return energy * (mean != 0 ? 1 : -1);
}

void histogram(int n, const double complex *z, double complex bins[16])
{
    /* target teams distribute parallel for map(to: z[0:n]) map(tofrom: bins[0:16]) */
    ROMP_TARGET("fft.c:25", histogram_1,
        romp_block(128), romp_iterations(n), romp_to(z, 0, n), romp_tofrom(bins, 0, 16), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        #pragma omp critical (romp_complex) /* atomic */
        bins[(int)(8 + 8 * carg(z[i]) / M_PI) & 15] += z[i];
    }
}
