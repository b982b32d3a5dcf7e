/* Back-propagation, serial: forward and back, step by step. */
#include "backprop.h"

void solve(const struct lesson *lesson, float *to_hidden, float *to_output)
{
    int rows = lesson->inputs + 1;
    const float *input = lesson->input;
    float *changes = port_allocate((size_t)rows * STRIDE, sizeof *changes), output_changes[STRIDE] = {0};
    for (int step = 0; step < lesson->steps; step++) {
        double arriving[STRIDE] = {0};
        float error[STRIDE];
        for (int k = 0; k < rows; k++)
            for (int j = 1; j < STRIDE; j++)
                arriving[j] += to_hidden[(size_t)k * STRIDE + j] * input[k];
        teach_output(lesson->target, arriving, to_output, output_changes, error);
        for (int k = 0; k < rows; k++) {
            for (int j = 1; j < STRIDE; j++) {
                size_t w = (size_t)k * STRIDE + j;
                changes[w] = ETA * error[j] * input[k] + MOMENTUM * changes[w];
                to_hidden[w] += changes[w];
            }
        }
    }
    free(changes);
}
