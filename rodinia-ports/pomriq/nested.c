/* MRI-Q: a team four voxels; its threads share the samples and add them up, and what one reads of a sample serves all
   four. */
#include "pomriq.h"

enum { TOGETHER = 4 };

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
        for (int first = 0; first < voxels; first += TOGETHER) {
            float xv[TOGETHER], yv[TOGETHER], zv[TOGETHER], re[TOGETHER] = {0}, im[TOGETHER] = {0};
            for (int i = 0; i < TOGETHER; i++) {
                int v = first + i < voxels ? first + i : voxels - 1;
                xv[i] = TWO_PI * x[v];
                yv[i] = TWO_PI * y[v];
                zv[i] = TWO_PI * z[v];
            }
#pragma omp parallel for reduction(+ : re[0 : TOGETHER], im[0 : TOGETHER])
            for (int k = 0; k < samples; k++) {
                struct sample one = sample[k];
                for (int i = 0; i < TOGETHER; i++) {
                    float angle = one.kx * xv[i] + one.ky * yv[i] + one.kz * zv[i];
                    re[i] += one.magnitude * cosf(angle);
                    im[i] += one.magnitude * sinf(angle);
                }
            }
#pragma omp parallel for
            for (int i = 0; i < TOGETHER; i++) {
                if (first + i < voxels) {
                    real[first + i] = re[i];
                    imaginary[first + i] = im[i];
                }
            }
        }
    }
}
