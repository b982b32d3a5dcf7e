/* HACCmk: a thread a few particles, which adds up the forces of all others; its SIMD lanes share these, and what is read
   of one of them serves all of the thread's particles. */
#include "haccmk.h"

enum { TOGETHER = 4 };

void solve(const struct particles *p)
{
    int n = p->count;
    const float *x = p->x, *y = p->y, *z = p->z, *mass = p->mass;
    float *vx = p->vx, *vy = p->vy, *vz = p->vz;
#pragma omp target teams distribute parallel for map(to : x[0 : n], y[0 : n], z[0 : n], mass[0 : n])                  \
    map(tofrom : vx[0 : n], vy[0 : n], vz[0 : n])
    for (int first = 0; first < n; first += TOGETHER) {
        float xi[TOGETHER], yi[TOGETHER], zi[TOGETHER], fx[TOGETHER] = {0}, fy[TOGETHER] = {0}, fz[TOGETHER] = {0};
        for (int k = 0; k < TOGETHER; k++) {
            int i = first + k < n ? first + k : n - 1;
            xi[k] = x[i];
            yi[k] = y[i];
            zi[k] = z[i];
        }
#pragma omp simd simdlen(32) reduction(+ : fx, fy, fz)
        for (int j = 0; j < n; j++) {
            float xj = x[j], yj = y[j], zj = z[j], mj = mass[j];
            float dx[TOGETHER], dy[TOGETHER], dz[TOGETHER], r2[TOGETHER], least = RANGE2;
            for (int k = 0; k < TOGETHER; k++) {
                dx[k] = xj - xi[k];
                dy[k] = yj - yi[k];
                dz[k] = zj - zi[k];
                r2[k] = dx[k] * dx[k] + dy[k] * dy[k] + dz[k] * dz[k];
                least = fminf(least, r2[k]);
            }
            /* Particles that are taken together lie together: most others are out of range of all of them. */
            if (least < RANGE2) {
                for (int k = 0; k < TOGETHER; k++) {
                    float f = mj * force_at(r2[k]);
                    fx[k] += f * dx[k];
                    fy[k] += f * dy[k];
                    fz[k] += f * dz[k];
                }
            }
        }
        for (int k = 0; k < TOGETHER; k++) {
            if (first + k < n) {
                vx[first + k] += fx[k] * FACTOR;
                vy[first + k] += fy[k] * FACTOR;
                vz[first + k] += fz[k] * FACTOR;
            }
        }
    }
}
