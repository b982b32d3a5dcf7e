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
#pragma omp target teams num_teams(1) thread_limit(TILE *TILE)
    {
        /* A word more lets a column lie in as many banks of shared memory as it has elements. Behind the matrix's end
           the tile is one of the identity, so that all loops have constant bounds. */
        float tile[TILE][TILE + 1];
#pragma omp parallel num_threads(TILE *TILE)
        {
#pragma omp for collapse(2)
            for (int i = 0; i < TILE; i++)
                for (int j = 0; j < TILE; j++)
                    tile[i][j] = i < size && j < size ? matrix[(size_t)(start + i) * n + start + j] : i == j;
            for (int p = 0; p < TILE - 1; p++) {
#pragma omp for
                for (int i = 0; i < TILE; i++)
                    if (i > p)
                        tile[i][p] /= tile[p][p];
#pragma omp for collapse(2)
                for (int i = 0; i < TILE; i++)
                    for (int j = 0; j < TILE; j++)
                        if (i > p && j > p)
                            tile[i][j] -= tile[i][p] * tile[p][j];
            }
#pragma omp for collapse(2)
            for (int i = 0; i < TILE; i++)
                for (int j = 0; j < TILE; j++)
                    if (i < size && j < size)
                        matrix[(size_t)(start + i) * n + start + j] = tile[i][j];
        }
    }
}

/* The tiles beside it, which become part of U, and those below it, which become part of L. Both are tiles of full size
   on one side. */
static void perimeter(int n, int start, int end, float *matrix)
{
    int tiles = (n - end + TILE - 1) / TILE;
#pragma omp target teams distribute thread_limit(2 * TILE)
    for (int tile = 0; tile < tiles; tile++) {
        /* Row p of the first triangle is what column p of L takes from the elements of a column of U, row p of the
           second what row p of U takes from those of a row of L. Behind them stands what nobody's result depends on. */
        float triangle[2][TILE * TILE + TILE], scale[2][TILE];
        /* Columns of the tile beside, then rows of the tile below. A word more lets equal elements of all lines lie in
           as many banks of shared memory as there are lines. */
        float lines[2 * TILE][TILE + 1];
        int first = end + tile * TILE, width = n - first;
#pragma omp parallel num_threads(2 * TILE)
        {
#pragma omp for collapse(2) nowait
            for (int i = 0; i < TILE; i++) {
                for (int j = 0; j < TILE; j++) {
                    float element = matrix[(size_t)(start + i) * n + start + j];
                    triangle[0][j * TILE + i] = element;
                    triangle[1][i * TILE + j] = element;
                }
            }
#pragma omp for nowait
            for (int i = 0; i < TILE; i++) {
                scale[0][i] = 1;
                scale[1][i] = 1 / matrix[(size_t)(start + i) * n + start + i];
                triangle[0][TILE * TILE + i] = triangle[1][TILE * TILE + i] = 0;
            }
#pragma omp for collapse(2) nowait
            for (int i = 0; i < TILE; i++)
                for (int j = 0; j < TILE; j++)
                    lines[j][i] = j < width ? matrix[(size_t)(start + i) * n + first + j] : 0;
#pragma omp for collapse(2)
            for (int i = 0; i < TILE; i++)
                for (int j = 0; j < TILE; j++)
                    lines[TILE + i][j] = i < width ? matrix[(size_t)(first + i) * n + start + j] : 0;
            /* A thread takes a line into an array of its own. What an element takes from the later ones it takes as soon
               as it is known. Step p turns the line round by one element, so that element p is always the first one:
               all places in the array are constants, which lets it be in registers. */
#pragma omp for
            for (int line = 0; line < 2 * TILE; line++) {
                float own[TILE];
                for (int e = 0; e < TILE; e++)
                    own[e] = lines[line][e];
                for (int p = 0; p < TILE; p++) {
                    float known = own[0] * scale[line / TILE][p];
                    lines[line][p] = known;
                    for (int e = 1; e < TILE; e++)
                        own[e - 1] = own[e] - known * triangle[line / TILE][p * TILE + p + e];
                }
            }
#pragma omp for collapse(2) nowait
            for (int i = 0; i < TILE; i++)
                for (int j = 0; j < TILE; j++)
                    if (j < width)
                        matrix[(size_t)(start + i) * n + first + j] = lines[j][i];
#pragma omp for collapse(2)
            for (int i = 0; i < TILE; i++)
                for (int j = 0; j < TILE; j++)
                    if (i < width)
                        matrix[(size_t)(first + i) * n + start + j] = lines[TILE + i][j];
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
