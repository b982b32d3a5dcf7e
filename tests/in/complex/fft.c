#include <complex.h>
#include <math.h>

/* One step of a Fourier transform, and the energy of what comes out. */
double step(int n, int half, double complex *restrict z, const float complex *twiddle)
{
    double energy = 0;
    double complex mean = 0;
    #pragma omp target teams distribute parallel for map(tofrom: z[0:n]) map(to: twiddle[0:half]) \
        reduction(+: energy, mean)
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
    #pragma omp target teams distribute parallel for map(to: z[0:n]) map(tofrom: bins[0:16])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        bins[(int)(8 + 8 * carg(z[i]) / M_PI) & 15] += z[i];
    }
}
