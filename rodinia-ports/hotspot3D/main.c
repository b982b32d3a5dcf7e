/* Hotspot3D: temperatures and powers as the original's files hold them, random from a fixed seed. */
#include "hotspot3D.h"

/* A chip with cells as large as those of the original's chip of 8 layers of 512 by 512, in units of the SI. */
static struct chip chip_of(int layers, int rows, int columns, int steps)
{
    const double thickness = 0.0005, dx = 0.016 / 512, dy = 0.016 / 512, dz = thickness / 8;
    const double conductivity = 100, heat_capacity = 1.75e6, most_power = 3e6, precision = 0.001, fitted = 0.5;
    double capacitance = fitted * heat_capacity * thickness * dx * dy;
    double steepest = most_power / (fitted * thickness * heat_capacity);
    double warming = precision / steepest / capacitance;
    struct chip chip = {.layers = layers, .rows = rows, .columns = columns, .steps = steps, .air = 80};
    chip.along_row = (float)(warming * 2 * conductivity * thickness * dx / dy);
    chip.along_column = (float)(warming * 2 * conductivity * thickness * dy / dx);
    chip.across_layers = (float)(warming * conductivity * dx * dy / dz);
    chip.of_power = (float)warming;
    chip.itself = 1 - (2 * chip.along_row + 2 * chip.along_column + 3 * chip.across_layers);
    return chip;
}

int main(int argc, char **argv)
{
    static const int layers[] = {5, 8, 64}, rows[] = {19, 512, 1024}, columns[] = {43, 512, 1024};
    static const int steps[] = {5, 100, 100};
    struct port_arguments a = port_arguments(argc, argv);
    struct chip chip = chip_of(layers[a.size], rows[a.size], columns[a.size], steps[a.size]);
    size_t cells = (size_t)chip.layers * chip.rows * chip.columns;
    float *initial = port_allocate(cells, sizeof *initial), *temperature = port_allocate(cells, sizeof *temperature);
    float *power = port_allocate(cells, sizeof *power);
    uint64_t random = 13;
    for (size_t i = 0; i < cells; i++) {
        initial[i] = (float)(323 + 20 * port_random_unit(&random));
        power[i] = (float)(0.1 * port_random_unit(&random));
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
    port_report(seconds / a.repeat, a.repeat, 17 * updates, 12 * updates);
    port_write("result.f32", temperature, cells, sizeof *temperature);
    free(initial);
    free(temperature);
    free(power);
    return 0;
}
