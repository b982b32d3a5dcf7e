#ifndef POMRIQ_H
#define POMRIQ_H

#include <math.h>

#include "port.h"

/* A point of the scanner's trajectory through frequency space, and the magnitude of the coil's sensitivity there;
   aligned so that it can be loaded at once. */
struct sample {
    float kx, ky, kz, magnitude;
} __attribute__((aligned(16)));

/* Voxels at (x, y, z), and the trajectory, whose samples hold magnitudes only once `solve` has computed them from
   the real and imaginary parts of phi. */
struct scan {
    int voxels, samples;
    const float *x, *y, *z;
    const float *phi_real, *phi_imaginary;
    struct sample *sample;
};

#define TWO_PI 6.2831853071795864769f

#ifdef __cplusplus
extern "C"
#endif
/* Computes the matrix Q of a magnetic resonance image: for each voxel the sum over the samples of
   magnitude * exp(2 pi i k.x). */
void solve(const struct scan *scan, float *real, float *imaginary);

#endif
