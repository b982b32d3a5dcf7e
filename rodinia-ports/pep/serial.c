/* EP, serial: a batch's numbers, then its pairs. */
#include "pep.h"

void solve(int batches, struct deviates *deviates)
{
    double *x = port_allocate(NUMBERS, sizeof *x);
    memset(deviates, 0, sizeof *deviates);
    uint64_t number = SEED;
    for (int batch = 0; batch < batches; batch++) {
        double sum_x = 0, sum_y = 0;
        for (int i = 0; i < NUMBERS; i++) {
            number = number * A & MASK;
            x[i] = UNIT * (double)number;
        }
        for (int i = 0; i < PAIRS; i++) {
            double u = 2 * x[2 * i] - 1, v = 2 * x[2 * i + 1] - 1, t = u * u + v * v;
            if (t <= 1) {
                double factor = sqrt(-2 * log(t) / t), gx = u * factor, gy = v * factor;
                deviates->count[(int)fmax(fabs(gx), fabs(gy))]++;
                sum_x += gx;
                sum_y += gy;
            }
        }
        deviates->sum_x += sum_x;
        deviates->sum_y += sum_y;
    }
    free(x);
}
