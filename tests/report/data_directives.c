/* Data directives in loops of the host: which copy the same data again and again, and which must. */

/* To the device and back each time: nothing else accesses `x`. */
void pair(int n, int steps, double *restrict x)
{
    for (int step = 0; step < steps; step++) {
        #pragma omp target enter data map(to: x[0:n])
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            x[i] *= 2;
        #pragma omp target exit data map(from: x[0:n])
    }
}

/* The same by a region of data, of two arrays; several regions, and another loop. */
void around(int n, int steps, double *restrict x, double *restrict y)
{
    while (steps-- > 0) {
        #pragma omp target data map(tofrom: x[0:n], y[0:n])
        {
            for (int k = 0; k < 3; k++) {
                #pragma omp target teams distribute parallel for
                for (int i = 0; i < n; i++)
                    x[i] += y[i];
            }
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++)
                y[i] += x[i];
        }
    }
}

/* Only read on the device: once is enough; and what is written there begins anew in each iteration. */
void only_read(int n, int steps, const double *restrict x, double *restrict y, double *restrict z)
{
    for (int step = 0; step < steps; step++) {
        #pragma omp target enter data map(to: x[0:n], z[0:n])
        #pragma omp target teams distribute parallel for map(tofrom: y[0:n])
        for (int i = 0; i < n; i++)
            y[i] += x[i] + z[i]++;
        #pragma omp target exit data map(release: x[0:n], z[0:n])
    }
}

/* Updates in both directions. */
void updates(int n, int steps, const double *restrict x, double *restrict y)
{
    for (int step = 0; step < steps; step++) {
        #pragma omp target update to(x[0:n])
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            y[i] += x[i];
        #pragma omp target update from(y[0:n])
    }
}

extern void show(int n, const double *x);
extern int is_due(int step);

/* The host accesses the data, itself or in a function, or may. */
double accessed(int n, int steps, double *restrict x, double *restrict y, double *z, double *other)
{
    double sum = 0;
    for (int step = 0; step < steps; step++) {
        #pragma omp target enter data map(to: x[0:n], y[0:n], z[0:n])
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            y[i] += x[i] + z[i]++;
        #pragma omp target exit data map(from: x[0:n], y[0:n], z[0:n])
        sum += x[step];
        show(n, y);
        other[step] = sum;
    }
    return sum;
}

/* Not in each iteration, and other parts or memory in each. */
void conditional(int n, int steps, double *restrict x, double *restrict y, double *restrict z, double **rows)
{
    for (int step = 0; step < steps; step++) {
        double *row = rows[step];
        #pragma omp target enter data map(to: row[0:n])
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            x[i] += y[i] + z[i] + row[i];
        #pragma omp target exit data map(from: row[0:n])
        if (step % 10 == 0) {
            #pragma omp target update from(x[0:n])
        }
        #pragma omp target update from(y[0:n]) if(step % 10 == 0)
        #pragma omp target update from(z[step:1])
    }
}

/* Directives that need each other, that leave early, and that run on while the host does. */
void together(int n, int steps, double *restrict x, double *restrict y, double *restrict z)
{
    for (int step = 0; step < steps; step++) {
        #pragma omp target update to(x[0:n])
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            x[i] += 1;
        #pragma omp target update from(x[0:n])
    }
    for (int step = 0; step < steps; step++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            y[i] += 1;
        if (is_due(step))
            break;
        #pragma omp target update from(y[0:n])
    }
    for (int step = 0; step < steps; step++) {
        #pragma omp target teams distribute parallel for nowait
        for (int i = 0; i < n; i++)
            z[i] += 1;
        #pragma omp target update from(z[0:n]) nowait
        #pragma omp taskwait
    }
}

/* Mapped for longer by another directive: these copy nothing. */
void mapped(int n, int steps, double *restrict x)
{
    #pragma omp target data map(tofrom: x[0:n])
    for (int step = 0; step < steps; step++) {
        #pragma omp target enter data map(to: x[0:n])
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            x[i] *= 2;
        #pragma omp target exit data map(from: x[0:n])
    }
}

/* A map that begins anew in each iteration, since the region writes what is not copied back. */
void anew(int n, int steps, double *restrict x, double *restrict y)
{
    for (int step = 0; step < steps; step++) {
        #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
        for (int i = 0; i < n; i++)
            y[i] += x[i]++;
    }
}
