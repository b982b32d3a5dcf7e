/* MRI-Q, serial; the sums are double, so that the reference is the better one. */
#include "pomriq.h"

void solve(const struct scan *scan, float *real, float *imaginary)
{
    struct sample *sample = scan->sample;
    for (int k = 0; k < scan->samples; k++)
        sample[k].magnitude =
            scan->phi_real[k] * scan->phi_real[k] + scan->phi_imaginary[k] * scan->phi_imaginary[k];
    for (int v = 0; v < scan->voxels; v++) {
        double re = 0, im = 0;
        for (int k = 0; k < scan->samples; k++) {
            float angle = TWO_PI * (sample[k].kx * scan->x[v] + sample[k].ky * scan->y[v] + sample[k].kz * scan->z[v]);
            re += sample[k].magnitude * cosf(angle);
            im += sample[k].magnitude * sinf(angle);
        }
        real[v] = (float)re;
        imaginary[v] = (float)im;
    }
}
