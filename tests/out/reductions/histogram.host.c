/* Histograms of many bins: the updates are atomic, on a copy of the team where there is room for one. */
#include "romp.h"
enum { bins = 4096 };

void histogram(const unsigned short *x, long n, int hist[bins])
{
    /* target teams distribute parallel for map(to: x[0:n]) reduction(+: hist[0:bins]) */
    ROMP_TARGET("histogram.c:6", histogram_1,
        romp_block(512), romp_few_iterations(n), romp_to(x, 0, n), romp_tofrom(hist, 0, bins), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: hist[0:bins]) /* host version */
    for (long i = 0; i < n; i++)
        hist[x[i] % bins]++;
}

void of_length(const float *x, const int *cell, long n, float *highest, int first, int cells)
{
    /* target teams distribute parallel for map(to: x[0:n], cell[0:n]) reduction(max: highest[first:cells]) */
    ROMP_TARGET("histogram.c:13", of_length_1,
        romp_block(512), romp_few_iterations(n), romp_to(x, 0, n), romp_to(cell, 0, n),
        romp_tofrom(highest, first, cells), romp_value(n), romp_value(first), romp_value(cells))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(max: highest[first:cells]) /* host version */
    for (long i = 0; i < n; i++)
        if (x[i] > highest[cell[i]])
            highest[cell[i]] = x[i];
}

void large(const int *x, long n, double (*sums)[1000])
{
    /* target teams distribute parallel for map(to: x[0:n]) reduction(+: sums[0:1000][:]) */
    ROMP_TARGET("histogram.c:21", large_1,
        romp_block(128), romp_iterations(n), romp_to(x, 0, n),
        romp_map("sums[0:1000][:]", sums, &sums[0][0], sizeof(sums[0][0]) * 1000 * sizeof(sums[0]) / sizeof(sums[0][0]), 0, ROMP_TO | ROMP_FROM | ROMP_PARAM),
        romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: sums[0:1000][:]) /* host version */
    for (long i = 0; i < n; i++)
        sums[x[i] / 1000][x[i] % 1000] += 1.5;
}

/* The body reads what it adds up: each thread has a copy. */
void running(const int *x, int n, int *counts, int m)
{
    /* target teams distribute parallel for map(to: x[0:n]) reduction(+: counts[0:m]) */
    ROMP_TARGET("histogram.c:29", running_1,
        romp_block(256), romp_iterations(n), romp_to(x, 0, n), romp_tofrom(counts, 0, m), romp_value(n),
        romp_value(m), romp_scratch_of_threads(0, romp_copy(m, 4)))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: counts[0:m]) /* host version */
    for (int i = 0; i < n; i++)
        if (counts[x[i] % m] < 100)
            counts[x[i] % m] += 1;
}

// Of a short array a team has several copies, so that threads that update one element do not wait for each other.
void few_cells(long n, const int *x, double *cells)
{
    /* target teams distribute parallel for map(to: x[0:n]) reduction(+: cells[0:100]) */
    ROMP_TARGET("histogram.c:38", few_cells_1,
        romp_block(512), romp_few_iterations(n), romp_to(x, 0, n), romp_tofrom(cells, 0, 100), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: cells[0:100]) /* host version */
    for (long i = 0; i < n; i++)
        cells[x[i] % 100] += 0.5;
}

// Arrays whose lengths only the launch knows have as many copies as have room for all of them.
void groups(int n, const int *group, const float *x, int m, double *sums, int *sizes)
{
    /* target teams distribute parallel for map(to: group[0:n], x[0:n]) reduction(+: sums[0:m], sizes[0:m]) */
    ROMP_TARGET("histogram.c:46", groups_1,
        romp_block(512), romp_few_iterations(n), romp_to(group, 0, n), romp_to(x, 0, n),
        romp_tofrom(sums, 0, m), romp_tofrom(sizes, 0, m), romp_value(n), romp_value(m))
    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: sums[0:m], sizes[0:m]) /* host version */
    for (int i = 0; i < n; i++) {
        sums[group[i]] += x[i];
        sizes[group[i]]++;
    }
}
