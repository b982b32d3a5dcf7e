/* lavaMD: a team for each box. It goes through the neighbours, copies the particles of one to memory of its own, and
   its threads take the box's particles. */
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
#pragma omp target teams distribute map(to : box[0 : boxes], position[0 : particles], charge[0 : particles]) \
    map(from : force[0 : particles])
    for (int home = 0; home < boxes; home++) {
        struct vector4 near[PARTICLES], sum[PARTICLES];
        double near_charge[PARTICLES];
        long first = box[home].offset;
#pragma omp parallel for
        for (int p = 0; p < PARTICLES; p++)
            sum[p] = (struct vector4){0, 0, 0, 0};
        for (int k = -1; k < box[home].neighbours; k++) {
            long other = k < 0 ? first : box[box[home].neighbour[k]].offset;
#pragma omp parallel for
            for (int p = 0; p < PARTICLES; p++) {
                near[p] = position[other + p];
                near_charge[p] = charge[other + p];
            }
#pragma omp parallel for
            for (int p = 0; p < PARTICLES; p++) {
                struct vector4 a = position[first + p], s = sum[p];
                for (int j = 0; j < PARTICLES; j++) {
                    struct vector4 b = near[j];
                    double q = near_charge[j];
                    double r2 = a.v + b.v - (a.x * b.x + a.y * b.y + a.z * b.z);
                    double v = exp(-a2 * r2), f = 2 * v;
                    s.v += q * v;
                    s.x += q * (f * (a.x - b.x));
                    s.y += q * (f * (a.y - b.y));
                    s.z += q * (f * (a.z - b.z));
                }
                sum[p] = s;
            }
        }
#pragma omp parallel for
        for (int p = 0; p < PARTICLES; p++)
            force[first + p] = sum[p];
    }
}
