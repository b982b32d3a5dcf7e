/* Back-propagation: three target regions a step. Forward, neighbouring threads add up neighbouring weights, each those of
   every LANES-th input to one hidden unit; what arrives there is a reduction of an array over these sums. Back, all weights
   are shared among all threads. */
#include "backprop.h"

enum { LANES = 16384 };

void solve(const struct lesson *lesson, float *restrict to_hidden, float *to_output)
{
    int rows = lesson->inputs + 1, steps = lesson->steps;
    size_t weights = (size_t)rows * STRIDE;
    const float *input = lesson->input;
    float *changes = port_allocate(weights, sizeof *changes), output_changes[STRIDE] = {0};
    double *of_lane = port_allocate((size_t)LANES * STRIDE, sizeof *of_lane);
#pragma omp target data map(to : input[0 : rows], changes[0 : weights]) map(tofrom : to_hidden[0 : weights]) \
    map(alloc : of_lane[0 : LANES * STRIDE])
    for (int step = 0; step < steps; step++) {
        double arriving[STRIDE] = {0};
        float error[STRIDE];
#pragma omp target teams distribute parallel for collapse(2)
        for (int lane = 0; lane < LANES; lane++) {
            for (int j = 1; j < STRIDE; j++) {
                double sum = 0;
                for (int k = lane; k < rows; k += LANES)
                    sum += to_hidden[(size_t)k * STRIDE + j] * input[k];
                of_lane[lane * STRIDE + j] = sum;
            }
        }
#pragma omp target teams distribute parallel for reduction(+ : arriving) map(tofrom : arriving)
        for (int lane = 0; lane < LANES; lane++)
            for (int j = 1; j < STRIDE; j++)
                arriving[j] += of_lane[lane * STRIDE + j];
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
    free(of_lane);
}
