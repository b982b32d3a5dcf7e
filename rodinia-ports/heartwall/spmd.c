/* Heart wall: a target region for each phase of a frame, its pixels, rows or columns of all points over all threads. */
#include "heartwall.h"
#include <math.h>

void solve(const struct film *film, const struct tracking *tracking, struct places *places)
{
    int n = tracking->points, side = tracking->side, window = tracking->window, full = side + window - 1;
    int width = film->width, height = film->height, frames = film->frames, reach = tracking->reach;
    size_t pixels = (size_t)width * height, all = (size_t)frames * n;
    size_t models = (size_t)n * side * side, cuts = (size_t)n * window * window;
    size_t products = (size_t)n * full * full, strips = (size_t)n * full * window;
    int *at_x = places->x, *at_y = places->y;
    int *anchor_x = port_allocate(n, sizeof *anchor_x), *anchor_y = port_allocate(n, sizeof *anchor_y);
    float *match = places->match, size = (float)(side * side);
    float *model = port_allocate(models, sizeof *model), *cut = port_allocate(cuts, sizeof *cut);
    float *product = port_allocate(products, sizeof *product);
    float *sums = port_allocate(strips, sizeof *sums), *squares = port_allocate(strips, sizeof *squares);
    float *model_sum = port_allocate(n, sizeof *model_sum), *deviation = port_allocate(n, sizeof *deviation);
    for (int p = 0; p < n; p++) {
        at_x[p] = tracking->x[p];
        at_y[p] = tracking->y[p];
        match[p] = 1;
    }
#pragma omp target data map(tofrom : at_x[0 : all], at_y[0 : all], match[0 : all]) \
    map(alloc : anchor_x[0 : n], anchor_y[0 : n], model[0 : models], cut[0 : cuts], product[0 : products]) \
    map(alloc : sums[0 : strips], squares[0 : strips], model_sum[0 : n], deviation[0 : n])
    for (int k = 0; k < frames; k++) {
        const float *frame = &film->pixel[k * pixels];
        int *x_now = &at_x[k * n], *y_now = &at_y[k * n], *x_last = &at_x[k ? (k - 1) * n : 0];
        int *y_last = &at_y[k ? (k - 1) * n : 0];
        float *match_now = &match[k * n], kept = k ? KEPT : 0;
#pragma omp target data map(to : frame[0 : pixels])
        {
            if (k) {
#pragma omp target teams distribute parallel for collapse(3)
                for (int p = 0; p < n; p++)
                    for (int y = 0; y < window; y++)
                        for (int x = 0; x < window; x++)
                            cut[((size_t)p * window + y) * window + x] = pixel_at(
                                frame, width, height, anchor_x[p] + x - window / 2, anchor_y[p] + y - window / 2);
#pragma omp target teams distribute parallel for collapse(3)
                for (int p = 0; p < n; p++)
                    for (int y = 0; y < full; y++)
                        for (int x = 0; x < full; x++) {
                            int first_i = y < side - 1 ? side - 1 - y : 0, end_i = y < window ? side : full - y;
                            int first_j = x < side - 1 ? side - 1 - x : 0, end_j = x < window ? side : full - x;
                            float sum = 0;
                            for (int i = first_i; i < end_i; i++)
                                for (int j = first_j; j < end_j; j++)
                                    sum += model[((size_t)p * side + i) * side + j] *
                                           cut[((size_t)p * window + y + i - side + 1) * window + x + j - side + 1];
                            product[((size_t)p * full + y) * full + x] = sum;
                        }
#pragma omp target teams distribute parallel for collapse(2)
                for (int p = 0; p < n; p++)
                    for (int y = 0; y < window; y++) {
                        size_t row = (size_t)p * window + y;
                        float sum = 0, square = 0;
                        for (int x = 0; x < full; x++) {
                            float in = x < window ? cut[row * window + x] : 0;
                            float out = x >= side ? cut[row * window + x - side] : 0;
                            sum += in - out;
                            square += in * in - out * out;
                            sums[row * full + x] = sum;
                            squares[row * full + x] = square;
                        }
                    }
#pragma omp target teams distribute parallel for collapse(2)
                for (int p = 0; p < n; p++)
                    for (int x = 0; x < full; x++) {
                        const float *column = &sums[(size_t)p * window * full + x];
                        const float *square_column = &squares[(size_t)p * window * full + x];
                        float sum = 0, square = 0;
                        for (int y = 0; y < full; y++) {
                            sum += (y < window ? column[y * full] : 0) - (y >= side ? column[(y - side) * full] : 0);
                            square += (y < window ? square_column[y * full] : 0) -
                                      (y >= side ? square_column[(y - side) * full] : 0);
                            float variance = square - sum * sum / size;
                            float *to = &product[((size_t)p * full + y) * full + x];
                            *to = variance > 0 ? (*to - model_sum[p] * sum / size) / (deviation[p] * sqrtf(variance)) : 0;
                        }
                    }
#pragma omp target teams distribute parallel for
                for (int p = 0; p < n; p++) {
                    int from_x = anchor_x[p] - full / 2, from_y = anchor_y[p] - full / 2;
                    int best_x = x_last[p], best_y = y_last[p];
                    float best = -2;
                    for (int y = y_last[p] - reach; y <= y_last[p] + reach; y++)
                        for (int x = x_last[p] - reach; x <= x_last[p] + reach; x++) {
                            int column = x - from_x, row = y - from_y;
                            if (row < 0 || row >= full || column < 0 || column >= full)
                                continue;
                            float here = product[((size_t)p * full + row) * full + column];
                            if (here > best) {
                                best = here;
                                best_x = x;
                                best_y = y;
                            }
                        }
                    x_now[p] = best_x;
                    y_now[p] = best_y;
                    match_now[p] = best;
                }
            }
            if (k % RENEWAL == 0) {
#pragma omp target teams distribute parallel for collapse(3)
                for (int p = 0; p < n; p++)
                    for (int y = 0; y < side; y++)
                        for (int x = 0; x < side; x++) {
                            float now = pixel_at(frame, width, height, x_now[p] + x - side / 2, y_now[p] + y - side / 2);
                            size_t at = ((size_t)p * side + y) * side + x;
                            model[at] = k ? kept * model[at] + (1 - kept) * now : now;
                        }
#pragma omp target teams distribute parallel for
                for (int p = 0; p < n; p++) {
                    float sum = 0, square = 0;
                    for (size_t i = (size_t)p * side * side; i < (size_t)(p + 1) * side * side; i++) {
                        sum += model[i];
                        square += model[i] * model[i];
                    }
                    model_sum[p] = sum;
                    deviation[p] = sqrtf(square - sum * sum / size);
                    anchor_x[p] = x_now[p];
                    anchor_y[p] = y_now[p];
                }
            }
        }
    }
    free(anchor_x);
    free(anchor_y);
    free(model);
    free(cut);
    free(product);
    free(sums);
    free(squares);
    free(model_sum);
    free(deviation);
}
