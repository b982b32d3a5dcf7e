/* Gaussian elimination: two target regions a column, as in the original: the factors of its rows, and all elements to
   its right. */
#include "gaussian.h"

void solve(int n, float *matrix, float *right, float *x)
{
    size_t elements = (size_t)n * n;
    float *factors = port_allocate(n, sizeof *factors);
#pragma omp target data map(tofrom : matrix[0 : elements], right[0 : n]) map(alloc : factors[0 : n])
    for (int t = 0; t < n - 1; t++) {
#pragma omp target teams distribute parallel for
        for (int i = t + 1; i < n; i++) {
            factors[i] = matrix[(size_t)i * n + t] / matrix[(size_t)t * n + t];
            right[i] -= factors[i] * right[t];
        }
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = t + 1; i < n; i++)
            for (int j = t + 1; j < n; j++)
                matrix[(size_t)i * n + j] -= factors[i] * matrix[(size_t)t * n + j];
    }
    substitute_back(n, matrix, right, x);
    free(factors);
}
