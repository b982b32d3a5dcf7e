/* The choice of cells, which is the host's in all variants. */
#include "leukocyte.h"

struct candidate {
    float score;
    int place;
};

static int by_score(const void *a, const void *b)
{
    const struct candidate *p = a, *q = b;
    if (p->score != q->score)
        return p->score < q->score ? 1 : -1;
    return p->place < q->place ? -1 : p->place > q->place;
}

void choose_cells(const struct film *film, const struct settings *settings, const float *dilated, struct cells *cells)
{
    int pixels = film->width * film->height, count = 0;
    struct candidate *candidates = port_allocate(pixels, sizeof *candidates);
    for (int i = 0; i < pixels; i++)
        if (cells->score[i] > 0 && cells->score[i] == dilated[i])
            candidates[count++] = (struct candidate){cells->score[i], i};
    qsort(candidates, count, sizeof *candidates, by_score);
    cells->count = count < settings->most_cells ? count : settings->most_cells;
    for (int c = 0; c < cells->count; c++) {
        cells->x[c] = (float)(candidates[c].place % film->width);
        cells->y[c] = (float)(candidates[c].place / film->width);
    }
    free(candidates);
}
