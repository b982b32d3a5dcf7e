/* Maps of regions in loops of the host: which are copied again and again, and which must be. */

/* All of `x` and `y` each time; `a` is passed by value. */
void repeated(int n, int steps, double a, const double *x, double *y)
{
    for (int step = 0; step < steps; step++) {
        #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
        for (int i = 0; i < n; i++)
            y[i] += a * x[i];
    }
}

/* The host reads `error` in the loop, and swaps the two arrays; `x` is a constant. */
void needed(int n, const double *x, double *now, double *next)
{
    double error;
    do {
        error = 0;
        #pragma omp target teams distribute parallel for reduction(max: error) map(to: x[0:n], now[0:n]) map(from: next[0:n])
        for (int i = 0; i < n; i++) {
            next[i] = now[i] + x[i];
            error = error > next[i] ? error : next[i];
        }
        double *other = now;
        now = next;
        next = other;
    } while (error < 10);
}

/* Another part in each iteration, another row, and memory of the loop. */
void parts(int n, double *x, double **rows)
{
    for (int part = 0; part < 8; part++) {
        double own[64] = {0}, *row = rows[part];
        #pragma omp target teams distribute parallel for map(tofrom: x[part * n:n], row[0:n], own)
        for (int i = 0; i < n; i++)
            x[part * n + i] += row[i] + own[i % 64];
    }
}

/* Mapped around the loop, by a directive in front of it, or always. */
void mapped(int n, int steps, double *x, double *y, double *z)
{
    #pragma omp target enter data map(to: y[0:n])
    #pragma omp target data map(tofrom: x[0:n])
    while (steps-- > 0) {
        #pragma omp target teams distribute parallel for map(tofrom: x[0:n], y[0:n]) map(always, tofrom: z[0:n])
        for (int i = 0; i < n; i++)
            x[i] += y[i] += z[i];
    }
    #pragma omp target exit data map(from: y[0:n])
}

/* No loop, one in the region, and one whose `target update` needs what is mapped. */
void once(int n, double *x, double *y)
{
    #pragma omp target map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
    for (int step = 0; step < 3; step++) {
        #pragma omp target teams distribute parallel for map(tofrom: y[0:n])
        for (int i = 0; i < n; i++)
            y[i] += 1;
        #pragma omp target update from(y[0:n])
    }
}

/* Arrays of the file, where the loop calls nothing else, and where it does. */
static double table[1000];
extern void host(void);
void files(int steps)
{
    for (int step = 0; step < steps; step++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < 1000; i++)
            table[i] += step;
    }
    for (int step = 0; step < steps; step++) {
        host();
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < 1000; i++)
            table[i] += step;
    }
}
