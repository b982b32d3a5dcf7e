/* Back-propagation: random inputs and weights from a fixed seed, of a size at which no unit is saturated. */
#include "backprop.h"

int main(int argc, char **argv)
{
    static const int inputs[] = {1003, 65536, 2097152}, steps[] = {3, 1, 60};
    struct port_arguments a = port_arguments(argc, argv);
    struct lesson lesson = {inputs[a.size], steps[a.size], 0.1f, NULL};
    size_t rows = (size_t)lesson.inputs + 1, weights = rows * STRIDE;
    float *input = port_allocate(rows, sizeof *input);
    float *initial = port_allocate(weights, sizeof *initial), *to_hidden = port_allocate(weights, sizeof *to_hidden);
    float output_initial[STRIDE], to_output[STRIDE];
    uint64_t random = 37;
    input[0] = 1;
    for (size_t k = 1; k < rows; k++)
        input[k] = (float)(2 * port_random_unit(&random) / sqrt(lesson.inputs));
    for (size_t w = 0; w < weights; w++)
        initial[w] = (float)(2 * port_random_unit(&random) - 1);
    for (int j = 0; j < STRIDE; j++)
        output_initial[j] = (float)(2 * port_random_unit(&random) - 1);
    lesson.input = input;

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memcpy(to_hidden, initial, weights * sizeof *to_hidden);
        memcpy(to_output, output_initial, sizeof to_output);
        double start = port_seconds();
        solve(&lesson, to_hidden, to_output);
        seconds += port_seconds() - start;
    }
    /* A step reads the weights; and it reads and writes weights and changes. */
    double updates = (double)lesson.steps * (double)rows * HIDDEN;
    port_report(seconds / a.repeat, a.repeat, 6 * updates, 20 * updates);
    port_write("hidden.f32", to_hidden, weights, sizeof *to_hidden);
    port_write("output.f32", to_output, STRIDE, sizeof *to_output);
    free(input);
    free(initial);
    free(to_hidden);
    return 0;
}
