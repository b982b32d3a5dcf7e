/* Which functions of the program return memory that nothing else leads to, and where that memory stays alone. */
#include "romp.h"
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
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("allocation_functions.c:45", alone_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(y, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
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
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("allocation_functions.c:57", twice_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(y, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    free(y);
}

/* Functions of other files: only the attribute says it. */
void other_files(int n)
{
    double *x = somewhere(n), *y = elsewhere(n);
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("allocation_functions.c:67", other_files_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(y, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    double *z = somewhere(n);
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: z[0:n]) */
    ROMP_TARGET("allocation_functions.c:71", other_files_2,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(z, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        z[i] += x[i];
}

/* The memory may be the same. */
void same(int n)
{
    double *x = scratch(n), *y = scratch(n);
    /* target teams distribute parallel for map(tofrom: x[0:n]) */
    ROMP_TARGET("allocation_functions.c:80", same_1,
        romp_block(128), romp_iterations(n), romp_tofrom(x, 0, n), romp_value(n), romp_pointer(y))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
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
    /* target teams distribute parallel for map(tofrom: y[0:n]) */
    ROMP_TARGET("allocation_functions.c:92", leaks_1,
        romp_block(128), romp_iterations(n), romp_tofrom(y, 0, n), romp_value(n), romp_pointer(x))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    double *z = allocate(n, sizeof *z);
    const double *into = &z[1];
    /* target teams distribute parallel for map(tofrom: z[0:n]) */
    ROMP_TARGET("allocation_functions.c:97", leaks_2,
        romp_block(128), romp_iterations(n - 1), romp_tofrom(z, 0, n), romp_value(n), romp_pointer(into))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n - 1; i++)
        z[i] += into[i];
    double *v = allocate(n, sizeof *v);
    kept = v;
    const double *back = somewhere(n);
    /* target teams distribute parallel for map(tofrom: v[0:n]) map(to: back[0:n]) */
    ROMP_TARGET("allocation_functions.c:103", leaks_3,
        romp_block(128), romp_iterations(n), romp_tofrom(v, 0, n), romp_to(back, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        v[i] += back[i];
}

/* One assignment gives two variables the same memory; a test of what was assigned keeps nothing. */
void chains(int n, const struct input *input)
{
    double *x, *y, *z;
    x = y = allocate(n, sizeof *y);
    /* target teams distribute parallel for map(tofrom: y[0:n]) */
    ROMP_TARGET("allocation_functions.c:113", chains_1,
        romp_block(128), romp_iterations(n), romp_tofrom(y, 0, n), romp_value(n), romp_pointer(x))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    if ((z = allocate(n, sizeof *z)) == NULL)
        return;
    x = (double *)input->x;
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: z[0:n]) */
    ROMP_TARGET("allocation_functions.c:119", chains_2,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(z, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
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
    /* target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n], rows[0:n]) */
    ROMP_TARGET("allocation_functions.c:134", given_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_from(y, 0, n), romp_from(rows, 0, n),
        romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        put(y, i, x[i]);
        rows[i][2] = x[i];
    }
    free(y);
    const double *row = rows[1];
    /* target teams distribute parallel for map(tofrom: rows[0:n]) */
    ROMP_TARGET("allocation_functions.c:141", given_2,
        romp_block(128), romp_iterations(n), romp_tofrom(rows, 0, n), romp_value(n), romp_pointer(row))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        rows[i][0] = row[1];
}

/* `restrict`, and other pointers from memory: none of them can be based on `y`. */
void promised(const struct input *input, double *restrict y)
{
    int n = input->n;
    const double *x = input->x;
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("allocation_functions.c:151", promised_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(y, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    /* target map(to: x[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("allocation_functions.c:154", promised_2,
        romp_exact_block(1024), romp_num_teams(1), romp_to(x, 0, n), romp_tofrom(y, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
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
    /* target teams distribute parallel for map(tofrom: y[0:n], z[0:n], grid, flow) */
    ROMP_TARGET("allocation_functions.c:171", written_1,
        romp_block(128), romp_iterations(n), romp_tofrom(y, 0, n), romp_tofrom(z, 0, n),
        romp_tofrom_var(grid), romp_tofrom_var(flow), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) map(tofrom: grid, flow) /* host version */
    for (int i = 0; i < n; i++) {
        y[i] += 1;
        z[i] += 2;
        grid[i] = y[i];
        flow[i] = z[i];
    }
    /* Threads hand over what they write at the barrier. */
    /* target map(tofrom: y[0:n], z[0:n]) */
    ROMP_TARGET("allocation_functions.c:179", written_2,
        romp_exact_block(1024), romp_num_teams(1), romp_tofrom(y, 0, n), romp_tofrom(z, 0, n), romp_value(n))
    #pragma omp target if(target: 0) /* host version */
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
