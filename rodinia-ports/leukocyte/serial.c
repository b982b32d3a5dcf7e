/* Leukocyte, serial. */
#include "leukocyte.h"

/* The score of a pixel: the best, over the circles, of the squared mean of the gradient along the normal, divided by
   its variance (the inverse of the gradient's coefficient of variation, squared). */
static void score_pixels(const struct film *film, const struct circles *circles, float *score)
{
    int width = film->width, height = film->height, margin = circles->margin, points = circles->points;
    float *dx = port_allocate((size_t)width * height, sizeof *dx), *dy = port_allocate((size_t)width * height, sizeof *dy);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            dx[y * width + x] = slope_x(film->pixel, width, height, x, y);
            dy[y * width + x] = slope_y(film->pixel, width, height, x, y);
        }
    memset(score, 0, (size_t)width * height * sizeof *score);
    for (int y = margin; y < height - margin; y++)
        for (int x = margin; x < width - margin; x++)
            for (int c = 0; c < circles->count; c++) {
                float sum = 0, squares = 0;
                for (int p = 0; p < points; p++) {
                    int at = (y + circles->dy[c * MOST_POINTS + p]) * width + x + circles->dx[c * MOST_POINTS + p];
                    float along = dx[at] * circles->cosine[p] + dy[at] * circles->sine[p];
                    sum += along;
                    squares += along * along;
                }
                float mean = sum / points, variance = (squares - sum * mean) / (points - 1);
                float here = variance > 0 ? mean * mean / variance : 0;
                if (here > score[y * width + x])
                    score[y * width + x] = here;
            }
    free(dx);
    free(dy);
}

/* The best score within the radius of the dilation. */
static void dilate(const struct film *film, int radius, const float *score, float *dilated)
{
    int width = film->width, height = film->height;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float best = 0;
            for (int j = -radius; j <= radius; j++)
                for (int i = -radius; i <= radius; i++)
                    if (i * i + j * j <= radius * radius)
                        best = fmaxf(best, pixel_at(score, width, height, x + i, y + j));
            dilated[y * width + x] = best;
        }
}

/* Takes a cell from where it was to where the vector flow of the next frame has its centre. */
static void follow(const struct film *film, int k, const struct settings *s, float *cell_x, float *cell_y)
{
    const float *frame = &film->pixel[(size_t)k * film->width * film->height];
    static float edge[MOST_ROWS * MOST_COLUMNS], buffers[2][MOST_ROWS * MOST_COLUMNS];
    float *flow = buffers[0], *next = buffers[1], sharpest = 1e-6f;
    int rows = s->rows, columns = s->columns, left = (int)rintf(*cell_x) - columns / 2;
    int top = (int)rintf(*cell_y) - rows / 2;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            edge[y * columns + x] = edge_at(frame, film->width, film->height, left + x, top + y);
            sharpest = fmaxf(sharpest, edge[y * columns + x]);
        }
    for (int i = 0; i < rows * columns; i++)
        flow[i] = edge[i] = edge[i] / sharpest;
    for (int iteration = 0; iteration < s->iterations; iteration++) {
        float change = 0;
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                next[y * columns + x] = next_flow(flow, edge, rows, columns, x, y);
                change += fabsf(next[y * columns + x] - flow[y * columns + x]);
            }
        float *last = flow;
        flow = next;
        next = last;
        if (change < s->enough * (rows * columns))
            break;
    }
    float sum = 0, sum_x = 0, sum_y = 0;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            float weight = weight_of(flow[y * columns + x], rows, columns, x, y);
            sum += weight;
            sum_x += weight * (x - columns / 2);
            sum_y += weight * (y - rows / 2);
        }
    *cell_x = left + columns / 2 + sum_x / sum;
    *cell_y = top + rows / 2 + sum_y / sum;
}

void solve(const struct film *film, const struct circles *circles, const struct settings *settings, struct cells *cells)
{
    int most = settings->most_cells;
    float *dilated = port_allocate((size_t)film->width * film->height, sizeof *dilated);
    score_pixels(film, circles, cells->score);
    dilate(film, settings->dilation, cells->score, dilated);
    choose_cells(film, settings, dilated, cells);
    for (int k = 1; k < film->frames; k++)
        for (int c = 0; c < cells->count; c++) {
            float x = cells->x[(k - 1) * most + c], y = cells->y[(k - 1) * most + c];
            follow(film, k, settings, &x, &y);
            cells->x[k * most + c] = x;
            cells->y[k * most + c] = y;
        }
    free(dilated);
}
