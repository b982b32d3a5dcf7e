/* All-pairs n-body with a softened force. Usage: nbody [bodies] [steps]
 *
 * Both versions sum in the same order; they may differ by contraction (fma) alone. The bound below,
 * 1e-12 relative to the size of the system, is some 4,500 ULP: hundreds of bodies, a few steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double x, y, z;
} vec3;

typedef struct {
    vec3 position, velocity;
    double mass;
} body;

#define SOFTENING 1e-3
#define STEP 1e-3
#define TOLERANCE 1e-12

#pragma omp declare target
static vec3 acceleration(int n, const body *bodies, vec3 at)
{
    vec3 sum = {0};
    for (int j = 0; j < n; j++) {
        double dx = bodies[j].position.x - at.x;
        double dy = bodies[j].position.y - at.y;
        double dz = bodies[j].position.z - at.z;
        double square = dx * dx + dy * dy + dz * dz + SOFTENING;
        double scale = bodies[j].mass / (square * sqrt(square));
        sum.x += dx * scale;
        sum.y += dy * scale;
        sum.z += dz * scale;
    }
    return sum;
}

static void move(body *b, vec3 a)
{
    b->velocity.x += a.x * STEP;
    b->velocity.y += a.y * STEP;
    b->velocity.z += a.z * STEP;
    b->position.x += b->velocity.x * STEP;
    b->position.y += b->velocity.y * STEP;
    b->position.z += b->velocity.z * STEP;
}
#pragma omp end declare target

static void simulate(int n, body *bodies, int steps)
{
    vec3 *force = malloc((size_t)n * sizeof *force);
    #pragma omp target data map(tofrom: bodies[0:n]) map(alloc: force[0:n])
    for (int step = 0; step < steps; step++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            force[i] = acceleration(n, bodies, bodies[i].position);

        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            move(&bodies[i], force[i]);
    }
    free(force);
}

static void simulate_serially(int n, body *bodies, int steps)
{
    vec3 *force = malloc((size_t)n * sizeof *force);
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < n; i++)
            force[i] = acceleration(n, bodies, bodies[i].position);
        for (int i = 0; i < n; i++)
            move(&bodies[i], force[i]);
    }
    free(force);
}

/* Fractions of a fixed sequence: the same on every machine. */
static double next_fraction(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (1 << 24);
}

static double distance(vec3 a, vec3 b)
{
    return fmax(fmax(fabs(a.x - b.x), fabs(a.y - b.y)), fabs(a.z - b.z));
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 256;
    int steps = argc > 2 ? atoi(argv[2]) : 5;
    if (n <= 0 || steps < 0) {
        fprintf(stderr, "usage: nbody [bodies > 0] [steps >= 0]\n");
        return 2;
    }
    body *bodies = malloc((size_t)n * sizeof *bodies);
    body *expected = malloc((size_t)n * sizeof *expected);
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        bodies[i] = (body){.mass = 1.0 / n};
        bodies[i].position.x = next_fraction(&seed) - 0.5;
        bodies[i].position.y = next_fraction(&seed) - 0.5;
        bodies[i].position.z = next_fraction(&seed) - 0.5;
    }
    memcpy(expected, bodies, (size_t)n * sizeof *bodies);

    simulate(n, bodies, steps);
    simulate_serially(n, expected, steps);

    double worst = 0.0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, distance(bodies[i].position, expected[i].position));
    int ok = worst <= TOLERANCE;
    printf("nbody: %d bodies, %d steps, body 0 at (%.6f, %.6f, %.6f): %s\n", n, steps, bodies[0].position.x,
           bodies[0].position.y, bodies[0].position.z, ok ? "ok" : "FAILED");
    if (!ok)
        fprintf(stderr, "nbody: off by %g\n", worst);
    free(bodies);
    free(expected);
    return !ok;
}
