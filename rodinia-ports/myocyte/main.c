/* Myocyte: cells that differ in how they are stimulated and in what they hold, from a fixed seed. */
#include "calmodulin.h"
#include "electricity.h"

static const double cell_at_rest[CELL] = {
    [GATE_M] = 1.4e-3,        [GATE_H] = 0.987,       [GATE_J] = 0.991,        [GATE_D] = 7.2e-6,
    [GATE_F] = 1.0007,        [GATE_CA_J] = 0.0242,   [GATE_CA_SL] = 0.0145,   [GATE_XTOS] = 4.05e-3,
    [GATE_YTOS] = 0.9946,     [GATE_XTOF] = 4.05e-3,  [GATE_YTOF] = 0.9945,    [GATE_XKR] = 8.65e-3,
    [GATE_XKS] = 5.41e-3,     [RYR_R] = 0.8884,       [RYR_O] = 8.16e-7,       [RYR_I] = 1.02e-7,
    [NA_BUFFER_J] = 3.54,     [NA_BUFFER_SL] = 0.773, [TROPONIN_LOW] = 8.77e-3, [TROPONIN_CA] = 0.117,
    [TROPONIN_MG] = 0.0106,   [CAM_BUFFER] = 2.95e-4, [MYOSIN_CA] = 1.91e-3,   [MYOSIN_MG] = 0.138,
    [SR_BUFFER] = 2.14e-3,    [LOW_J] = 7.35e-3,      [LOW_SL] = 9.74e-3,      [HIGH_J] = 0.0754,
    [HIGH_SL] = 0.115,        [CALSEQUESTRIN] = 1.20, [CA_SR] = 0.556,         [NA_J] = 8.8,
    [NA_SL] = 8.8,            [NA_I] = 8.8,           [K_I] = 135,             [CA_J] = 1.74e-4,
    [CA_SL] = 1.04e-4,        [CA_I] = 8.55e-5,       [POTENTIAL] = -85.6,     [GATE_RTOS] = 0.9946,
    [MODE_C3] = 1};

/* All of the cell's variables; calmodulin is free, and as much of it as `typical` says. */
static void fill_start(double *start, const struct contents *typical)
{
    memcpy(start, cell_at_rest, sizeof cell_at_rest);
    for (int p = 0; p < PLACES; p++) {
        double *y = &start[CELL + p * CALMODULIN];
        memset(y, 0, CALMODULIN * sizeof *y);
        y[CAM0] = 0.8 * typical[p].calmodulin;
        y[CAM2] = 0.05 * typical[p].calmodulin;
        y[CAM4] = 0.01 * typical[p].calmodulin;
        y[CAN4] = 0.1 * typical[p].calcineurin;
    }
}

int main(int argc, char **argv)
{
    static const int cells[] = {3, 1, 1000}, records[] = {2, 100, 20};
    static const double intervals[] = {0.12, 1, 1};
    /* The cleft, the layer under the membrane, and the rest. */
    static const struct contents typical[PLACES] = {
        {418, 1857, 120, 3.62, 96.5}, {5.65, 24.2, 0.0995, 3e-3, 0.57}, {5.65, 24.2, 0.0995, 3e-3, 0.57}};
    struct port_arguments a = port_arguments(argc, argv);
    int n = cells[a.size];
    size_t states = (size_t)n * (records[a.size] + 1);
    struct cell *cell = port_allocate(n, sizeof *cell);
    double start_state[EQUATIONS], *record = port_allocate(states * EQUATIONS, sizeof *record);
    uint64_t random = 71;
    fill_start(start_state, typical);
    for (int c = 0; c < n; c++) {
        cell[c].cycle = 500 + 1000 * port_random_unit(&random);
        cell[c].stimulus = 9.5 * (0.9 + 0.2 * port_random_unit(&random));
        for (int p = 0; p < PLACES; p++) {
            cell[c].place[p] = typical[p];
            cell[c].place[p].phosphatase *= 0.5 + port_random_unit(&random);
            cell[c].place[p].kinase *= 0.5 + port_random_unit(&random);
        }
    }
    struct simulation simulation = {n, cell, start_state, records[a.size], intervals[a.size]};

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&simulation, record);
    port_report((port_seconds() - start) / a.repeat, a.repeat, 0, (double)states * EQUATIONS * sizeof *record);
    port_write("record.f64", record, states * EQUATIONS, sizeof *record);
    free(cell);
    free(record);
    return 0;
}
