/* HACCmk: a team a particle; its threads share the others and add up their forces. */
#include "haccmk.h"

void solve(const struct particles *p)
{
    int n = p->count;
    const float *x = p->x, *y = p->y, *z = p->z, *mass = p->mass;
    float *vx = p->vx, *vy = p->vy, *vz = p->vz;
#pragma omp target teams distribute map(to : x[0 : n], y[0 : n], z[0 : n], mass[0 : n])                               \
    map(tofrom : vx[0 : n], vy[0 : n], vz[0 : n])
    for (int i = 0; i < n; i++) {
        float xi = x[i], yi = y[i], zi = z[i], fx = 0, fy = 0, fz = 0;
#pragma omp parallel for reduction(+ : fx, fy, fz)
        for (int j = 0; j < n; j++) {
            float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
            float r2 = dx * dx + dy * dy + dz * dz;
            float f = r2 > 0 && r2 < RANGE2 ? mass[j] * SHORT_FORCE(r2) : 0;
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
        }
        vx[i] += fx * FACTOR;
        vy[i] += fy * FACTOR;
        vz[i] += fz * FACTOR;
    }
}
