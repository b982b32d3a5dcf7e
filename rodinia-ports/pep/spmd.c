/* EP: a thread a batch. The batches' numbers lie side by side, so that neighbouring threads touch neighbouring
   words. */
#include "rounds.h"

static void make(int first, int here, double *x)
{
#pragma omp target teams distribute parallel for
    for (int batch = 0; batch < here; batch++) {
        uint64_t number = SEED * power_of_a((uint64_t)(first + batch) * NUMBERS) & MASK;
        for (int i = 0; i < NUMBERS; i++) {
            number = number * A & MASK;
            x[(size_t)i * here + batch] = UNIT * (double)number;
        }
    }
}

static void tally(int here, const double *x, struct deviates *deviates)
{
    double sum_x = 0, sum_y = 0;
    int64_t count[SQUARES] = {0};
#pragma omp target teams distribute parallel for reduction(+ : sum_x, sum_y, count[0 : SQUARES])                      \
map(tofrom : sum_x, sum_y, count)
    for (int batch = 0; batch < here; batch++) {
        for (int i = 0; i < PAIRS; i++) {
            double u = 2 * x[(size_t)(2 * i) * here + batch] - 1, v = 2 * x[(size_t)(2 * i + 1) * here + batch] - 1;
            double t = u * u + v * v;
            if (t <= 1) {
                double factor = sqrt(-2 * log(t) / t), gx = u * factor, gy = v * factor;
                count[(int)fmax(fabs(gx), fabs(gy))]++;
                sum_x += gx;
                sum_y += gy;
            }
        }
    }
    add(sum_x, sum_y, count, deviates);
}
