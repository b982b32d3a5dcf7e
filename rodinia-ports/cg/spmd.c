/* CG: a thread a row, whose SIMD lanes share the row. */
#include "steps.h"

static double multiply(int n, const int *restrict begin, const int *restrict column, const double *restrict value,
                       const double *restrict p, double *restrict q)
{
    double pq = 0;
#pragma omp target teams distribute parallel for reduction(+ : pq) map(tofrom : pq)
    for (int j = 0; j < n; j++) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int k = begin[j]; k < begin[j + 1]; k++)
            sum += value[k] * p[column[k]];
        q[j] = sum;
        pq += p[j] * sum;
    }
    return pq;
}
