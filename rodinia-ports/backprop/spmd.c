/* Back-propagation: two target regions a step. The inputs are shared among all threads, and what arrives at the hidden
   units is a reduction of an array; then all weights are. */
#include "backprop.h"

void solve(const struct lesson *lesson, float *restrict to_hidden, float *to_output)
{
    int rows = lesson->inputs + 1, steps = lesson->steps;
    size_t weights = (size_t)rows * STRIDE;
    const float *input = lesson->input;
    float *changes = port_allocate(weights, sizeof *changes), output_changes[STRIDE] = {0};
#pragma omp target data map(to : input[0 : rows], changes[0 : weights]) map(tofrom : to_hidden[0 : weights])
    for (int step = 0; step < steps; step++) {
        double arriving[STRIDE] = {0};
        float error[STRIDE];
#pragma omp target teams distribute parallel for reduction(+ : arriving) map(tofrom : arriving)
        for (int k = 0; k < rows; k++)
            for (int j = 1; j < STRIDE; j++)
                arriving[j] += to_hidden[(size_t)k * STRIDE + j] * input[k];
        teach_output(lesson->target, arriving, to_output, output_changes, error);
#pragma omp target teams distribute parallel for collapse(2) map(to : error)
        for (int k = 0; k < rows; k++) {
            for (int j = 1; j < STRIDE; j++) {
                size_t w = (size_t)k * STRIDE + j;
                float change = ETA * error[j] * input[k] + MOMENTUM * changes[w], weight = to_hidden[w] + change;
                changes[w] = change;
                to_hidden[w] = weight;
            }
        }
    }
    free(changes);
}
