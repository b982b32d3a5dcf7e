/* Needleman-Wunsch, serial: row by row. */
#include "nw.h"

static int larger(int a, int b)
{
    return a > b ? a : b;
}

void solve(const struct sequences *sequences, int *score)
{
    size_t width = (size_t)sequences->length + 1;
    int penalty = sequences->penalty;
    for (size_t i = 1; i < width; i++) {
        for (size_t j = 1; j < width; j++) {
            int match = score[(i - 1) * width + j - 1] + sequences->similarity[i * width + j];
            int gap = larger(score[i * width + j - 1], score[(i - 1) * width + j]) - penalty;
            score[i * width + j] = larger(match, gap);
        }
    }
}
