#ifndef BACKPROP_H
#define BACKPROP_H

#include "port.h"

#include <math.h>

/* Elements 0 of the input and of the hidden layer are their thresholds, which are always 1. */
enum { HIDDEN = 16, STRIDE = HIDDEN + 1 };

#define ETA 0.3f
#define MOMENTUM 0.3f

/* A network of `inputs` + 1 input units, 16 + 1 hidden ones and one output, which is taught `steps` times to answer
   `input` with `target`. */
struct lesson {
    int inputs;
    int steps;
    float target;
    const float *input;
};

static inline float squash(double sum)
{
    return (float)(1 / (1 + exp(-sum)));
}

/* What of a step concerns the output, for which 17 weights are the host's work: takes what arrives at the hidden
   units, adjusts the weights between them and the output, and tells the errors of the hidden units. */
static inline void teach_output(float target, const double *arriving, float *to_output, float *changes, float *error)
{
    float hidden[STRIDE] = {1};
    double sum = to_output[0];
    for (int j = 1; j < STRIDE; j++) {
        hidden[j] = squash(arriving[j]);
        sum += (double)to_output[j] * hidden[j];
    }
    float output = squash(sum), of_output = output * (1 - output) * (target - output);
    error[0] = 0;
    for (int j = 0; j < STRIDE; j++) {
        if (j > 0)
            error[j] = hidden[j] * (1 - hidden[j]) * of_output * to_output[j];
        changes[j] = ETA * of_output * hidden[j] + MOMENTUM * changes[j];
        to_output[j] += changes[j];
    }
}

#ifdef __cplusplus
extern "C"
#endif
/* Adjusts the weights from the inputs to the hidden units (`inputs` + 1 by 17, row by row; column 0 is never used)
   and from those to the output (17). */
void solve(const struct lesson *lesson, float *to_hidden, float *to_output);

#endif
