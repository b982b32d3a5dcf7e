/* Loops over columns: neighbouring memory lies along the outer of two collapsed loops, of three, and in a reduction. */
#include "bench.h"
int main(void)
{
    int n = 4096, m = 4096, l = 16, rows = n / l;
    size_t all = (size_t)n * m;
    float *a = malloc(sizeof(float) * all), *b = malloc(sizeof(float) * all);
    for (size_t i = 0; i < all; i++) {
        a[i] = i % 31;
        b[i] = 0;
    }
    double t = 0, total = 0;
#pragma omp target data map(to: a[0:all]) map(tofrom: b[0:all])
    {
        for (int r = 0; r < 22; r++) {
            if (r == 2)
                t = now();
#pragma omp target teams distribute parallel for collapse(2)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    b[(size_t)j * n + i] += 2 * a[(size_t)j * n + i];
#pragma omp target teams distribute parallel for collapse(3)
            for (int i = 0; i < rows; i++)
                for (int k = 0; k < l; k++)
                    for (int j = 0; j < m; j++)
                        b[((size_t)k * m + j) * rows + i] += a[((size_t)k * m + j) * rows + i];
            double sum = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    sum += a[(size_t)j * n + i];
            total += sum;
        }
        t = now() - t;
    }
    double s = total;
    for (size_t i = 0; i < all; i += 97)
        s += b[i] * (i % 13);
    result("columns", t / 20, s);
}
