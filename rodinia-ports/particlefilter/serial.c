/* Particle filter, serial. */
#include "particlefilter.h"

void solve(const struct film *film, const struct object *object, const struct particles *particles, double *estimate)
{
    int n = particles->count;
    int *seed = port_allocate(n, sizeof *seed);
    double *x = port_allocate(n, sizeof *x), *y = port_allocate(n, sizeof *y), *weight = port_allocate(n, sizeof *weight);
    double *sums = port_allocate(n, sizeof *sums);
    double *next_x = port_allocate(n, sizeof *next_x), *next_y = port_allocate(n, sizeof *next_y);
    memcpy(seed, particles->seed, n * sizeof *seed);
    estimate[0] = film->width / 2;
    estimate[1] = film->height / 2;
    for (int i = 0; i < n; i++) {
        x[i] = estimate[0];
        y[i] = estimate[1];
    }
    for (int k = 1; k < film->frames; k++) {
        /* Each particle moves as the object is thought to, and takes a weight by what it sees there. */
        double sum = 0;
        for (int i = 0; i < n; i++) {
            x[i] += 1 + 5 * normal(&seed[i]);
            y[i] += -2 + 2 * normal(&seed[i]);
            double like = 0;
            for (int p = 0; p < object->points; p++)
                like += likeness(film->pixel, film->width, film->height, film->frames, k, rint(x[i]) + object->x[p],
                                 rint(y[i]) + object->y[p]);
            weight[i] = exp(like / (50.0 * object->points)) / n;
            sum += weight[i];
        }
        double mean_x = 0, mean_y = 0, below = 0;
        for (int i = 0; i < n; i++) {
            weight[i] /= sum;
            mean_x += x[i] * weight[i];
            mean_y += y[i] * weight[i];
            below += weight[i];
            sums[i] = below;
        }
        estimate[2 * k] = mean_x;
        estimate[2 * k + 1] = mean_y;
        /* Particles are drawn anew, each as often as its weight says. */
        double first = uniform(&seed[0]) / n;
        for (int j = 0; j < n; j++) {
            double u = first + (double)j / n;
            int i = 0;
            while (i < n - 1 && sums[i] < u)
                i++;
            next_x[j] = x[i];
            next_y[j] = y[i];
        }
        memcpy(x, next_x, n * sizeof *x);
        memcpy(y, next_y, n * sizeof *y);
    }
    free(seed);
    free(x);
    free(y);
    free(weight);
    free(sums);
    free(next_x);
    free(next_y);
}
