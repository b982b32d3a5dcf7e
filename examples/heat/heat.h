/* The heat equation on a square plate: what the files of this program tell each other. */
#ifndef HEAT_H
#define HEAT_H

/* A plate of n x n points; the rim keeps its temperature. `now` and `next` change roles every sweep. */
typedef struct {
    int n;
    double *now;
    double *next;
} plate;

#define AT(i, j, n) ((i) * (n) + (j))

/* One Jacobi update: the mean of the four neighbours. No product is added to anything, so that the
 * result is the same bit for bit wherever it is computed. */
#pragma omp declare target
static inline double relaxed(const double *t, int i, int j, int n)
{
    return 0.25 * (t[AT(i - 1, j, n)] + t[AT(i + 1, j, n)] + t[AT(i, j - 1, n)] + t[AT(i, j + 1, n)]);
}
#pragma omp end declare target

/* plate.c */
plate new_plate(int n);
void free_plate(plate *p);
double largest_difference(const plate *a, const plate *b);
double mean(const plate *p);

/* solver.c: sweeps on the device; every `interval` sweeps the middle row comes back to `probe`. */
void solve(plate *p, int sweeps, int interval, void (*probe)(int sweep, const double *row, int n));

/* serial.c */
void solve_serially(plate *p, int sweeps);

#endif
