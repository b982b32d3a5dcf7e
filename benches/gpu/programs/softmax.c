/* Rows of a matrix: two parallel regions of a team with reductions for each. */
#include "bench.h"
#include <omp.h>
int main(void)
{
    int rows = 8192, cols = 4096;
    long N = (long)rows * cols;
    float *a = malloc(4 * N), *m = malloc(4 * rows), *sd = malloc(4 * rows);
    for (long i = 0; i < N; i++)
        a[i] = (i * 7) % 123;
    double t = 0;
#pragma omp target data map(to: a[0:N]) map(from: m[0:rows], sd[0:rows])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute thread_limit(256)
            for (int i = 0; i < rows; i++) {
                float mx = -1e30f, s = 0;
#pragma omp parallel for reduction(max: mx) num_threads(256)
                for (int j = 0; j < cols; j++)
                    mx = fmaxf(mx, a[(long)i * cols + j]);
#pragma omp parallel for reduction(+: s) num_threads(256)
                for (int j = 0; j < cols; j++)
                    s += expf(a[(long)i * cols + j] - mx);
                m[i] = mx;
                sd[i] = s;
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < rows; i++)
        s += m[i] + sd[i];
    result("softmaxrows", t / 20, s);
}
