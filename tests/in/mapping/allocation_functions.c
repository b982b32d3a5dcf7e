/* Which functions of the program return memory that nothing else leads to, and where that memory stays alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t count, size_t bytes)
{
    void *p = calloc(count ? count : 1, bytes);
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

static double *numbers(size_t count)
{
    return (double *)allocate(count, sizeof(double));
}

/* The same memory each time. */
static double *scratch(size_t count)
{
    static double *p;
    if (!p)
        p = malloc(count * sizeof(double));
    return p;
}

double *elsewhere(size_t) __attribute__((malloc));
double *somewhere(size_t);

struct input {
    int n;
    const double *x;
};

/* Nothing else leads to `y`, whatever `x` was loaded from. */
double alone(const struct input *input)
{
    int n = input->n;
    const double *x = input->x;
    double *y = allocate(n, sizeof *y), first;
    memset(y, 0, n * sizeof *y);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    first = y[0];
    free(y);
    return first;
}

/* A function that passes on what another one of the program allocates. */
void twice(int n, const double *x)
{
    double *y = numbers(n);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    free(y);
}

/* Functions of other files: only the attribute says it. */
void other_files(int n)
{
    double *x = somewhere(n), *y = elsewhere(n);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    double *z = somewhere(n);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: z[0:n])
    for (int i = 0; i < n; i++)
        z[i] += x[i];
}

/* The memory may be the same. */
void same(int n)
{
    double *x = scratch(n), *y = scratch(n);
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

/* `x` may lead to what was allocated: by way of memory, by a pointer into it, by a function. */
static double *kept;
void leaks(int n, struct input *input)
{
    double *y = allocate(n, sizeof *y);
    input->x = y;
    const double *x = input->x;
    #pragma omp target teams distribute parallel for map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    double *z = allocate(n, sizeof *z);
    const double *into = &z[1];
    #pragma omp target teams distribute parallel for map(tofrom: z[0:n])
    for (int i = 0; i < n - 1; i++)
        z[i] += into[i];
    double *v = allocate(n, sizeof *v);
    kept = v;
    const double *back = somewhere(n);
    #pragma omp target teams distribute parallel for map(tofrom: v[0:n]) map(to: back[0:n])
    for (int i = 0; i < n; i++)
        v[i] += back[i];
}

/* One assignment gives two variables the same memory; a test of what was assigned keeps nothing. */
void chains(int n, const struct input *input)
{
    double *x, *y, *z;
    x = y = allocate(n, sizeof *y);
    #pragma omp target teams distribute parallel for map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    if ((z = allocate(n, sizeof *z)) == NULL)
        return;
    x = (double *)input->x;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: z[0:n])
    for (int i = 0; i < n; i++)
        z[i] += x[i];
}

static void put(double *to, int i, double value)
{
    to[i] = value;
}

/* Functions of the unit that keep nothing, and a row of an array behind the pointer. */
void given(int n, const struct input *input)
{
    const double *x = input->x;
    double *y = allocate(n, sizeof *y), (*rows)[4] = allocate(n, sizeof *rows);
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n], rows[0:n])
    for (int i = 0; i < n; i++) {
        put(y, i, x[i]);
        rows[i][2] = x[i];
    }
    free(y);
    const double *row = rows[1];
    #pragma omp target teams distribute parallel for map(tofrom: rows[0:n])
    for (int i = 0; i < n; i++)
        rows[i][0] = row[1];
}

/* `restrict`, and other pointers from memory: none of them can be based on `y`. */
void promised(const struct input *input, double *restrict y)
{
    int n = input->n;
    const double *x = input->x;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    #pragma omp target map(to: x[0:n]) map(tofrom: y[0:n])
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] += x[i];
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[i] += y[n - 1 - i];
    }
}

/* One loop writes several arrays to which nothing else leads: loads need not wait for the writes of others. */
static double grid[64], flow[64];
void written(void)
{
    const int n = 64;
    double *y = allocate(n, sizeof *y), *z = allocate(n, sizeof *z);
    #pragma omp target teams distribute parallel for map(tofrom: y[0:n], z[0:n], grid, flow)
    for (int i = 0; i < n; i++) {
        y[i] += 1;
        z[i] += 2;
        grid[i] = y[i];
        flow[i] = z[i];
    }
    /* Threads hand over what they write at the barrier. */
    #pragma omp target map(tofrom: y[0:n], z[0:n])
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            y[i] += 1;
            z[i] += 2;
        }
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            z[i] += y[n - 1 - i];
    }
    free(y);
    free(z);
}
