/* Leukocyte: a team for each row of the frame, and then a team for each cell: its thread 0 goes from one step of the
   vector flow to the next until it comes to rest, in arrays of the team. */
#include "leukocyte.h"

static void score_pixels(const struct film *film, const struct circles *circles, int radius, float *score, float *dilated)
{
    int width = film->width, height = film->height, margin = circles->margin;
    int count = circles->count, points = circles->points;
    size_t pixels = (size_t)width * height;
    const float *frame = film->pixel, *cosine = circles->cosine, *sine = circles->sine;
    const int *point_x = circles->dx, *point_y = circles->dy;
    float *dx = port_allocate(pixels, sizeof *dx), *dy = port_allocate(pixels, sizeof *dy);
#pragma omp target data map(to : frame[0 : pixels], cosine[0 : points], sine[0 : points]) \
    map(to : point_x[0 : count * MOST_POINTS], point_y[0 : count * MOST_POINTS]) \
    map(from : score[0 : pixels], dilated[0 : pixels]) map(alloc : dx[0 : pixels], dy[0 : pixels])
    {
#pragma omp target teams distribute
        for (int y = 0; y < height; y++) {
#pragma omp parallel for
            for (int x = 0; x < width; x++) {
                dx[y * width + x] = slope_x(frame, width, height, x, y);
                dy[y * width + x] = slope_y(frame, width, height, x, y);
            }
        }
#pragma omp target teams distribute
        for (int y = 0; y < height; y++) {
            int inside = y >= margin && y < height - margin;
#pragma omp parallel for
            for (int x = 0; x < width; x++) {
                float best = 0;
                if (inside && x >= margin && x < width - margin)
                    for (int c = 0; c < count; c++) {
                        float sum = 0, squares = 0;
                        for (int p = 0; p < points; p++) {
                            int at = (y + point_y[c * MOST_POINTS + p]) * width + x + point_x[c * MOST_POINTS + p];
                            float along = dx[at] * cosine[p] + dy[at] * sine[p];
                            sum += along;
                            squares += along * along;
                        }
                        float mean = sum / points, variance = (squares - sum * mean) / (points - 1);
                        float here = variance > 0 ? mean * mean / variance : 0;
                        best = here > best ? here : best;
                    }
                score[y * width + x] = best;
            }
        }
#pragma omp target teams distribute
        for (int y = 0; y < height; y++) {
#pragma omp parallel for
            for (int x = 0; x < width; x++) {
                float best = 0;
                for (int j = -radius; j <= radius; j++)
                    for (int i = -radius; i <= radius; i++)
                        if (i * i + j * j <= radius * radius)
                            best = fmaxf(best, pixel_at(score, width, height, x + i, y + j));
                dilated[y * width + x] = best;
            }
        }
    }
    free(dx);
    free(dy);
}

/* Takes all cells from frame `k` - 1 to frame `k`. */
static void follow(const struct film *film, int k, const struct settings *s, struct cells *cells)
{
    int n = cells->count, rows = s->rows, columns = s->columns, width = film->width, height = film->height;
    int iterations = s->iterations;
    size_t pixels = (size_t)width * height;
    const float *frame = &film->pixel[k * pixels];
    float *x_last = &cells->x[(k - 1) * s->most_cells], *y_last = &cells->y[(k - 1) * s->most_cells];
    float *x_now = &cells->x[k * s->most_cells], *y_now = &cells->y[k * s->most_cells];
    float enough = s->enough * (rows * columns);
#pragma omp target teams distribute map(to : frame[0 : pixels], x_last[0 : n], y_last[0 : n]) \
    map(from : x_now[0 : n], y_now[0 : n])
    for (int c = 0; c < n; c++) {
        float edge[MOST_ROWS * MOST_COLUMNS], first[MOST_ROWS * MOST_COLUMNS], second[MOST_ROWS * MOST_COLUMNS];
        float *flow = first, *next = second, sharpest = 1e-6f, sum = 0, sum_x = 0, sum_y = 0;
        int middle_x = (int)rintf(x_last[c]), middle_y = (int)rintf(y_last[c]);
        int left = middle_x - columns / 2, top = middle_y - rows / 2;
#pragma omp parallel for collapse(2) reduction(max : sharpest)
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                edge[y * columns + x] = edge_at(frame, width, height, left + x, top + y);
                sharpest = fmaxf(sharpest, edge[y * columns + x]);
            }
#pragma omp parallel for
        for (int i = 0; i < rows * columns; i++)
            flow[i] = edge[i] = edge[i] / sharpest;
        for (int iteration = 0; iteration < iterations; iteration++) {
            float change = 0;
#pragma omp parallel for collapse(2) reduction(+ : change)
            for (int y = 0; y < rows; y++)
                for (int x = 0; x < columns; x++) {
                    float there = next_flow(flow, edge, rows, columns, x, y);
                    change += fabsf(there - flow[y * columns + x]);
                    next[y * columns + x] = there;
                }
            float *last = flow;
            flow = next;
            next = last;
            if (change < enough)
                break;
        }
#pragma omp parallel for collapse(2) reduction(+ : sum, sum_x, sum_y)
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                float weight = weight_of(flow[y * columns + x], rows, columns, x, y);
                sum += weight;
                sum_x += weight * (x - columns / 2);
                sum_y += weight * (y - rows / 2);
            }
        x_now[c] = middle_x + sum_x / sum;
        y_now[c] = middle_y + sum_y / sum;
    }
}

void solve(const struct film *film, const struct circles *circles, const struct settings *settings, struct cells *cells)
{
    float *dilated = port_allocate((size_t)film->width * film->height, sizeof *dilated);
    score_pixels(film, circles, settings->dilation, cells->score, dilated);
    choose_cells(film, settings, dilated, cells);
    for (int k = 1; k < film->frames; k++)
        follow(film, k, settings, cells);
    free(dilated);
}
