/* Needleman-Wunsch: a target region for each diagonal of tiles. Teams take tiles, which they copy into arrays of their
   own; threads take the blocks of a diagonal of the tile. */
#include "nw.h"

/* Elements of a tile's side, of a block's, and blocks of a tile's side: as many as there are threads. */
enum { TILE = 64, SIDE = 2, BLOCKS = TILE / SIDE };
/* Elements of a column that a thread copies at once. */
enum { PART = 32 };

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

void solve(const struct sequences *sequences, int *score)
{
    int length = sequences->length, penalty = sequences->penalty, tiles = (length + TILE - 1) / TILE;
    size_t width = (size_t)length + 1;
    const int *similarity = sequences->similarity;
#pragma omp target data map(to : similarity[0 : width * width]) map(tofrom : score[0 : width * width])
    for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
        int first = diagonal < tiles ? 0 : diagonal - tiles + 1, last = diagonal < tiles ? diagonal : tiles - 1;
#pragma omp target teams distribute thread_limit(BLOCKS)
        for (int down = first; down <= last; down++) {
            /* The tile with the row above it and the column to its left: similarities first, which become scores block
               by block. A word more lets a diagonal lie in as many banks of shared memory as can be. All tiles are of
               one size, which compilers know: behind the table's end a tile has scores that nobody asks for. */
            int tile[TILE + 1][TILE + 2];
            int top = down * TILE, left = (diagonal - down) * TILE, bottom = length - top, end = length - left;
            const int *likeness = &similarity[top * width + left];
            int *corner = &score[top * width + left];
#pragma omp parallel
            {
#pragma omp for nowait
                for (int j = 0; j < TILE; j++) {
                    if (j < end && bottom >= TILE)
                        for (int i = 0; i < TILE; i += PART) {
                            const int *from = &likeness[(1 + i) * width + 1 + j];
                            int part[PART];
                            for (int k = 0; k < PART; k++)
                                part[k] = from[k * width];
                            for (int k = 0; k < PART; k++)
                                tile[1 + i + k][1 + j] = part[k];
                        }
                    else
                        for (int i = 0; i < TILE; i++)
                            tile[1 + i][1 + j] = j < end && i < bottom ? likeness[(1 + i) * width + 1 + j] : 0;
                }
#pragma omp for nowait
                for (int i = 0; i < TILE; i++)
                    tile[1 + i][0] = i < bottom ? corner[(1 + i) * width] : 0;
#pragma omp for
                for (int j = 0; j < TILE; j++) {
                    tile[0][1 + j] = j < end ? corner[1 + j] : 0;
                    if (j == 0)
                        tile[0][0] = corner[0];
                }
                for (int d = 0; d < 2 * BLOCKS - 1; d++) {
#pragma omp for
                    for (int y = 0; y < BLOCKS; y++) {
                        int x = d - y;
                        if (x >= 0 && x < BLOCKS) {
                            int block[SIDE + 1][SIDE + 1];
                            for (int i = 0; i <= SIDE; i++)
                                for (int j = 0; j <= SIDE; j++)
                                    block[i][j] = tile[y * SIDE + i][x * SIDE + j];
                            for (int i = 1; i <= SIDE; i++)
                                for (int j = 1; j <= SIDE; j++) {
                                    int gap = larger(block[i][j - 1], block[i - 1][j]) - penalty;
                                    block[i][j] = larger(block[i - 1][j - 1] + block[i][j], gap);
                                }
                            for (int i = 1; i <= SIDE; i++)
                                for (int j = 1; j <= SIDE; j++)
                                    tile[y * SIDE + i][x * SIDE + j] = block[i][j];
                        }
                    }
                }
#pragma omp for
                for (int j = 0; j < TILE; j++) {
                    size_t at = width + 1 + j;
                    int height = j < end ? bottom : 0;
                    for (int i = 0; i < TILE; i++, at += width)
                        if (i < height)
                            corner[at] = tile[i + 1][j + 1];
                }
            }
        }
    }
}
