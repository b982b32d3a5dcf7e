/* Gaussian elimination: a target region a column. Teams take rows: one thread finds the row's factor and updates the
   right side, then the row's elements are the team's threads'. */
#include "gaussian.h"

void solve(int n, float *matrix, float *right, float *x)
{
    size_t elements = (size_t)n * n;
#pragma omp target data map(tofrom : matrix[0 : elements], right[0 : n])
    for (int t = 0; t < n - 1; t++) {
#pragma omp target teams distribute
        for (int i = t + 1; i < n; i++) {
            float factor = matrix[(size_t)i * n + t] / matrix[(size_t)t * n + t];
            right[i] -= factor * right[t];
#pragma omp parallel for
            for (int j = t + 1; j < n; j++)
                matrix[(size_t)i * n + j] -= factor * matrix[(size_t)t * n + j];
        }
    }
    substitute_back(n, matrix, right, x);
}
