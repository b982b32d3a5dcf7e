/* LU decomposition: for each tile on the diagonal three target regions, as in the original: the tile, the tiles beside
   and below it, and all others. Teams take tiles, which they copy to arrays of their own; threads take elements. */
#include "lud.h"

#define TILE 32

void solve(int n, float *matrix)
{
#pragma omp target data map(tofrom : matrix[0 : (size_t)n * n])
    for (int start = 0; start < n; start += TILE) {
        int end = start + TILE < n ? start + TILE : n, size = end - start;
        int tiles = (n - end + TILE - 1) / TILE;
        /* The tile on the diagonal. */
#pragma omp target teams num_teams(1)
        {
            float diagonal[TILE][TILE];
#pragma omp parallel
            {
#pragma omp for collapse(2)
                for (int i = 0; i < size; i++)
                    for (int j = 0; j < size; j++)
                        diagonal[i][j] = matrix[(size_t)(start + i) * n + start + j];
                for (int p = 0; p < size - 1; p++) {
#pragma omp for
                    for (int i = p + 1; i < size; i++)
                        diagonal[i][p] /= diagonal[p][p];
#pragma omp for collapse(2)
                    for (int i = p + 1; i < size; i++)
                        for (int j = p + 1; j < size; j++)
                            diagonal[i][j] -= diagonal[i][p] * diagonal[p][j];
                }
#pragma omp for collapse(2)
                for (int i = 0; i < size; i++)
                    for (int j = 0; j < size; j++)
                        matrix[(size_t)(start + i) * n + start + j] = diagonal[i][j];
            }
        }
        /* The tiles beside it, which become part of U, and those below it, which become part of L. Both are tiles of
           full size on one side. */
#pragma omp target teams distribute
        for (int tile = 0; tile < tiles; tile++) {
            float diagonal[TILE][TILE], beside[TILE][TILE], below[TILE][TILE];
            int first = end + tile * TILE, width = n - first < TILE ? n - first : TILE;
#pragma omp parallel
            {
#pragma omp for collapse(2) nowait
                for (int i = 0; i < TILE; i++)
                    for (int j = 0; j < TILE; j++)
                        diagonal[i][j] = matrix[(size_t)(start + i) * n + start + j];
#pragma omp for collapse(2) nowait
                for (int i = 0; i < TILE; i++)
                    for (int j = 0; j < width; j++)
                        beside[i][j] = matrix[(size_t)(start + i) * n + first + j];
#pragma omp for collapse(2)
                for (int i = 0; i < width; i++)
                    for (int j = 0; j < TILE; j++)
                        below[i][j] = matrix[(size_t)(first + i) * n + start + j];
#pragma omp for nowait
                for (int j = 0; j < width; j++) {
                    for (int i = 1; i < TILE; i++) {
                        float sum = 0;
                        for (int p = 0; p < i; p++)
                            sum += diagonal[i][p] * beside[p][j];
                        beside[i][j] -= sum;
                    }
                }
#pragma omp for
                for (int i = 0; i < width; i++) {
                    for (int j = 0; j < TILE; j++) {
                        float sum = 0;
                        for (int p = 0; p < j; p++)
                            sum += below[i][p] * diagonal[p][j];
                        below[i][j] = (below[i][j] - sum) / diagonal[j][j];
                    }
                }
#pragma omp for collapse(2) nowait
                for (int i = 0; i < TILE; i++)
                    for (int j = 0; j < width; j++)
                        matrix[(size_t)(start + i) * n + first + j] = beside[i][j];
#pragma omp for collapse(2)
                for (int i = 0; i < width; i++)
                    for (int j = 0; j < TILE; j++)
                        matrix[(size_t)(first + i) * n + start + j] = below[i][j];
            }
        }
        /* All other tiles. */
#pragma omp target teams distribute collapse(2)
        for (int down = 0; down < tiles; down++) {
            for (int across = 0; across < tiles; across++) {
                float left[TILE][TILE], above[TILE][TILE];
                int top = end + down * TILE, first = end + across * TILE;
                int height = n - top < TILE ? n - top : TILE, width = n - first < TILE ? n - first : TILE;
#pragma omp parallel
                {
#pragma omp for collapse(2) nowait
                    for (int i = 0; i < height; i++)
                        for (int p = 0; p < TILE; p++)
                            left[i][p] = matrix[(size_t)(top + i) * n + start + p];
#pragma omp for collapse(2)
                    for (int p = 0; p < TILE; p++)
                        for (int j = 0; j < width; j++)
                            above[p][j] = matrix[(size_t)(start + p) * n + first + j];
#pragma omp for collapse(2)
                    for (int i = 0; i < height; i++) {
                        for (int j = 0; j < width; j++) {
                            float sum = 0;
                            for (int p = 0; p < TILE; p++)
                                sum += left[i][p] * above[p][j];
                            matrix[(size_t)(top + i) * n + first + j] -= sum;
                        }
                    }
                }
            }
        }
    }
}
