/* Needleman-Wunsch: two random sequences from a fixed seed, compared by BLOSUM62. */
#include "nw.h"

/* Henikoff and Henikoff, 1992, in the order of the original: A R N D C Q E G H I L K M F P S T W Y V. */
static const signed char blosum62[20][20] = {
    {4, -1, -2, -2, 0, -1, -1, 0, -2, -1, -1, -1, -1, -2, -1, 1, 0, -3, -2, 0},
    {-1, 5, 0, -2, -3, 1, 0, -2, 0, -3, -2, 2, -1, -3, -2, -1, -1, -3, -2, -3},
    {-2, 0, 6, 1, -3, 0, 0, 0, 1, -3, -3, 0, -2, -3, -2, 1, 0, -4, -2, -3},
    {-2, -2, 1, 6, -3, 0, 2, -1, -1, -3, -4, -1, -3, -3, -1, 0, -1, -4, -3, -3},
    {0, -3, -3, -3, 9, -3, -4, -3, -3, -1, -1, -3, -1, -2, -3, -1, -1, -2, -2, -1},
    {-1, 1, 0, 0, -3, 5, 2, -2, 0, -3, -2, 1, 0, -3, -1, 0, -1, -2, -1, -2},
    {-1, 0, 0, 2, -4, 2, 5, -2, 0, -3, -3, 1, -2, -3, -1, 0, -1, -3, -2, -2},
    {0, -2, 0, -1, -3, -2, -2, 6, -2, -4, -4, -2, -3, -3, -2, 0, -2, -2, -3, -3},
    {-2, 0, 1, -1, -3, 0, 0, -2, 8, -3, -3, -1, -2, -1, -2, -1, -2, -2, 2, -3},
    {-1, -3, -3, -3, -1, -3, -3, -4, -3, 4, 2, -3, 1, 0, -3, -2, -1, -3, -1, 3},
    {-1, -2, -3, -4, -1, -2, -3, -4, -3, 2, 4, -2, 2, 0, -3, -2, -1, -2, -1, 1},
    {-1, 2, 0, -1, -3, 1, 1, -2, -1, -3, -2, 5, -1, -3, -1, 0, -1, -3, -2, -2},
    {-1, -1, -2, -3, -1, 0, -2, -3, -2, 1, 2, -1, 5, 0, -2, -1, -1, -1, -1, 1},
    {-2, -3, -3, -3, -2, -3, -3, -3, -1, 0, 0, -3, 0, 6, -4, -2, -2, 1, 3, -1},
    {-1, -2, -2, -1, -3, -1, -1, -2, -2, -3, -3, -1, -2, -4, 7, -1, -1, -4, -3, -2},
    {1, -1, 1, 0, -1, 0, 0, 0, -1, -2, -2, 0, -1, -2, -1, 4, 1, -3, -2, -2},
    {0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -2, -1, 1, 5, -2, -2, 0},
    {-3, -3, -4, -4, -2, -2, -3, -2, -2, -3, -2, -3, -1, 1, -4, -3, -2, 11, 2, -3},
    {-2, -2, -2, -3, -2, -1, -2, -3, 2, -1, -1, -2, -1, 3, -3, -2, -2, 2, 7, -1},
    {0, -3, -3, -3, -1, -2, -2, -3, -3, 3, 1, -2, 1, -1, -2, -2, 0, -3, -1, 4},
};

/* The scores along the best alignment, from the end of both sequences back to the begin of one; returns their count. */
static int trace_back(const struct sequences *s, const int *score, int *path)
{
    size_t width = (size_t)s->length + 1;
    int steps = 0;
    for (int i = s->length, j = s->length;;) {
        int here = score[i * width + j];
        path[steps++] = here;
        if (i == 0 || j == 0)
            return steps;
        int match = here == score[(i - 1) * width + j - 1] + s->similarity[i * width + j];
        int left = here == score[i * width + j - 1] - s->penalty;
        i -= match || !left;
        j -= match || left;
    }
}

int main(int argc, char **argv)
{
    static const int lengths[] = {83, 2048, 16384};
    struct port_arguments a = port_arguments(argc, argv);
    struct sequences s = {lengths[a.size], 10, NULL};
    size_t width = (size_t)s.length + 1, cells = width * width;
    int *similarity = port_allocate(cells, sizeof *similarity), *score = port_allocate(cells, sizeof *score);
    int *first = port_allocate(width, sizeof *first), *second = port_allocate(width, sizeof *second);
    uint64_t random = 31;
    for (size_t i = 1; i < width; i++) {
        first[i] = (int)port_random_below(&random, 20);
        second[i] = (int)port_random_below(&random, 20);
    }
    for (size_t i = 1; i < width; i++) {
        for (size_t j = 1; j < width; j++)
            similarity[i * width + j] = blosum62[first[i]][second[j]];
        score[i * width] = score[i] = -(int)i * s.penalty;
    }
    s.similarity = similarity;

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&s, score);
    double inner = (double)s.length * s.length;
    port_report((port_seconds() - start) / a.repeat, a.repeat, 0, 8 * inner);

    /* The end of the table depends on all of it: its last row, its last column and the way back are compared. */
    int *path = port_allocate(2 * width, sizeof *path), *last = first;
    int steps = trace_back(&s, score, path);
    port_write("path.i32", path, steps, sizeof *path);
    port_write("row.i32", score + (width - 1) * width, width, sizeof *score);
    for (size_t i = 0; i < width; i++)
        last[i] = score[i * width + width - 1];
    port_write("column.i32", last, width, sizeof *last);
    free(similarity);
    free(score);
    free(first);
    free(second);
    free(path);
    return 0;
}
