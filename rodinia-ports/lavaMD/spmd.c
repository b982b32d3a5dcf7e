/* lavaMD: a thread for each particle of each box; neighbours and their particles one after the other. */
#include "lavaMD.h"
#include <math.h>

void solve(const struct space *space, struct vector4 *force)
{
    int boxes = space->boxes;
    long particles = (long)boxes * PARTICLES;
    const struct box *box = space->box;
    const struct vector4 *position = space->position;
    const double *charge = space->charge;
    double a2 = 2 * space->alpha * space->alpha;
#pragma omp target teams distribute parallel for collapse(2) map(to : box[0 : boxes], position[0 : particles]) \
    map(to : charge[0 : particles]) map(from : force[0 : particles])
    for (int home = 0; home < boxes; home++)
        for (int p = 0; p < PARTICLES; p++) {
            long i = box[home].offset + p;
            struct vector4 a = position[i], sum = {0, 0, 0, 0};
            for (int k = -1; k < box[home].neighbours; k++) {
                long other = k < 0 ? box[home].offset : box[box[home].neighbour[k]].offset;
                for (long j = other; j < other + PARTICLES; j++) {
                    struct vector4 b = position[j];
                    double q = charge[j];
                    double r2 = a.v + b.v - (a.x * b.x + a.y * b.y + a.z * b.z);
                    double v = exp(-a2 * r2), f = 2 * v;
                    sum.v += q * v;
                    sum.x += q * (f * (a.x - b.x));
                    sum.y += q * (f * (a.y - b.y));
                    sum.z += q * (f * (a.z - b.z));
                }
            }
            force[i] = sum;
        }
}
