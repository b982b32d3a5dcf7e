/* MRI-Q: a team a voxel; its threads share the samples and add them up. */
#include "pomriq.h"

void solve(const struct scan *scan, float *real, float *imaginary)
{
    int voxels = scan->voxels, samples = scan->samples;
    const float *x = scan->x, *y = scan->y, *z = scan->z;
    const float *phi_real = scan->phi_real, *phi_imaginary = scan->phi_imaginary;
    struct sample *sample = scan->sample;
#pragma omp target data map(to : x[0 : voxels], y[0 : voxels], z[0 : voxels])                                         \
    map(to : phi_real[0 : samples], phi_imaginary[0 : samples], sample[0 : samples])                                  \
    map(from : real[0 : voxels], imaginary[0 : voxels])
    {
#pragma omp target teams distribute parallel for
        for (int k = 0; k < samples; k++)
            sample[k].magnitude = phi_real[k] * phi_real[k] + phi_imaginary[k] * phi_imaginary[k];
#pragma omp target teams distribute
        for (int v = 0; v < voxels; v++) {
            float xv = TWO_PI * x[v], yv = TWO_PI * y[v], zv = TWO_PI * z[v], re = 0, im = 0;
#pragma omp parallel for reduction(+ : re, im)
            for (int k = 0; k < samples; k++) {
                float angle = sample[k].kx * xv + sample[k].ky * yv + sample[k].kz * zv;
                re += sample[k].magnitude * cosf(angle);
                im += sample[k].magnitude * sinf(angle);
            }
            real[v] = re;
            imaginary[v] = im;
        }
    }
}
