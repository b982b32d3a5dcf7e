/* Back-propagation: teams take tiles of inputs. Forward, neighbouring threads of a team add up neighbouring weights of its
   tile, each those of every PARTS-th input to one hidden unit, and then the team adds up these sums; those of the tiles a
   second target region adds up. Back, the threads adjust the tile's weights. */
#include "backprop.h"

enum { TILE = 1024, PARTS = 8 };

void solve(const struct lesson *lesson, float *restrict to_hidden, float *to_output)
{
    int rows = lesson->inputs + 1, steps = lesson->steps, tiles = (rows + TILE - 1) / TILE;
    size_t weights = (size_t)rows * STRIDE;
    const float *input = lesson->input;
    float *changes = port_allocate(weights, sizeof *changes), output_changes[STRIDE] = {0};
    double *of_tile = port_allocate((size_t)tiles * STRIDE, sizeof *of_tile);
#pragma omp target data map(to : input[0 : rows], changes[0 : weights]) map(tofrom : to_hidden[0 : weights]) \
    map(alloc : of_tile[0 : tiles * STRIDE])
    for (int step = 0; step < steps; step++) {
        double arriving[STRIDE] = {0};
        float error[STRIDE];
#pragma omp target teams distribute
        for (int tile = 0; tile < tiles; tile++) {
            double sum[PARTS][STRIDE];
            int first = tile * TILE, end = rows - first < TILE ? rows : first + TILE;
#pragma omp parallel for collapse(2)
            for (int part = 0; part < PARTS; part++) {
                for (int j = 1; j < STRIDE; j++) {
                    double of_part = 0;
                    for (int k = first + part; k < end; k += PARTS)
                        of_part += to_hidden[(size_t)k * STRIDE + j] * input[k];
                    sum[part][j] = of_part;
                }
            }
#pragma omp parallel for
            for (int j = 1; j < STRIDE; j++) {
                double all = 0;
                for (int part = 0; part < PARTS; part++)
                    all += sum[part][j];
                of_tile[tile * STRIDE + j] = all;
            }
        }
#pragma omp target teams distribute map(tofrom : arriving)
        for (int j = 1; j < STRIDE; j++) {
            double sum = 0;
#pragma omp parallel for reduction(+ : sum)
            for (int tile = 0; tile < tiles; tile++)
                sum += of_tile[tile * STRIDE + j];
            arriving[j] = sum;
        }
        teach_output(lesson->target, arriving, to_output, output_changes, error);
#pragma omp target teams distribute map(to : error)
        for (int tile = 0; tile < tiles; tile++) {
            int first = tile * TILE, end = rows - first < TILE ? rows : first + TILE;
#pragma omp parallel for collapse(2)
            for (int k = first; k < end; k++) {
                for (int j = 1; j < STRIDE; j++) {
                    size_t w = (size_t)k * STRIDE + j;
                    float change = ETA * error[j] * input[k] + MOMENTUM * changes[w], weight = to_hidden[w] + change;
                    changes[w] = change;
                    to_hidden[w] = weight;
                }
            }
        }
    }
    free(changes);
    free(of_tile);
}
