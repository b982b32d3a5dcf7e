/* Needleman-Wunsch: a target region for each diagonal of tiles. Teams take tiles, which they copy into arrays of their
   own; threads take the elements of a diagonal of the tile. */
#include "nw.h"

#define TILE 32

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
#pragma omp target teams distribute thread_limit(TILE)
        for (int down = first; down <= last; down++) {
            /* The tile with the row above it and the column to its left. A word more lets a diagonal lie in as many
               banks of shared memory as it has elements. All tiles are of one size, which compilers know: behind the
               table's end a tile has scores that nobody asks for. */
            int tile[TILE + 1][TILE + 2], alike[TILE][TILE];
            int top = down * TILE, left = (diagonal - down) * TILE, bottom = length - top, end = length - left;
            const int *likeness = &similarity[top * width + left];
            int *corner = &score[top * width + left];
#pragma omp parallel
            {
#pragma omp for nowait
                for (int j = 0; j < TILE; j++) {
                    size_t at = width + 1 + j;
                    int height = j < end ? bottom : 0;
                    for (int i = 0; i < TILE; i++, at += width)
                        alike[i][j] = i < height ? likeness[at] : 0;
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
                for (int d = 0; d < 2 * TILE - 1; d++) {
#pragma omp for
                    for (int i = 0; i < TILE; i++) {
                        int j = d - i;
                        if (j >= 0 && j < TILE) {
                            int gap = larger(tile[i + 1][j], tile[i][j + 1]) - penalty;
                            tile[i + 1][j + 1] = larger(tile[i][j] + alike[i][j], gap);
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
