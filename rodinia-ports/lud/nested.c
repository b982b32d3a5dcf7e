/* LU decomposition: for each tile on the diagonal three target regions, as in the original: the tile, the tiles beside
   and below it, and all others. Teams take tiles, which they copy to arrays of their own; threads take elements. */
#include "lud.h"

/* Pivots of a step; rows and columns of a team in the last phase, and how many of each a thread takes of them. */
#define TILE 32
#define BLOCK 64
#define PART 4
#define THREADS (BLOCK / PART)

/* The tile on the diagonal. */
static void diagonal(int n, int start, int end, float *matrix)
{
    int size = end - start;
#pragma omp target teams num_teams(1)
    {
        float tile[TILE][TILE];
#pragma omp parallel
        {
#pragma omp for collapse(2)
            for (int i = 0; i < size; i++)
                for (int j = 0; j < size; j++)
                    tile[i][j] = matrix[(size_t)(start + i) * n + start + j];
            for (int p = 0; p < size - 1; p++) {
#pragma omp for
                for (int i = p + 1; i < size; i++)
                    tile[i][p] /= tile[p][p];
#pragma omp for collapse(2)
                for (int i = p + 1; i < size; i++)
                    for (int j = p + 1; j < size; j++)
                        tile[i][j] -= tile[i][p] * tile[p][j];
            }
#pragma omp for collapse(2)
            for (int i = 0; i < size; i++)
                for (int j = 0; j < size; j++)
                    matrix[(size_t)(start + i) * n + start + j] = tile[i][j];
        }
    }
}

/* The tiles beside it, which become part of U, and those below it, which become part of L. Both are tiles of full size
   on one side. */
static void perimeter(int n, int start, int end, float *matrix)
{
    int tiles = (n - end + TILE - 1) / TILE;
#pragma omp target teams distribute
    for (int tile = 0; tile < tiles; tile++) {
        /* A word more lets a column lie in as many banks of shared memory as it has elements. */
        float diagonal[TILE][TILE], beside[TILE][TILE], below[TILE][TILE + 1];
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
            /* The first threads take a column of the tile beside each, the others a row of the tile below. */
#pragma omp for
            for (int line = 0; line < 2 * TILE; line++) {
                for (int e = 0; e < TILE && line % TILE < width; e++) {
                    float sum = 0;
                    if (line < TILE) {
                        for (int p = 0; p < e; p++)
                            sum += diagonal[e][p] * beside[p][line];
                        beside[e][line] -= sum;
                    } else {
                        for (int p = 0; p < e; p++)
                            sum += below[line - TILE][p] * diagonal[p][e];
                        below[line - TILE][e] = (below[line - TILE][e] - sum) / diagonal[e][e];
                    }
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
}

/* All other elements. */
static void internal(int n, int start, int end, float *matrix)
{
#pragma omp target teams distribute collapse(2)
    for (int top = end; top < n; top += BLOCK) {
        for (int first = end; first < n; first += BLOCK) {
            float left[TILE][BLOCK + 1], above[TILE][BLOCK];
#pragma omp parallel num_threads(THREADS *THREADS)
            {
#pragma omp for collapse(2) nowait
                for (int i = 0; i < BLOCK; i++)
                    for (int p = 0; p < TILE; p++)
                        left[p][i] = top + i < n ? matrix[(size_t)(top + i) * n + start + p] : 0;
#pragma omp for collapse(2)
                for (int p = 0; p < TILE; p++)
                    for (int j = 0; j < BLOCK; j++)
                        above[p][j] = first + j < n ? matrix[(size_t)(start + p) * n + first + j] : 0;
#pragma omp for collapse(2)
                for (int y = 0; y < THREADS; y++) {
                    for (int x = 0; x < THREADS; x++) {
                        float sum[PART][PART] = {{0}};
                        for (int p = 0; p < TILE; p++)
                            for (int i = 0; i < PART; i++)
                                for (int j = 0; j < PART; j++)
                                    sum[i][j] += left[p][y + i * THREADS] * above[p][x + j * THREADS];
                        for (int i = 0; i < PART; i++) {
                            for (int j = 0; j < PART; j++) {
                                int row = top + y + i * THREADS, column = first + x + j * THREADS;
                                if (row < n && column < n)
                                    matrix[(size_t)row * n + column] -= sum[i][j];
                            }
                        }
                    }
                }
            }
        }
    }
}

void solve(int n, float *matrix)
{
#pragma omp target data map(tofrom : matrix[0 : (size_t)n * n])
    for (int start = 0; start < n; start += TILE) {
        int end = start + TILE < n ? start + TILE : n;
        diagonal(n, start, end, matrix);
        perimeter(n, start, end, matrix);
        internal(n, start, end, matrix);
    }
}
