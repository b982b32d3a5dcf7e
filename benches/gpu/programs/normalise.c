/* Rows of a matrix less their means: two parallel regions of a team, of a size that the program computes. */
#include "bench.h"
#include <omp.h>
int main(int argc, char **argv)
{
    int rows = 32768, cols = 1024, threads = argc > 1 ? atoi(argv[1]) : 128;
    long N = (long)rows * cols;
    float *a = malloc(4 * N), *b = malloc(4 * N);
    for (long i = 0; i < N; i++)
        a[i] = (i * 7) % 123;
    double t = 0;
#pragma omp target data map(to: a[0:N]) map(from: b[0:N])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute
            for (int i = 0; i < rows; i++) {
                float s = 0;
#pragma omp parallel for reduction(+: s) num_threads(threads)
                for (int j = 0; j < cols; j++)
                    s += a[(long)i * cols + j];
#pragma omp parallel for num_threads(threads)
                for (int j = 0; j < cols; j++)
                    b[(long)i * cols + j] = a[(long)i * cols + j] - s / cols;
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (long i = 0; i < N; i++)
        s += fabs(b[i]);
    result("normalise", t / 20, s);
}
