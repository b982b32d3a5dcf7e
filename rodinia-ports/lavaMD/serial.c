/* lavaMD, serial: box by box, neighbour by neighbour, pair by pair. */
#include "lavaMD.h"
#include <math.h>

void solve(const struct space *space, struct vector4 *force)
{
    const struct vector4 *position = space->position;
    double a2 = 2 * space->alpha * space->alpha;
    memset(force, 0, (size_t)space->boxes * PARTICLES * sizeof *force);
    for (int home = 0; home < space->boxes; home++) {
        const struct box *box = &space->box[home];
        for (int k = -1; k < box->neighbours; k++) {
            long other = k < 0 ? box->offset : space->box[box->neighbour[k]].offset;
            for (long i = box->offset; i < box->offset + PARTICLES; i++) {
                struct vector4 a = position[i], sum = force[i];
                for (long j = other; j < other + PARTICLES; j++) {
                    struct vector4 b = position[j];
                    double q = space->charge[j];
                    double r2 = a.v + b.v - (a.x * b.x + a.y * b.y + a.z * b.z);
                    double v = exp(-a2 * r2), f = 2 * v;
                    sum.v += q * v;
                    sum.x += q * (f * (a.x - b.x));
                    sum.y += q * (f * (a.y - b.y));
                    sum.z += q * (f * (a.z - b.z));
                }
                force[i] = sum;
            }
        }
    }
}
