#include <math.h>

// Inner loops that read what others have reduced and written.
void softmax(int rows, int columns, const float *a, float *b)
{
    #pragma omp target teams distribute parallel for map(to: a[0:rows * columns]) map(from: b[0:rows * columns])
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
    #pragma omp target teams distribute parallel for num_threads(96) map(tofrom: a[0:blocks * n], count[0:blocks])
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
    #pragma omp target teams distribute parallel for map(to: a[0:n * m]) map(from: y[0:n])
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
    #pragma omp target map(tofrom: a[0:n * m])
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
