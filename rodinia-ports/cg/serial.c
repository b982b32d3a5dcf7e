/* CG, serial. */
#include "cg.h"

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[j] * b[j];
    return sum;
}

/* Solves matrix * z = x roughly. */
static void conjugate_gradients(const struct matrix *m, int steps, const double *x, double *z, double *p, double *q,
                                double *r)
{
    int n = m->rows;
    for (int j = 0; j < n; j++) {
        z[j] = 0;
        r[j] = p[j] = x[j];
    }
    double rho = dot(n, r, r);
    for (int step = 0; step < steps; step++) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = m->begin[j]; k < m->begin[j + 1]; k++)
                sum += m->value[k] * p[m->column[k]];
            q[j] = sum;
        }
        double alpha = rho / dot(n, p, q), last = rho;
        for (int j = 0; j < n; j++) {
            z[j] += alpha * p[j];
            r[j] -= alpha * q[j];
        }
        rho = dot(n, r, r);
        for (int j = 0; j < n; j++)
            p[j] = r[j] + rho / last * p[j];
    }
}

void solve(const struct problem *problem, double *zeta, double *x)
{
    int n = problem->matrix.rows;
    double *work = port_allocate(4 * (size_t)n, sizeof *work), *z = work;
    for (int j = 0; j < n; j++)
        x[j] = 1;
    for (int step = 0; step < problem->outer; step++) {
        conjugate_gradients(&problem->matrix, problem->inner, x, z, z + n, z + 2 * n, z + 3 * n);
        zeta[step] = problem->shift + 1 / dot(n, x, z);
        double scale = 1 / sqrt(dot(n, z, z));
        for (int j = 0; j < n; j++)
            x[j] = scale * z[j];
    }
    free(work);
}
