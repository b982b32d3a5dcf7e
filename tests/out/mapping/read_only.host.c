/* Which parameters point to const, and which are __restrict__ besides. */
#include "romp.h"
#include <stdlib.h>

#define N 100

static double in[N], table[4][N];
double out[N];

struct pair { float a, b; };

/* Declared arrays are different objects. */
void arrays(void)
{
    /* target teams distribute parallel for map(to: in, table) map(from: out) */
    ROMP_TARGET("read_only.c:14", arrays_1,
        romp_block(128), romp_iterations(N), romp_to_var(in), romp_to_var(table), romp_from_var(out))
    #pragma omp target teams distribute parallel for if(target: 0) map(tofrom: in, table) map(tofrom: out) /* host version */
    for (int i = 0; i < N; i++)
        out[i] = in[i] + table[i % 4][i];
}

/* Parameters may be the same memory: const alone. */
void parameters(int n, float *x, struct pair *p, float *y)
{
    /* target teams distribute parallel for map(to: x[0:n], p[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("read_only.c:22", parameters_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_to(p, 0, n), romp_tofrom(y, 0, n),
        romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += x[i] * p[i].a;
}

/* The program says that what y leads to is only accessed through y. */
void promised(int n, const float *x, float *restrict y)
{
    /* target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n]) */
    ROMP_TARGET("read_only.c:30", promised_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(y, 0, n), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

/* The promise is about x as it was passed; where it is made of y, a kernel must not hear that they differ. */
void moved(int n, const float *x, float *restrict y)
{
    if (n > 10)
        x = y;
    /* target teams distribute parallel for map(tofrom: y[0:n]) */
    ROMP_TARGET("read_only.c:40", moved_1,
        romp_block(128), romp_iterations(n), romp_tofrom(y, 0, n), romp_value(n), romp_pointer(x))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

/* Results of different allocations. */
void allocated(int n, int *given)
{
    int *x = malloc(n * sizeof(int)), *y = malloc(n * sizeof(int)), *z;
    z = calloc(n, sizeof(int));
    /* target data map(alloc: x[0:n], y[0:n], z[0:n]) */
    ROMP_TARGET_DATA("read_only.c:50", romp_alloc(x, 0, n), romp_alloc(y, 0, n), romp_alloc(z, 0, n))
    {
        /* target teams distribute parallel for */
        ROMP_TARGET("read_only.c:52", allocated_1,
            romp_block(128), romp_iterations(n), romp_value(n), romp_pointer(x), romp_pointer(z),
            romp_pointer(given), romp_pointer(y))
        #pragma omp target teams distribute parallel for if(target: 0) /* host version */
        for (int i = 0; i < n; i++)
            y[i] = x[i] + z[i] + given[i];
    }
    free(x);
    free(y);
    free(z);
}

static float sum(const float *row, int n)
{
    float all = 0;
    for (int i = 0; i < n; i++)
        all += row[i];
    return all;
}

static void fill(float *row, int n, float value)
{
    for (int i = 0; i < n; i++)
        row[i] = value;
}

/* Through functions and local pointers. */
void rows(int n, const float *restrict from, float *to)
{
    /* target teams distribute parallel for map(to: from[0:n * n]) map(from: to[0:n * n]) */
    ROMP_TARGET("read_only.c:78", rows_1,
        romp_block(128), romp_iterations(n), romp_to(from, 0, n * n), romp_from(to, 0, n * n), romp_value(n),
        romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        const float *row = from + i * n;
        float *other = to + i * n;
        fill(other, n, sum(row, n) + sum(from, n));
    }
}

/* One pointer of the region may lead to either array. */
void either(int n, int which)
{
    /* target map(tofrom: in, out) */
    ROMP_TARGET("read_only.c:89", either_1,
        romp_block(1), romp_num_teams(1), romp_tofrom_var(in), romp_tofrom_var(out), romp_value(which),
        romp_value(n))
    #pragma omp target if(target: 0) map(tofrom: in, out) /* host version */
    {
        double *one = which ? in : out;
        one[n] = 1;
    }
}

/* Where the pointers in memory lead is not known. */
void loaded(int n, double **lines)
{
    /* target teams distribute parallel for map(to: lines[0:n], in) */
    ROMP_TARGET("read_only.c:99", loaded_1,
        romp_block(128), romp_iterations(n), romp_to(lines, 0, n), romp_to_var(in), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) map(tofrom: in) /* host version */
    for (int i = 0; i < n; i++)
        lines[i][0] = in[i];
}

/* Another kernel may write `in` and say so by `flag`. */
void waiting(int *flag)
{
    /* target map(tofrom: flag[0:1], out) map(to: in) */
    ROMP_TARGET("read_only.c:107", waiting_1,
        romp_block(1), romp_num_teams(1), romp_tofrom(flag, 0, 1), romp_tofrom_var(out), romp_to_var(in))
    #pragma omp target if(target: 0) map(tofrom: out) map(tofrom: in) /* host version */
    {
        int set = 0;
        while (!set) {
            #pragma omp atomic read
            set = flag[0];
        }
        out[0] = in[0];
    }
}

/* The reduction writes `out`. */
void reduced(void)
{
    /* target teams distribute parallel for map(to: in) map(tofrom: out) reduction(+: out[0:2]) */
    ROMP_TARGET("read_only.c:121", reduced_1,
        romp_block(256), romp_iterations(N), romp_to_var(in), romp_tofrom_var(out), romp_scratch(16))
    #pragma omp target teams distribute parallel for if(target: 0) map(tofrom: in) map(tofrom: out) reduction(+: out[0:2]) /* host version */
    for (int i = 0; i < N; i++)
        out[i % 2] += in[i];
}
