// Lanes whose short iterations read what another load tells: the compiler is told to execute four at once. Not so where
// neighbouring lanes read neighbouring elements alone, and where the number of iterations is constant.
#include "romp.h"
void products(int n, const int *begin, const int *column, const double *a, const double *x, double *y)
{
    /* target teams distribute parallel for map(to: begin[0:n + 1], column[0:9 * n], a[0:9 * n], x[0:n]) map(from: y[0:3 * n]) */
    ROMP_TARGET("gathers.c:5", products_1,
        romp_exact_block(128), romp_iterations((long long)n * 16), romp_to(begin, 0, n + 1),
        romp_to(column, 0, 9 * n), romp_to(a, 0, 9 * n), romp_to(x, 0, n), romp_from(y, 0, 3 * n),
        romp_value(n))
    #pragma omp target teams distribute parallel for if(target: 0) /* host version */
    for (int i = 0; i < n; i++) {
        double sum = 0, plain = 0, nine = 0;
        #pragma omp simd reduction(+: sum)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += a[k] * x[column[k]];
        #pragma omp simd reduction(+: plain)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            plain += a[k];
        #pragma omp simd reduction(+: nine)
        for (int k = 0; k < 9; k++)
            nine += a[9 * i + k] * x[column[9 * i + k]];
        y[i] = sum;
        y[n + i] = plain;
        y[2 * n + i] = nine;
    }
}
