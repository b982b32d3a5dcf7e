/* Which parameters point to const, and which are __restrict__ besides. */
#include <stdlib.h>

#define N 100

static double in[N], table[4][N];
double out[N];

struct pair { float a, b; };

/* Declared arrays are different objects. */
void arrays(void)
{
    #pragma omp target teams distribute parallel for map(to: in, table) map(from: out)
    for (int i = 0; i < N; i++)
        out[i] = in[i] + table[i % 4][i];
}

/* Parameters may be the same memory: const alone. */
void parameters(int n, float *x, struct pair *p, float *y)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n], p[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i] * p[i].a;
}

/* The program says that what y leads to is only accessed through y. */
void promised(int n, const float *x, float *restrict y)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

/* The promise is about x as it was passed; where it is made of y, a kernel must not hear that they differ. */
void moved(int n, const float *x, float *restrict y)
{
    if (n > 10)
        x = y;
    #pragma omp target teams distribute parallel for map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
}

/* Results of different allocations. */
void allocated(int n, int *given)
{
    int *x = malloc(n * sizeof(int)), *y = malloc(n * sizeof(int)), *z;
    z = calloc(n, sizeof(int));
    #pragma omp target data map(alloc: x[0:n], y[0:n], z[0:n])
    {
        #pragma omp target teams distribute parallel for
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
    #pragma omp target teams distribute parallel for map(to: from[0:n * n]) map(from: to[0:n * n])
    for (int i = 0; i < n; i++) {
        const float *row = from + i * n;
        float *other = to + i * n;
        fill(other, n, sum(row, n) + sum(from, n));
    }
}

/* One pointer of the region may lead to either array. */
void either(int n, int which)
{
    #pragma omp target map(tofrom: in, out)
    {
        double *one = which ? in : out;
        one[n] = 1;
    }
}

/* Where the pointers in memory lead is not known. */
void loaded(int n, double **lines)
{
    #pragma omp target teams distribute parallel for map(to: lines[0:n], in)
    for (int i = 0; i < n; i++)
        lines[i][0] = in[i];
}

/* Another kernel may write `in` and say so by `flag`. */
void waiting(int *flag)
{
    #pragma omp target map(tofrom: flag[0:1], out) map(to: in)
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
    #pragma omp target teams distribute parallel for map(to: in) map(tofrom: out) reduction(+: out[0:2])
    for (int i = 0; i < N; i++)
        out[i % 2] += in[i];
}
