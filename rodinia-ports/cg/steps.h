/* CG in OpenMP: all steps but the product with the matrix, which each variant defines. */
#ifndef STEPS_H
#define STEPS_H

#include "cg.h"

/* Writes matrix * p to q, and gives the product of p and q; all arrays are on the device. */
static double multiply(int n, const int *restrict begin, const int *restrict column, const double *restrict value,
                       const double *restrict p, double *restrict q);

/* Solves matrix * z = x roughly; all arrays are on the device. */
static void conjugate_gradients(int n, const int *begin, const int *column, const double *value, int steps,
                                const double *x, double *z, double *p, double *q, double *r)
{
    double rho = 0;
#pragma omp target teams distribute parallel for reduction(+ : rho) map(tofrom : rho)
    for (int j = 0; j < n; j++) {
        z[j] = 0;
        r[j] = p[j] = x[j];
        rho += x[j] * x[j];
    }
    for (int step = 0; step < steps; step++) {
        double last = rho, alpha = rho / multiply(n, begin, column, value, p, q);
        rho = 0;
#pragma omp target teams distribute parallel for reduction(+ : rho) map(tofrom : rho)
        for (int j = 0; j < n; j++) {
            z[j] += alpha * p[j];
            r[j] -= alpha * q[j];
            rho += r[j] * r[j];
        }
        double beta = rho / last;
#pragma omp target teams distribute parallel for
        for (int j = 0; j < n; j++)
            p[j] = r[j] + beta * p[j];
    }
}

void solve(const struct problem *problem, double *zeta, double *x)
{
    const struct matrix *m = &problem->matrix;
    const int *begin = m->begin, *column = m->column;
    const double *value = m->value;
    int n = m->rows, elements = begin[n];
    double *work = port_allocate(4 * (size_t)n, sizeof *work), *z = work, *p = z + n, *q = p + n, *r = q + n;
    for (int j = 0; j < n; j++)
        x[j] = 1;
#pragma omp target data map(to : begin[0 : n + 1], column[0 : elements], value[0 : elements])                         \
    map(tofrom : x[0 : n]) map(alloc : work[0 : 4 * (size_t)n])
    for (int step = 0; step < problem->outer; step++) {
        double xz = 0, zz = 0;
        conjugate_gradients(n, begin, column, value, problem->inner, x, z, p, q, r);
#pragma omp target teams distribute parallel for reduction(+ : xz, zz) map(tofrom : xz, zz)
        for (int j = 0; j < n; j++) {
            xz += x[j] * z[j];
            zz += z[j] * z[j];
        }
        zeta[step] = problem->shift + 1 / xz;
        double scale = 1 / sqrt(zz);
#pragma omp target teams distribute parallel for
        for (int j = 0; j < n; j++)
            x[j] = scale * z[j];
    }
    free(work);
}

#endif
