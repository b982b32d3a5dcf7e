/* A product of matrices by tiles that a team shares. */
#include "bench.h"
#include <omp.h>
#define T 16
int main(void)
{
    int n = 2048;
    size_t B = 4ul * n * n;
    float *a = malloc(B), *b = malloc(B), *c = malloc(B);
    for (long i = 0; i < (long)n * n; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    double t = 0;
#pragma omp target data map(to: a[0:n * n], b[0:n * n]) map(from: c[0:n * n])
    {
        for (int r = 0; r < 12; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams num_teams((n / T) * (n / T)) thread_limit(T *T)
            {
                float As[T][T], Bs[T][T];
#pragma omp parallel num_threads(T *T)
                {
                    int tx = omp_get_thread_num() % T, ty = omp_get_thread_num() / T,
                        bx = omp_get_team_num() % (n / T), by = omp_get_team_num() / (n / T);
                    float s = 0;
                    for (int m = 0; m < n / T; m++) {
                        As[ty][tx] = a[(by * T + ty) * n + m * T + tx];
                        Bs[ty][tx] = b[(m * T + ty) * n + bx * T + tx];
#pragma omp barrier
                        for (int k = 0; k < T; k++)
                            s += As[ty][k] * Bs[k][tx];
#pragma omp barrier
                    }
                    c[(by * T + ty) * n + bx * T + tx] = s;
                }
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (long i = 0; i < (long)n * n; i += 37)
        s += c[i];
    result("matmul", t / 10, s);
}
