/* Hotspot: temperatures and powers as the original's files hold them, random from a fixed seed. */
#include "hotspot.h"

/* A chip with cells as large as those of the original's grid of 1024 by 1024, in units of the SI. */
static struct chip chip_of(int rows, int columns, int steps)
{
    const double cell_height = 0.016 / 1024, cell_width = 0.016 / 1024, thickness = 0.0005;
    const double conductivity = 100, heat_capacity = 1.75e6, most_power = 3e6, precision = 0.001, fitted = 0.5;
    double capacitance = fitted * heat_capacity * thickness * cell_width * cell_height;
    double steepest = most_power / (fitted * thickness * heat_capacity);
    struct chip chip = {.rows = rows, .columns = columns, .steps = steps, .air = 80};
    chip.warming = (float)(precision / steepest / capacitance);
    chip.along_row = (float)(2 * conductivity * thickness * cell_height / cell_width);
    chip.along_column = (float)(2 * conductivity * thickness * cell_width / cell_height);
    chip.to_air = (float)(conductivity * cell_height * cell_width / thickness);
    return chip;
}

int main(int argc, char **argv)
{
    static const int rows[] = {37, 512, 8192}, columns[] = {83, 512, 8192}, steps[] = {5, 60, 60};
    struct port_arguments a = port_arguments(argc, argv);
    struct chip chip = chip_of(rows[a.size], columns[a.size], steps[a.size]);
    size_t cells = (size_t)chip.rows * chip.columns;
    float *initial = port_allocate(cells, sizeof *initial), *temperature = port_allocate(cells, sizeof *temperature);
    float *power = port_allocate(cells, sizeof *power);
    uint64_t random = 11;
    for (size_t i = 0; i < cells; i++) {
        initial[i] = (float)(323 + 20 * port_random_unit(&random));
        power[i] = (float)(0.01 * port_random_unit(&random));
    }
    chip.power = power;

    port_start_device();
    double seconds = 0;
    for (int r = 0; r < a.repeat; r++) {
        memcpy(temperature, initial, cells * sizeof *temperature);
        double start = port_seconds();
        solve(&chip, temperature);
        seconds += port_seconds() - start;
    }
    /* A step reads temperatures and powers, and writes temperatures. */
    double updates = (double)cells * chip.steps;
    port_report(seconds / a.repeat, a.repeat, 14 * updates, 12 * updates);
    port_write("result.f32", temperature, cells, sizeof *temperature);
    free(initial);
    free(temperature);
    free(power);
    return 0;
}
