/* LU decomposition, serial: panels of TILE pivots, so that what they have in common stays in cache. */
#include "lud.h"

#define TILE 32

static int least(int a, int b)
{
    return a < b ? a : b;
}

void solve(int n, float *matrix)
{
    for (int start = 0; start < n; start += TILE) {
        int end = least(start + TILE, n);
        /* The columns of the panel, in all rows. */
        for (int p = start; p < end; p++) {
            const float *pivots = matrix + (size_t)p * n;
            for (int i = p + 1; i < n; i++) {
                float *row = matrix + (size_t)i * n;
                row[p] /= pivots[p];
                for (int j = p + 1; j < end; j++)
                    row[j] -= row[p] * pivots[j];
            }
        }
        /* The rows of the panel, and then all other rows. */
        for (int i = start + 1; i < n; i++) {
            float *row = matrix + (size_t)i * n;
            for (int p = start; p < least(i, end); p++) {
                const float *pivots = matrix + (size_t)p * n;
                float factor = row[p];
                for (int j = end; j < n; j++)
                    row[j] -= factor * pivots[j];
            }
        }
    }
}
