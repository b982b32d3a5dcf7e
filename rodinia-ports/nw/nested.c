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
               banks of shared memory as it has elements. */
            int tile[TILE + 1][TILE + 2], alike[TILE][TILE];
            int top = down * TILE, left = (diagonal - down) * TILE;
            int height = length - top < TILE ? length - top : TILE;
            int breadth = length - left < TILE ? length - left : TILE;
#pragma omp parallel
            {
#pragma omp for collapse(2) nowait
                for (int i = 0; i < height; i++)
                    for (int j = 0; j < breadth; j++)
                        alike[i][j] = similarity[(top + 1 + i) * width + left + 1 + j];
#pragma omp for nowait
                for (int i = 0; i <= height; i++)
                    tile[i][0] = score[(top + i) * width + left];
#pragma omp for
                for (int j = 1; j <= breadth; j++)
                    tile[0][j] = score[top * width + left + j];
                for (int d = 0; d < height + breadth - 1; d++) {
                    int highest = d < breadth ? 0 : d - breadth + 1, lowest = d < height ? d : height - 1;
#pragma omp for
                    for (int i = highest; i <= lowest; i++) {
                        int j = d - i;
                        int gap = larger(tile[i + 1][j], tile[i][j + 1]) - penalty;
                        tile[i + 1][j + 1] = larger(tile[i][j] + alike[i][j], gap);
                    }
                }
#pragma omp for collapse(2)
                for (int i = 0; i < height; i++)
                    for (int j = 0; j < breadth; j++)
                        score[(top + 1 + i) * width + left + 1 + j] = tile[i + 1][j + 1];
            }
        }
    }
}
