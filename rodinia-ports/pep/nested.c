/* EP: a team a batch. A team finds its batch's first number, its threads make the numbers in PARTS parts; the parts lie
   side by side, so that neighbouring threads touch neighbouring words. Then a team's threads share its pairs, of which
   each takes TOGETHER at once: their numbers are loaded before any of them is used. */
#include "rounds.h"

#define PARTS 256
#define LENGTH (NUMBERS / PARTS)
#define TOGETHER 2

static void make(int first, int here, double *x)
{
#pragma omp target teams distribute
    for (int batch = 0; batch < here; batch++) {
        double *mine = x + (size_t)batch * NUMBERS;
        uint64_t begin = SEED * power_of_a((uint64_t)(first + batch) * NUMBERS) & MASK;
#pragma omp parallel for
        for (int part = 0; part < PARTS; part++) {
            uint64_t number = begin * power_of_a(part * LENGTH) & MASK;
            for (int i = 0; i < LENGTH; i++) {
                number = number * A & MASK;
                mine[i * PARTS + part] = UNIT * (double)number;
            }
        }
    }
}

static void tally(int here, const double *x, struct deviates *deviates)
{
    double sum_x = 0, sum_y = 0;
    int64_t count[SQUARES] = {0};
#pragma omp target teams distribute reduction(+ : sum_x, sum_y, count[0 : SQUARES]) map(tofrom : sum_x, sum_y, count)
    for (int batch = 0; batch < here; batch++) {
        const double *mine = x + (size_t)batch * NUMBERS;
#pragma omp parallel for reduction(+ : sum_x, sum_y, count[0 : SQUARES])
        for (int pairs = 0; pairs < PAIRS / TOGETHER; pairs++) {
            int at = pairs / PARTS * 2 * TOGETHER * PARTS + pairs % PARTS;
            double number[2 * TOGETHER];
            for (int i = 0; i < 2 * TOGETHER; i++)
                number[i] = mine[at + i * PARTS];
            for (int i = 0; i < TOGETHER; i++) {
                double u = 2 * number[2 * i] - 1, v = 2 * number[2 * i + 1] - 1, t = u * u + v * v;
                if (t <= 1) {
                    double factor = sqrt(-2 * log(t) / t), gx = u * factor, gy = v * factor;
                    count[(int)fmax(fabs(gx), fabs(gy))]++;
                    sum_x += gx;
                    sum_y += gy;
                }
            }
        }
    }
    add(sum_x, sum_y, count, deviates);
}
