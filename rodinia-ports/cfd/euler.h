/* The Euler equations of a compressible gas on tetrahedra: what happens in one element. For C, OpenMP and CUDA. */
#ifndef EULER_H
#define EULER_H

#include "cfd.h"
#include <math.h>

#define GAMMA 1.4f
#define MACH 1.2f      /* of the far field, along x */
#define SMOOTHING 0.2f /* artificial viscosity */
#define STAGES 3       /* of the Runge-Kutta method */

#ifdef __CUDACC__
#define DEVICE_FUNCTION static __host__ __device__ __forceinline__
#else
#define DEVICE_FUNCTION static inline
#endif

struct gas {
    float density, x, y, z, energy; /* x, y and z are the momentum's */
};

#ifdef _OPENMP
#pragma omp declare target
#endif
DEVICE_FUNCTION struct gas far_field(void)
{
    /* Pressure 1 and density GAMMA make the speed of sound 1. */
    struct gas g = {GAMMA, GAMMA * MACH, 0, 0, GAMMA * (0.5f * MACH * MACH) + 1 / (GAMMA - 1)};
    return g;
}

DEVICE_FUNCTION struct gas gas_in(const float *variables, size_t n, int i)
{
    struct gas g = {variables[DENSITY * n + i], variables[MOMENTUM_X * n + i], variables[MOMENTUM_Y * n + i],
                    variables[MOMENTUM_Z * n + i], variables[ENERGY * n + i]};
    return g;
}

DEVICE_FUNCTION float speed_squared(struct gas g)
{
    return (g.x * g.x + g.y * g.y + g.z * g.z) / (g.density * g.density);
}

DEVICE_FUNCTION float pressure(struct gas g)
{
    return (GAMMA - 1) * (g.energy - 0.5f * g.density * speed_squared(g));
}

/* The speed at which a change can travel through an element. */
DEVICE_FUNCTION float signal_speed(struct gas g)
{
    return sqrtf(speed_squared(g)) + sqrtf(GAMMA * pressure(g) / g.density);
}

/* The length of an element's step of time, divided by its volume. */
DEVICE_FUNCTION float step_factor(struct gas g, float area)
{
    return 0.5f / (sqrtf(area) * signal_speed(g));
}

/* Adds half the flux of `g` through a face with normal (x, y, z). */
DEVICE_FUNCTION void add_half_flux(struct gas *sum, struct gas g, float x, float y, float z)
{
    float p = pressure(g), through = 0.5f * (g.x * x + g.y * y + g.z * z), speed = through / g.density;
    sum->density += through;
    sum->x += speed * g.x + 0.5f * p * x;
    sum->y += speed * g.y + 0.5f * p * y;
    sum->z += speed * g.z + 0.5f * p * z;
    sum->energy += speed * (g.energy + p);
}

/* The flux into element `i` through all its faces. */
DEVICE_FUNCTION struct gas flux_into(const int *neighbour, const float *normal, const float *variables, size_t n, int i)
{
    struct gas here = gas_in(variables, n, i), sum = {0, 0, 0, 0, 0};
    float here_speed = signal_speed(here), here_pressure = pressure(here);
    for (int f = 0; f < FACES; f++) {
        int other = neighbour[f * n + i];
        float x = normal[f * n + i], y = normal[(FACES + f) * n + i], z = normal[(2 * FACES + f) * n + i];
        if (other == WALL) {
            sum.x += x * here_pressure;
            sum.y += y * here_pressure;
            sum.z += z * here_pressure;
        } else {
            struct gas there = other == FAR_FIELD ? far_field() : gas_in(variables, n, other);
            add_half_flux(&sum, here, x, y, z);
            add_half_flux(&sum, there, x, y, z);
            if (other != FAR_FIELD) {
                float viscosity = SMOOTHING * 0.5f * sqrtf(x * x + y * y + z * z) * (here_speed + signal_speed(there));
                sum.density -= viscosity * (here.density - there.density);
                sum.x -= viscosity * (here.x - there.x);
                sum.y -= viscosity * (here.y - there.y);
                sum.z -= viscosity * (here.z - there.z);
                sum.energy -= viscosity * (here.energy - there.energy);
            }
        }
    }
    return sum;
}

DEVICE_FUNCTION void put_gas(float *variables, size_t n, int i, struct gas g)
{
    variables[DENSITY * n + i] = g.density;
    variables[MOMENTUM_X * n + i] = g.x;
    variables[MOMENTUM_Y * n + i] = g.y;
    variables[MOMENTUM_Z * n + i] = g.z;
    variables[ENERGY * n + i] = g.energy;
}
#ifdef _OPENMP
#pragma omp end declare target
#endif

#endif
