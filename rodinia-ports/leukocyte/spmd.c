/* Leukocyte: a target region for each phase, over all pixels of the frame or of all cells' windows. Sums over a window
   are made row by row. */
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
#pragma omp target teams distribute parallel for collapse(2)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                dx[y * width + x] = slope_x(frame, width, height, x, y);
                dy[y * width + x] = slope_y(frame, width, height, x, y);
            }
#pragma omp target teams distribute parallel for collapse(2)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                float best = 0;
                if (y >= margin && y < height - margin && x >= margin && x < width - margin)
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
#pragma omp target teams distribute parallel for collapse(2)
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
    free(dx);
    free(dy);
}

/* Takes all cells from frame `k` - 1 to frame `k`. */
static void follow(const struct film *film, int k, const struct settings *s, struct cells *cells)
{
    int n = cells->count, rows = s->rows, columns = s->columns, window = rows * columns;
    int width = film->width, height = film->height;
    size_t pixels = (size_t)width * height, all = (size_t)n * window, strips = (size_t)n * rows;
    const float *frame = &film->pixel[k * pixels];
    float *x_last = &cells->x[(k - 1) * s->most_cells], *y_last = &cells->y[(k - 1) * s->most_cells];
    float *x_now = &cells->x[k * s->most_cells], *y_now = &cells->y[k * s->most_cells], enough = s->enough * window;
    float *edge = port_allocate(all, sizeof *edge), *flow = port_allocate(all, sizeof *flow);
    float *next = port_allocate(all, sizeof *next), *of_row = port_allocate(3 * strips, sizeof *of_row);
    float *buffers[] = {flow, next};
    int *moves = port_allocate(n, sizeof *moves);
#pragma omp target data map(to : frame[0 : pixels], x_last[0 : n], y_last[0 : n]) map(from : x_now[0 : n], y_now[0 : n]) \
    map(alloc : edge[0 : all], flow[0 : all], next[0 : all], of_row[0 : 3 * strips], moves[0 : n])
    {
#pragma omp target teams distribute parallel for collapse(2)
        for (int c = 0; c < n; c++)
            for (int y = 0; y < rows; y++) {
                int left = (int)rintf(x_last[c]) - columns / 2, top = (int)rintf(y_last[c]) - rows / 2;
                float sharpest = 1e-6f;
                for (int x = 0; x < columns; x++) {
                    float here = edge_at(frame, width, height, left + x, top + y);
                    edge[(size_t)c * window + y * columns + x] = here;
                    sharpest = fmaxf(sharpest, here);
                }
                of_row[c * rows + y] = sharpest;
            }
#pragma omp target teams distribute parallel for
        for (int c = 0; c < n; c++) {
            for (int y = 1; y < rows; y++)
                of_row[c * rows] = fmaxf(of_row[c * rows], of_row[c * rows + y]);
            moves[c] = 1;
        }
#pragma omp target teams distribute parallel for collapse(2)
        for (int c = 0; c < n; c++)
            for (int i = 0; i < window; i++)
                flow[(size_t)c * window + i] = edge[(size_t)c * window + i] /= of_row[c * rows];
        int moving = n;
        for (int iteration = 0; iteration < s->iterations && moving; iteration++) {
            /* The flow of a cell that has come to rest is copied on. */
#pragma omp target teams distribute parallel for collapse(3)
            for (int c = 0; c < n; c++)
                for (int y = 0; y < rows; y++)
                    for (int x = 0; x < columns; x++) {
                        size_t first = (size_t)c * window, at = first + y * columns + x;
                        next[at] = moves[c] ? next_flow(&flow[first], &edge[first], rows, columns, x, y) : flow[at];
                    }
#pragma omp target teams distribute parallel for collapse(2)
            for (int c = 0; c < n; c++)
                for (int y = 0; y < rows; y++) {
                    float change = 0;
                    for (size_t i = (size_t)c * window + y * columns; i < (size_t)c * window + (y + 1) * columns; i++)
                        change += fabsf(next[i] - flow[i]);
                    of_row[c * rows + y] = change;
                }
            moving = 0;
#pragma omp target teams distribute parallel for reduction(+ : moving)
            for (int c = 0; c < n; c++) {
                float change = 0;
                for (int y = 0; y < rows; y++)
                    change += of_row[c * rows + y];
                moves[c] = moves[c] && change >= enough;
                moving += moves[c];
            }
            float *last = flow;
            flow = next;
            next = last;
        }
#pragma omp target teams distribute parallel for collapse(2)
        for (int c = 0; c < n; c++)
            for (int y = 0; y < rows; y++) {
                float sum = 0, sum_x = 0, sum_y = 0, *to = &of_row[3 * (c * rows + y)];
                for (int x = 0; x < columns; x++) {
                    float weight = weight_of(flow[(size_t)c * window + y * columns + x], rows, columns, x, y);
                    sum += weight;
                    sum_x += weight * (x - columns / 2);
                    sum_y += weight * (y - rows / 2);
                }
                to[0] = sum;
                to[1] = sum_x;
                to[2] = sum_y;
            }
#pragma omp target teams distribute parallel for
        for (int c = 0; c < n; c++) {
            float sum = 0, sum_x = 0, sum_y = 0;
            for (int y = 0; y < rows; y++) {
                sum += of_row[3 * (c * rows + y)];
                sum_x += of_row[3 * (c * rows + y) + 1];
                sum_y += of_row[3 * (c * rows + y) + 2];
            }
            x_now[c] = (int)rintf(x_last[c]) + sum_x / sum;
            y_now[c] = (int)rintf(y_last[c]) + sum_y / sum;
        }
    }
    free(edge);
    free(buffers[0]);
    free(buffers[1]);
    free(of_row);
    free(moves);
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
