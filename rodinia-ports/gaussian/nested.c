/* Gaussian elimination: a target region a column. Teams take ROWS rows, whose factors and right sides are a loop of the
   team's threads; so are their elements, for which a thread loads the pivots' row once for all of them. */
#include "gaussian.h"

enum { ROWS = 4 };

void solve(int n, float *matrix, float *right, float *x)
{
    size_t elements = (size_t)n * n;
#pragma omp target data map(tofrom : matrix[0 : elements], right[0 : n])
    for (int t = 0; t < n - 1; t++) {
#pragma omp target teams distribute
        for (int first = t + 1; first < n; first += ROWS) {
            /* The last team repeats its last row in place of those that there are not. */
            size_t row[ROWS];
            float factor[ROWS];
            for (int r = 0; r < ROWS; r++)
                row[r] = (size_t)(first + r < n ? first + r : n - 1) * n;
#pragma omp parallel for
            for (int r = 0; r < ROWS; r++) {
                int i = first + r < n ? first + r : n - 1;
                factor[r] = matrix[(size_t)i * n + t] / matrix[(size_t)t * n + t];
                if (first + r < n)
                    right[i] -= factor[r] * right[t];
            }
#pragma omp parallel for
            for (int j = t + 1; j < n; j++) {
                float pivot = matrix[(size_t)t * n + j], own[ROWS];
                for (int r = 0; r < ROWS; r++)
                    own[r] = matrix[row[r] + j] - factor[r] * pivot;
                for (int r = 0; r < ROWS; r++)
                    matrix[row[r] + j] = own[r];
            }
        }
    }
    substitute_back(n, matrix, right, x);
}
