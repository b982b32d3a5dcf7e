/* Lanes whose iterations load as much as four structures of 16 bytes, of which the compiler is told not to unroll the loop,
 * and such as load less: rows of no, of few and of many elements, in sums, in stores and beside a loop of theirs. */
#include "../test.h"

struct quad {
    float of[4];
} __attribute__((aligned(16)));

enum { rows = 37, longest = 101 };
static struct quad a[rows * 2 * longest], b[2 * longest];
static float seen[rows * longest];

#pragma omp declare target
static inline float squares(struct quad x, struct quad y)
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (x.of[i] - y.of[i]) * (x.of[i] - y.of[i]);
    return sum;
}
#pragma omp end declare target

static float between(int row, int q, int trips)
{
    return squares(a[row * 2 * longest + q], b[q]) + squares(a[row * 2 * longest + trips + q], b[trips + q]);
}

static void distances(int trips)
{
    float sum[rows], half[rows];
    #pragma omp target teams distribute parallel for map(to: a, b) map(from: sum)
    for (int row = 0; row < rows; row++) {
        const struct quad *own = a + row * 2 * longest;
        float all = 0;
        #pragma omp simd reduction(+: all)
        for (int q = 0; q < trips; q++)
            all += squares(own[q], b[q]) + squares(own[trips + q], b[trips + q]);
        sum[row] = all;
    }
    #pragma omp target teams distribute parallel for map(to: a, b) map(from: half)
    for (int row = 0; row < rows; row++) {
        const struct quad *own = a + row * 2 * longest;
        float all = 0;
        #pragma omp simd simdlen(8) reduction(+: all)
        for (int q = 0; q < trips; q++)
            all += squares(own[q], b[q]);
        half[row] = all;
    }
    memset(seen, 0, sizeof seen);
    #pragma omp target teams distribute parallel for map(to: a, b) map(tofrom: seen)
    for (int row = 0; row < rows; row++) {
        const struct quad *own = a + row * 2 * longest;
        #pragma omp simd
        for (int q = 0; q < trips; q++)
            seen[row * longest + q] = squares(own[q], b[q]) + squares(own[trips + q], b[trips + q]);
    }
    for (int row = 0; row < rows; row++) {
        float all = 0, first = 0;
        for (int q = 0; q < trips; q++) {
            all += between(row, q, trips);
            first += squares(a[row * 2 * longest + q], b[q]);
            CHECK(seen[row * longest + q] == between(row, q, trips));
        }
        CHECK(sum[row] == all);
        CHECK(half[row] == first);
    }
    printf("%d: %g %g\n", trips, sum[1], half[rows - 1]);
}

int main(void)
{
    /* Whole numbers, so that the order of sums does not matter. */
    for (int i = 0; i < rows * 2 * longest; i++)
        for (int k = 0; k < 4; k++)
            a[i].of[k] = (i * 7 + k * 3) % 11;
    for (int i = 0; i < 2 * longest; i++)
        for (int k = 0; k < 4; k++)
            b[i].of[k] = (i * 5 + k) % 13;
    const int trips[] = {0, 1, 31, 32, 33, longest};
    for (unsigned i = 0; i < sizeof trips / sizeof *trips; i++)
        distances(trips[i]);
    return test_end();
}
