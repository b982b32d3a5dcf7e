/* A small fluid solver: thirty target regions over the fields of a grid. */
#include <math.h>
#include <stdio.h>

#define NX 48
#define NY 40
#define CELLS (NX * NY)
#define DT 0.01

static double pressure[CELLS];
static double velocity_x[CELLS];
static double velocity_y[CELLS];
static double density[CELLS];
static double energy[CELLS];
static double temperature[CELLS];
static double vorticity[CELLS];
static double divergence[CELLS];

#pragma omp declare target
static int cell(int x, int y)
{
    return (y % NY) * NX + x % NX;
}

static double limited(double value)
{
    return value > 100 ? 100 : value < -100 ? -100 : value;
}
#pragma omp end declare target

static void start_pressure(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: pressure)
    for (int i = 0; i < CELLS; i++)
        pressure[i] = 0 + t * (i % 7);
}

static void start_velocity_x(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: velocity_x)
    for (int i = 0; i < CELLS; i++)
        velocity_x[i] = 1 + t * (i % 8);
}

static void start_velocity_y(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: velocity_y)
    for (int i = 0; i < CELLS; i++)
        velocity_y[i] = 2 + t * (i % 9);
}

static void start_density(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: density)
    for (int i = 0; i < CELLS; i++)
        density[i] = 3 + t * (i % 10);
}

static void start_energy(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: energy)
    for (int i = 0; i < CELLS; i++)
        energy[i] = 4 + t * (i % 11);
}

static void start_temperature(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: temperature)
    for (int i = 0; i < CELLS; i++)
        temperature[i] = 5 + t * (i % 12);
}

static void start_vorticity(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: vorticity)
    for (int i = 0; i < CELLS; i++)
        vorticity[i] = 6 + t * (i % 13);
}

static void start_divergence(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: divergence)
    for (int i = 0; i < CELLS; i++)
        divergence[i] = 7 + t * (i % 14);
}

static void advance_pressure(double t)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: pressure) map(tofrom: velocity_x)
    for (int y = 1; y < NY; y++)
        for (int x = 1; x < NX; x++)
            pressure[cell(x, y)] += DT * (velocity_x[cell(x - 1, y)] - velocity_x[cell(x, y - 1)]);
}

static void advance_velocity_x(double t)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: velocity_x) map(tofrom: velocity_y)
    for (int y = 1; y < NY; y++)
        for (int x = 1; x < NX; x++)
            velocity_x[cell(x, y)] += DT * (velocity_y[cell(x - 1, y)] - velocity_y[cell(x, y - 1)]);
}

static void advance_velocity_y(double t)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: velocity_y) map(tofrom: density)
    for (int y = 1; y < NY; y++)
        for (int x = 1; x < NX; x++)
            velocity_y[cell(x, y)] += DT * (density[cell(x - 1, y)] - density[cell(x, y - 1)]);
}

static void advance_density(double t)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: density) map(tofrom: energy)
    for (int y = 1; y < NY; y++)
        for (int x = 1; x < NX; x++)
            density[cell(x, y)] += DT * (energy[cell(x - 1, y)] - energy[cell(x, y - 1)]);
}

static void advance_energy(double t)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: energy) map(tofrom: temperature)
    for (int y = 1; y < NY; y++)
        for (int x = 1; x < NX; x++)
            energy[cell(x, y)] += DT * (temperature[cell(x - 1, y)] - temperature[cell(x, y - 1)]);
}

static void advance_temperature(double t)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: temperature) map(tofrom: vorticity)
    for (int y = 1; y < NY; y++)
        for (int x = 1; x < NX; x++)
            temperature[cell(x, y)] += DT * (vorticity[cell(x - 1, y)] - vorticity[cell(x, y - 1)]);
}

static void advance_vorticity(double t)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: vorticity) map(tofrom: divergence)
    for (int y = 1; y < NY; y++)
        for (int x = 1; x < NX; x++)
            vorticity[cell(x, y)] += DT * (divergence[cell(x - 1, y)] - divergence[cell(x, y - 1)]);
}

