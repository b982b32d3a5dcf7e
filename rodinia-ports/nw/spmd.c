/* Needleman-Wunsch: a target region for each diagonal of tiles; a thread takes a tile, as in the original. */
#include "nw.h"

#define TILE 16

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
#pragma omp target teams distribute parallel for
        for (int down = first; down <= last; down++) {
            int top = 1 + down * TILE, left = 1 + (diagonal - down) * TILE;
            int bottom = top + TILE <= length ? top + TILE : length + 1;
            int right = left + TILE <= length ? left + TILE : length + 1;
            for (int i = top; i < bottom; i++) {
                for (int j = left; j < right; j++) {
                    int match = score[(i - 1) * width + j - 1] + similarity[i * width + j];
                    int gap = larger(score[i * width + j - 1], score[(i - 1) * width + j]) - penalty;
                    score[i * width + j] = larger(match, gap);
                }
            }
        }
    }
}
