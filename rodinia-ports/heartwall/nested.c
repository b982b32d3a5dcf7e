/* Heart wall: one target region a frame and a team for each point, which goes through all phases of the point. */
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
    float *models_of_all = port_allocate(models, sizeof *models_of_all);
    float *cuts_of_all = port_allocate(cuts, sizeof *cuts_of_all);
    float *products_of_all = port_allocate(products, sizeof *products_of_all);
    float *sums_of_all = port_allocate(strips, sizeof *sums_of_all);
    float *squares_of_all = port_allocate(strips, sizeof *squares_of_all);
    float *model_sum = port_allocate(n, sizeof *model_sum), *deviation = port_allocate(n, sizeof *deviation);
    for (int p = 0; p < n; p++) {
        at_x[p] = tracking->x[p];
        at_y[p] = tracking->y[p];
        match[p] = 1;
    }
#pragma omp target data map(tofrom : at_x[0 : all], at_y[0 : all], match[0 : all]) \
    map(alloc : anchor_x[0 : n], anchor_y[0 : n], models_of_all[0 : models], cuts_of_all[0 : cuts]) \
    map(alloc : products_of_all[0 : products], sums_of_all[0 : strips], squares_of_all[0 : strips]) \
    map(alloc : model_sum[0 : n], deviation[0 : n])
    for (int k = 0; k < frames; k++) {
        const float *frame = &film->pixel[k * pixels];
#pragma omp target teams distribute map(to : frame[0 : pixels])
        for (int p = 0; p < n; p++) {
            float *model = &models_of_all[(size_t)p * side * side], *cut = &cuts_of_all[(size_t)p * window * window];
            float *product = &products_of_all[(size_t)p * full * full];
            float *sums = &sums_of_all[(size_t)p * full * window], *squares = &squares_of_all[(size_t)p * full * window];
            int x_now = at_x[(k ? k - 1 : 0) * n + p], y_now = at_y[(k ? k - 1 : 0) * n + p];
            if (k) {
                int from_x = anchor_x[p], from_y = anchor_y[p];
                float all_of_model = model_sum[p], deviation_of_model = deviation[p];
#pragma omp parallel for collapse(2)
                for (int y = 0; y < window; y++)
                    for (int x = 0; x < window; x++)
                        cut[y * window + x] =
                            pixel_at(frame, width, height, from_x + x - window / 2, from_y + y - window / 2);
#pragma omp parallel for collapse(2)
                for (int y = 0; y < full; y++)
                    for (int x = 0; x < full; x++) {
                        int first_i = y < side - 1 ? side - 1 - y : 0, end_i = y < window ? side : full - y;
                        int first_j = x < side - 1 ? side - 1 - x : 0, end_j = x < window ? side : full - x;
                        float sum = 0;
                        for (int i = first_i; i < end_i; i++)
                            for (int j = first_j; j < end_j; j++)
                                sum += model[i * side + j] * cut[(y + i - side + 1) * window + x + j - side + 1];
                        product[y * full + x] = sum;
                    }
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
                    for (int y = 0; y < full; y++) {
                        sum += (y < window ? column[y * full] : 0) - (y >= side ? column[(y - side) * full] : 0);
                        square += (y < window ? square_column[y * full] : 0) -
                                  (y >= side ? square_column[(y - side) * full] : 0);
                        float variance = square - sum * sum / size, *to = &product[y * full + x];
                        *to = variance > 0 ? (*to - all_of_model * sum / size) / (deviation_of_model * sqrtf(variance)) : 0;
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
    free(anchor_x);
    free(anchor_y);
    free(models_of_all);
    free(cuts_of_all);
    free(products_of_all);
    free(sums_of_all);
    free(squares_of_all);
    free(model_sum);
    free(deviation);
}
