#include "romp.h"
#include <math.h>

// Inner loops that read what others have reduced and written.
void softmax(int rows, int columns, const float *a, float *b)
{
    /* target teams distribute parallel for map(to: a[0:rows * columns]) map(from: b[0:rows * columns]) */
    ROMP_TARGET("rows.c:6", softmax_1,
        romp_exact_block(128), romp_iterations((long long)rows * 32), romp_to(a, 0, rows * columns),
        romp_from(b, 0, rows * columns), romp_value(rows), romp_value(columns))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < rows; i++) {
        const float *x = a + i * columns;
        float *y = b + i * columns;
        float most = -INFINITY, sum = 0;
        #pragma omp simd reduction(max: most)
        for (int j = 0; j < columns; j++)
            most = fmaxf(most, x[j]);
        #pragma omp simd reduction(+: sum)
        for (int j = 0; j < columns; j++) {
            y[j] = expf(x[j] - most);
            sum += y[j];
        }
        if (sum > 0) {
            #pragma omp simd
            for (int j = 0; j < columns; j++)
                y[j] /= sum;
        }
    }
}

// A parallel loop in a parallel loop, the region's own size.
void scale(int blocks, int n, float *a, int *count)
{
    /* target teams distribute parallel for num_threads(96) map(tofrom: a[0:blocks * n], count[0:blocks]) */
    ROMP_TARGET("rows.c:30", scale_1,
        romp_exact_block(96), romp_iterations((long long)blocks * 32), romp_tofrom(a, 0, blocks * n),
        romp_tofrom(count, 0, blocks), romp_value(blocks), romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) num_threads(96) /* host version */
    for (int b = 0; b < blocks; b++) {
        count[b]++;
        #pragma omp parallel for
        for (int j = 0; j < n; j++)
            a[b * n + j] *= count[b];
    }
}

// Neighbours in memory are neighbours of the outer loop: threads are.
void columns(int n, int m, const double *a, double *y)
{
    /* target teams distribute parallel for map(to: a[0:n * m]) map(from: y[0:n]) */
    ROMP_TARGET("rows.c:42", columns_1,
        romp_block(128), romp_iterations(n), romp_to(a, 0, n * m), romp_from(y, 0, n), romp_value(n),
        romp_value(m), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        double sum = 0;
        #pragma omp simd reduction(+: sum)
        for (int k = 0; k < m; k++)
            sum += a[k * n + i];
        y[i] = sum;
    }
}

// A team of its own size in a kernel with a sequential part.
void blocks(int n, int m, float *a, int threads)
{
    /* target map(tofrom: a[0:n * m]) */
    ROMP_TARGET("rows.c:55", blocks_1,
        romp_block(256), romp_num_threads(threads), romp_num_teams(1), romp_tofrom(a, 0, n * m),
        romp_value(n), romp_value(m), romp_value(threads))
    #pragma omp target if(target: 0) /* host version */
    {
        float factor = a[0];
        #pragma omp parallel for num_threads(threads)
        for (int i = 0; i < n; i++) {
            #pragma omp simd
            for (int j = 0; j < m; j++)
                a[i * m + j] += factor;
        }
        a[0] = factor;
    }
}
