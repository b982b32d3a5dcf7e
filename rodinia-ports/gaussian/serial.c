/* Gaussian elimination, serial: one column after the other. */
#include "gaussian.h"

void solve(int n, float *matrix, float *right, float *x)
{
    for (int t = 0; t < n - 1; t++) {
        const float *pivots = matrix + (size_t)t * n;
        for (int i = t + 1; i < n; i++) {
            float *row = matrix + (size_t)i * n;
            float factor = row[t] / pivots[t];
            for (int j = t + 1; j < n; j++)
                row[j] -= factor * pivots[j];
            right[i] -= factor * right[t];
        }
    }
    substitute_back(n, matrix, right, x);
}
