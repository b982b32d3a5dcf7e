/* HACCmk, serial; the sums are double, so that the reference is the better one. */
#include "haccmk.h"

void solve(const struct particles *p)
{
    for (int i = 0; i < p->count; i++) {
        double fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < p->count; j++) {
            float dx = p->x[j] - p->x[i], dy = p->y[j] - p->y[i], dz = p->z[j] - p->z[i];
            float r2 = dx * dx + dy * dy + dz * dz;
            float f = p->mass[j] * force_at(r2);
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
        }
        p->vx[i] += (float)fx * FACTOR;
        p->vy[i] += (float)fy * FACTOR;
        p->vz[i] += (float)fz * FACTOR;
    }
}