static void advance_divergence(double t)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: divergence) map(tofrom: pressure)
    for (int y = 1; y < NY; y++)
        for (int x = 1; x < NX; x++)
            divergence[cell(x, y)] += DT * (pressure[cell(x - 1, y)] - pressure[cell(x, y - 1)]);
}

static void limit_pressure(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: pressure)
    for (int i = 0; i < CELLS; i++)
        pressure[i] = limited(pressure[i]) - t;
}

static void limit_velocity_x(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: velocity_x)
    for (int i = 0; i < CELLS; i++)
        velocity_x[i] = limited(velocity_x[i]) - t;
}

static void limit_velocity_y(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: velocity_y)
    for (int i = 0; i < CELLS; i++)
        velocity_y[i] = limited(velocity_y[i]) - t;
}

static void limit_density(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: density)
    for (int i = 0; i < CELLS; i++)
        density[i] = limited(density[i]) - t;
}

static void limit_energy(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: energy)
    for (int i = 0; i < CELLS; i++)
        energy[i] = limited(energy[i]) - t;
}

static void limit_temperature(double t)
{
    #pragma omp target teams distribute parallel for map(tofrom: temperature)
    for (int i = 0; i < CELLS; i++)
        temperature[i] = limited(temperature[i]) - t;
}

static void smooth_pressure(double t)
{
    #pragma omp target teams distribute map(tofrom: pressure)
    for (int y = 0; y < NY; y++) {
        double row = 0;
        #pragma omp parallel for reduction(+: row)
        for (int x = 0; x < NX; x++)
            row += pressure[cell(x, y)];
        pressure[cell(0, y)] = row / NX;
    }
}

static void smooth_velocity_x(double t)
{
    #pragma omp target teams distribute map(tofrom: velocity_x)
    for (int y = 0; y < NY; y++) {
        double row = 0;
        #pragma omp parallel for reduction(+: row)
        for (int x = 0; x < NX; x++)
            row += velocity_x[cell(x, y)];
        velocity_x[cell(0, y)] = row / NX;
    }
}

static void smooth_velocity_y(double t)
{
    #pragma omp target teams distribute map(tofrom: velocity_y)
    for (int y = 0; y < NY; y++) {
        double row = 0;
        #pragma omp parallel for reduction(+: row)
        for (int x = 0; x < NX; x++)
            row += velocity_y[cell(x, y)];
        velocity_y[cell(0, y)] = row / NX;
    }
}

static void smooth_density(double t)
{
    #pragma omp target teams distribute map(tofrom: density)
    for (int y = 0; y < NY; y++) {
        double row = 0;
        #pragma omp parallel for reduction(+: row)
        for (int x = 0; x < NX; x++)
            row += density[cell(x, y)];
        density[cell(0, y)] = row / NX;
    }
}

static double total_energy(void)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: energy) map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < CELLS; i++)
        sum += energy[i];
    return sum;
}

static double total_temperature(void)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: temperature) map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < CELLS; i++)
        sum += temperature[i];
    return sum;
}

static double total_vorticity(void)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: vorticity) map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < CELLS; i++)
        sum += vorticity[i];
    return sum;
}

static double total_divergence(void)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: divergence) map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < CELLS; i++)
        sum += divergence[i];
    return sum;
}

int main(void)
{
    double t = 0;
    start_pressure(t);
    start_velocity_x(t);
    start_velocity_y(t);
    start_density(t);
    start_energy(t);
    start_temperature(t);
    start_vorticity(t);
    start_divergence(t);
    for (int step = 0; step < 3; step++, t += DT) {
        advance_pressure(t);
        advance_velocity_x(t);
        advance_velocity_y(t);
        advance_density(t);
        advance_energy(t);
        advance_temperature(t);
        advance_vorticity(t);
        advance_divergence(t);
        limit_pressure(t);
        limit_velocity_x(t);
        limit_velocity_y(t);
        limit_density(t);
        limit_energy(t);
        limit_temperature(t);
        smooth_pressure(t);
        smooth_velocity_x(t);
        smooth_velocity_y(t);
        smooth_density(t);
    }
    printf("%.6f\n", total_energy() + total_temperature() + total_vorticity() + total_divergence());
    return 0;
}
