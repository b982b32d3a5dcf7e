/* Heart wall: the correlation goes by tiles of all points, a tile a team, which holds the template and the part of the
   window that the tile needs; its threads add up several rows of a column each. What follows is a team for each point,
   which goes through all other phases of the point. */
#include "heartwall.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Of a tile of the correlation: its columns, the rows of a thread, how many of these lie one below the other. */
enum { COLUMNS = 32, ROWS = 8, STRIPS = 4, TILE_ROWS = ROWS * STRIPS };
/* Rows of which a thread loads all that it adds up before it adds it up. */
enum { STEP = 8 };

void solve(const struct film *film, const struct tracking *tracking, struct places *places)
{
    int n = tracking->points, side = tracking->side, window = tracking->window, full = side + window - 1;
    int width = film->width, height = film->height, frames = film->frames, reach = tracking->reach;
    size_t pixels = (size_t)width * height, all = (size_t)frames * n;
    int tiles_across = (full + COLUMNS - 1) / COLUMNS, tiles_down = (full + TILE_ROWS - 1) / TILE_ROWS;
    size_t models = (size_t)n * side * side;
    size_t products = (size_t)n * full * full, strips = (size_t)n * full * window;
    int *at_x = places->x, *at_y = places->y;
    int *anchor_x = port_allocate(n, sizeof *anchor_x), *anchor_y = port_allocate(n, sizeof *anchor_y);
    float *match = places->match, size = (float)(side * side);
    float *models_of_all = port_allocate(models, sizeof *models_of_all);
    float *products_of_all = port_allocate(products, sizeof *products_of_all);
    float *sums_of_all = port_allocate(strips, sizeof *sums_of_all);
    float *squares_of_all = port_allocate(strips, sizeof *squares_of_all);
    float *model_sum = port_allocate(n, sizeof *model_sum), *deviation = port_allocate(n, sizeof *deviation);
    if (side > MOST_SIDE || window > MOST_WINDOW) {
        fprintf(stderr, "a template of %d and a window of %d pixels a side are too large\n", side, window);
        exit(1);
    }
    for (int p = 0; p < n; p++) {
        at_x[p] = tracking->x[p];
        at_y[p] = tracking->y[p];
        match[p] = 1;
    }
#pragma omp target data map(tofrom : at_x[0 : all], at_y[0 : all], match[0 : all]) \
    map(alloc : anchor_x[0 : n], anchor_y[0 : n], models_of_all[0 : models]) \
    map(alloc : products_of_all[0 : products], sums_of_all[0 : strips], squares_of_all[0 : strips]) \
    map(alloc : model_sum[0 : n], deviation[0 : n])
    for (int k = 0; k < frames; k++) {
        const float *frame = &film->pixel[k * pixels];
#pragma omp target data map(to : frame[0 : pixels])
        {
            if (k) {
#pragma omp target teams distribute collapse(3)
                for (int p = 0; p < n; p++)
                    for (int down = 0; down < tiles_down; down++)
                        for (int across = 0; across < tiles_across; across++) {
                            float patch[TILE_ROWS + MOST_SIDE - 1][COLUMNS + MOST_SIDE - 1];
                            float model[MOST_SIDE][MOST_SIDE];
                            int x0 = across * COLUMNS, y0 = down * TILE_ROWS;
                            int left = anchor_x[p] - window / 2, top = anchor_y[p] - window / 2;
#pragma omp parallel for collapse(2)
                            for (int i = 0; i < TILE_ROWS + side - 1; i++)
                                for (int j = 0; j < COLUMNS + side - 1; j++) {
                                    int row = y0 + i - (side - 1), column = x0 + j - (side - 1);
                                    int inside = row >= 0 && row < window && column >= 0 && column < window;
                                    patch[i][j] = inside ? pixel_at(frame, width, height, left + column, top + row) : 0;
                                }
#pragma omp parallel for collapse(2)
                            for (int i = 0; i < side; i++)
                                for (int j = 0; j < side; j++)
                                    model[i][j] = models_of_all[((size_t)p * side + i) * side + j];
                            /* Rows and columns of the template that meet the window anywhere in the tile. */
                            int first_i = side - y0 - TILE_ROWS > 0 ? side - y0 - TILE_ROWS : 0;
                            int end_i = side < full - y0 ? side : full - y0;
                            int first_j = side - x0 - COLUMNS > 0 ? side - x0 - COLUMNS : 0;
                            int end_j = side < full - x0 ? side : full - x0;
#pragma omp parallel for collapse(2)
                            for (int strip = 0; strip < STRIPS; strip++)
                                for (int x = 0; x < COLUMNS; x++) {
                                    float sum[ROWS] = {0};
                                    for (int j = first_j; j < end_j; j++) {
                                        float seen[ROWS];
                                        for (int r = 0; r < ROWS - 1; r++)
                                            seen[r + 1] = patch[strip * ROWS + first_i + r][x + j];
                                        for (int i = first_i; i < end_i; i++) {
                                            for (int r = 0; r < ROWS - 1; r++)
                                                seen[r] = seen[r + 1];
                                            seen[ROWS - 1] = patch[strip * ROWS + i + ROWS - 1][x + j];
                                            for (int r = 0; r < ROWS; r++)
                                                sum[r] += model[i][j] * seen[r];
                                        }
                                    }
                                    for (int r = 0; r < ROWS; r++) {
                                        int y = y0 + strip * ROWS + r;
                                        if (y < full && x0 + x < full)
                                            products_of_all[((size_t)p * full + y) * full + x0 + x] = sum[r];
                                    }
                                }
                        }
            }
#pragma omp target teams distribute
            for (int p = 0; p < n; p++) {
                float *model = &models_of_all[(size_t)p * side * side];
                float *product = &products_of_all[(size_t)p * full * full];
                float *sums = &sums_of_all[(size_t)p * full * window];
                float *squares = &squares_of_all[(size_t)p * full * window];
                int x_now = at_x[(k ? k - 1 : 0) * n + p], y_now = at_y[(k ? k - 1 : 0) * n + p];
                if (k) {
                    float cut[MOST_WINDOW * MOST_WINDOW];
                    int from_x = anchor_x[p], from_y = anchor_y[p];
                    float all_of_model = model_sum[p], deviation_of_model = deviation[p];
#pragma omp parallel for collapse(2)
                    for (int y = 0; y < window; y++)
                        for (int x = 0; x < window; x++)
                            cut[y * window + x] =
                                pixel_at(frame, width, height, from_x + x - window / 2, from_y + y - window / 2);
#pragma omp parallel for
                    for (int y = 0; y < window; y++) {
                        float sum = 0, square = 0;
                        for (int x = 0; x < full; x++) {
                            float in = x < window ? cut[y * window + x] : 0;
                            float out = x >= side ? cut[y * window + x - side] : 0;
                            sum += in - out;
                            square += in * in - out * out;
                            sums[y * full + x] = sum;
                            squares[y * full + x] = square;
                        }
                    }
#pragma omp parallel for
                    for (int x = 0; x < full; x++) {
                        const float *column = &sums[x], *square_column = &squares[x];
                        float sum = 0, square = 0;
                        for (int y0 = 0; y0 < full; y0 += STEP) {
                            float in[STEP], out[STEP], square_in[STEP], square_out[STEP], here[STEP];
                            for (int i = 0; i < STEP; i++) {
                                /* Rows that are not there are not added up, but nothing is asked before it is read. */
                                int y = y0 + i, first = y < window ? y : window - 1, last = y < side ? 0 : y - side;
                                last = last < window ? last : window - 1;
                                in[i] = column[first * full];
                                square_in[i] = square_column[first * full];
                                out[i] = column[last * full];
                                square_out[i] = square_column[last * full];
                                here[i] = product[(y < full ? y : full - 1) * full + x];
                            }
                            for (int i = 0; i < STEP; i++) {
                                int y = y0 + i, enters = y < window, leaves = y >= side && y < full;
                                sum += (enters ? in[i] : 0) - (leaves ? out[i] : 0);
                                square += (enters ? square_in[i] : 0) - (leaves ? square_out[i] : 0);
                                float variance = square - sum * sum / size;
                                float of_both = here[i] - all_of_model * sum / size;
                                if (y0 + i < full)
                                    product[(y0 + i) * full + x] =
                                        variance > 0 ? of_both / (deviation_of_model * sqrtf(variance)) : 0;
                            }
                        }
                    }
                    /* The best match within reach, and the first place in the window that has it. */
                    int middle = full / 2;
                    int low_x = x_now - from_x + middle - reach, low_y = y_now - from_y + middle - reach;
                    int high_x = low_x + 2 * reach + 1, high_y = low_y + 2 * reach + 1;
                    low_x = low_x < 0 ? 0 : low_x;
                    low_y = low_y < 0 ? 0 : low_y;
                    high_x = high_x < full ? high_x : full;
                    high_y = high_y < full ? high_y : full;
                    float best = -2;
                    int place = full * full;
#pragma omp parallel for collapse(2) reduction(max : best)
                    for (int y = low_y; y < high_y; y++)
                        for (int x = low_x; x < high_x; x++)
                            if (product[y * full + x] > best)
                                best = product[y * full + x];
#pragma omp parallel for collapse(2) reduction(min : place)
                    for (int y = low_y; y < high_y; y++)
                        for (int x = low_x; x < high_x; x++)
                            if (product[y * full + x] == best && y * full + x < place)
                                place = y * full + x;
                    if (place < full * full) {
                        x_now = from_x + place % full - middle;
                        y_now = from_y + place / full - middle;
                    }
                    at_x[k * n + p] = x_now;
                    at_y[k * n + p] = y_now;
                    match[k * n + p] = best;
                }
                if (k % RENEWAL == 0) {
                    float sum = 0, square = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum, square)
                    for (int y = 0; y < side; y++)
                        for (int x = 0; x < side; x++) {
                            float now = pixel_at(frame, width, height, x_now + x - side / 2, y_now + y - side / 2);
                            float next = k ? KEPT * model[y * side + x] + (1 - KEPT) * now : now;
                            model[y * side + x] = next;
                            sum += next;
                            square += next * next;
                        }
                    model_sum[p] = sum;
                    deviation[p] = sqrtf(square - sum * sum / size);
                    anchor_x[p] = x_now;
                    anchor_y[p] = y_now;
                }
            }
        }
    }
    free(anchor_x);
    free(anchor_y);
    free(models_of_all);
    free(products_of_all);
    free(sums_of_all);
    free(squares_of_all);
    free(model_sum);
    free(deviation);
}
