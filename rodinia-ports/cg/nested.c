/* CG: a team a row of the matrix, whose threads share the row. */
#include "steps.h"

/* Threads of a team: a row has 240 elements at size large. */
#define ROW_THREADS 32

static double multiply(int n, const int *restrict begin, const int *restrict column, const double *restrict value,
                       const double *restrict p, double *restrict q)
{
    double pq = 0;
#pragma omp target teams distribute thread_limit(ROW_THREADS) reduction(+ : pq) map(tofrom : pq)
    for (int j = 0; j < n; j++) {
        double sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (int k = begin[j]; k < begin[j + 1]; k++)
            sum += value[k] * p[column[k]];
        q[j] = sum;
        pq += p[j] * sum;
    }
    return pq;
}
