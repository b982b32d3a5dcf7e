/* A header with regions in inline functions. */
#ifndef KERNELS_H
#define KERNELS_H

static inline void scale(double *p, int n, double by)
{
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++)
        p[i] *= by;
}

static inline void shift(double *p, int n, double by)
{
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++)
        p[i] += by;
}

#endif
