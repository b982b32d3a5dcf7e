// The lanes of a warp would share the inner loops, but for a clause, which the warning names.
void of_inner(double *x, int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:n * m])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for schedule(dynamic)
        for (int j = 0; j < m; j++)
            x[i * m + j] += 1;
    }
}

void of_inner_region(double *x, int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:n * m])
    for (int i = 0; i < n; i++) {
        double sum = 0;
#pragma omp parallel for num_threads(8) reduction(+: sum)
        for (int j = 0; j < m; j++)
            sum += x[i * m + j];
        x[i * m] = sum;
    }
}

void of_outer(double *x, int n, int m, int last)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:n * m], last) lastprivate(last)
    for (int i = 0; i < n; i++) {
        last = i;
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            x[i * m + j] += 1;
    }
    x[0] = last;
}

/* No clause is in the way. */
void of_accesses(double *x, int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:n * m])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            x[j * n + i] += 1;
    }
}

/* Nothing is. */
void shared(double *x, int n, int m)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:n * m])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            x[i * m + j] += 1;
    }
}
