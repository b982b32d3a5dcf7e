/* Heart wall, serial: point by point within a frame. */
#include "heartwall.h"
#include <math.h>

/* What is known of a point, and room for one step. */
struct point {
    int x, y;               /* where it is */
    int anchor_x, anchor_y; /* middle of its window */
    float *model;           /* its template: [side][side] */
    float sum, deviation;   /* of the template: its pixels' sum, and the root of their squared deviations' sum */
};

struct room {
    float *window;            /* [window][window] */
    float *product;           /* [full][full] */
    float *sums, *squares;    /* of as many columns of the window as the template has: [window][full] */
};

static void cut_template(const struct tracking *t, const struct film *film, int k, struct point *p)
{
    const float *frame = &film->pixel[(size_t)k * film->width * film->height];
    int side = t->side;
    float sum = 0, squares = 0, kept = k ? KEPT : 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            float *m = &p->model[y * side + x];
            *m = kept * *m + (1 - kept) * pixel_at(frame, film->width, film->height, p->x + x - side / 2, p->y + y - side / 2);
            sum += *m;
            squares += *m * *m;
        }
    p->sum = sum;
    p->deviation = sqrtf(squares - sum * sum / (side * side));
    p->anchor_x = p->x;
    p->anchor_y = p->y;
}

/* The correlation of the template with the window, for all ways in which they overlap. */
static void correlate(const struct tracking *t, const struct point *p, struct room *r)
{
    int side = t->side, window = t->window, full = side + window - 1;
    memset(r->product, 0, (size_t)full * full * sizeof *r->product);
    for (int y = 0; y < full; y++)
        for (int i = 0; i < side; i++) {
            int row = y + i - (side - 1);
            if (row < 0 || row >= window)
                continue;
            for (int j = 0; j < side; j++) {
                float m = p->model[i * side + j];
                const float *from = &r->window[row * window];
                float *to = &r->product[y * full + side - 1 - j];
                for (int x = 0; x < window; x++)
                    to[x] += m * from[x];
            }
        }
}

/* Sums of the window, and of its squares, along its rows over as many columns as the template has. */
static void add_columns(const struct tracking *t, struct room *r)
{
    int side = t->side, window = t->window, full = side + window - 1;
    for (int y = 0; y < window; y++) {
        float sum = 0, square = 0;
        for (int x = 0; x < full; x++) {
            float in = x < window ? r->window[y * window + x] : 0;
            float out = x >= side ? r->window[y * window + x - side] : 0;
            sum += in - out;
            square += in * in - out * out;
            r->sums[y * full + x] = sum;
            r->squares[y * full + x] = square;
        }
    }
}

/* Adds those sums up down the columns, and turns the correlation into a coefficient of it. */
static void normalise(const struct tracking *t, const struct point *p, struct room *r)
{
    int side = t->side, window = t->window, full = side + window - 1;
    float size = (float)(side * side);
    for (int x = 0; x < full; x++) {
        float sum = 0, square = 0;
        for (int y = 0; y < full; y++) {
            sum += (y < window ? r->sums[y * full + x] : 0) - (y >= side ? r->sums[(y - side) * full + x] : 0);
            square += (y < window ? r->squares[y * full + x] : 0) - (y >= side ? r->squares[(y - side) * full + x] : 0);
            float variance = square - sum * sum / size, *product = &r->product[y * full + x];
            *product = variance > 0 ? (*product - p->sum * sum / size) / (p->deviation * sqrtf(variance)) : 0;
        }
    }
}

/* Moves the point to the best match within reach, and returns it. */
static float move(const struct tracking *t, struct point *p, const struct room *r)
{
    int full = t->side + t->window - 1, from_x = p->anchor_x - full / 2, from_y = p->anchor_y - full / 2;
    float best = -2;
    int best_x = p->x, best_y = p->y;
    for (int y = p->y - t->reach; y <= p->y + t->reach; y++)
        for (int x = p->x - t->reach; x <= p->x + t->reach; x++) {
            int column = x - from_x, row = y - from_y;
            if (row >= 0 && row < full && column >= 0 && column < full && r->product[row * full + column] > best) {
                best = r->product[row * full + column];
                best_x = x;
                best_y = y;
            }
        }
    p->x = best_x;
    p->y = best_y;
    return best;
}

static float follow(const struct tracking *t, const struct film *film, int k, struct point *p, struct room *r)
{
    const float *frame = &film->pixel[(size_t)k * film->width * film->height];
    int window = t->window;
    for (int y = 0; y < window; y++)
        for (int x = 0; x < window; x++)
            r->window[y * window + x] = pixel_at(frame, film->width, film->height, p->anchor_x + x - window / 2,
                                                 p->anchor_y + y - window / 2);
    correlate(t, p, r);
    add_columns(t, r);
    normalise(t, p, r);
    return move(t, p, r);
}

void solve(const struct film *film, const struct tracking *tracking, struct places *places)
{
    int n = tracking->points, side = tracking->side, window = tracking->window, full = side + window - 1;
    struct point *point = port_allocate(n, sizeof *point);
    struct room room = {port_allocate(window * window, sizeof(float)), port_allocate(full * full, sizeof(float)),
                        port_allocate(full * window, sizeof(float)), port_allocate(full * window, sizeof(float))};
    for (int k = 0; k < film->frames; k++)
        for (int i = 0; i < n; i++) {
            struct point *p = &point[i];
            float match = 1;
            if (k == 0) {
                *p = (struct point){tracking->x[i], tracking->y[i], 0, 0, port_allocate(side * side, sizeof(float)), 0, 0};
                cut_template(tracking, film, k, p);
            } else {
                match = follow(tracking, film, k, p, &room);
                if (k % RENEWAL == 0)
                    cut_template(tracking, film, k, p);
            }
            places->x[k * n + i] = p->x;
            places->y[k * n + i] = p->y;
            places->match[k * n + i] = match;
        }
    for (int i = 0; i < n; i++)
        free(point[i].model);
    free(point);
    free(room.window);
    free(room.product);
    free(room.sums);
    free(room.squares);
}
