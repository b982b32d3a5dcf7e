/* Every operator of reductions, of several types. */
#include "../test.h"

enum { N = 700 };
static int v[N];
static long long r[10][N];
static float smallest[N];
static _Bool every[N];
static unsigned char bits[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        v[i] = (i * 7919) % 257 + 1;
    int sum = 1, difference = 2;
    long long product = 1, low = 1000;
    unsigned all = ~0u, any = 0;
    unsigned char odd = 3;
    short high = -5;
    int both = 1, either = 0;
    float least = 1e30f;
    _Bool each = 1;
#pragma omp target map(to: v) map(from: r, smallest, every, bits) \
    map(tofrom: sum, difference, product, low, all, any, odd, high, both, either, least, each)
#pragma omp parallel num_threads(65)
    {
#pragma omp for reduction(inscan, +: sum) reduction(inscan, -: difference) reduction(inscan, *: product)
        for (int i = 0; i < N; i++) {
            {
                sum += v[i];
                difference -= v[i];
                product *= i % 100 == 0 ? 2 : 1;
            }
#pragma omp scan inclusive(sum, difference, product)
            {
                r[0][i] = sum;
                r[1][i] = difference;
                r[2][i] = product;
            }
        }
#pragma omp for reduction(inscan, min: low, least) reduction(inscan, max: high)
        for (int i = 0; i < N; i++) {
            {
                if (v[i] < low)
                    low = v[i];
                if ((float)v[i] < least)
                    least = v[i];
                if (v[i] > high)
                    high = v[i];
            }
#pragma omp scan inclusive(low, least, high)
            {
                r[3][i] = low;
                smallest[i] = least;
                r[4][i] = high;
            }
        }
#pragma omp for reduction(inscan, &: all) reduction(inscan, |: any) reduction(inscan, ^: odd)
        for (int i = 0; i < N; i++) {
            {
                r[5][i] = all;
                r[6][i] = any;
                bits[i] = odd;
            }
#pragma omp scan exclusive(all, any, odd)
            {
                all &= v[i] | (i < 600);
                any |= v[i];
                odd ^= v[i];
            }
        }
#pragma omp for reduction(inscan, &&: both, each) reduction(inscan, ||: either)
        for (int i = 0; i < N; i++) {
            {
                both = both && v[i] < 250;
                each = each && i < 500;
                either = either || v[i] == 200;
            }
#pragma omp scan inclusive(both, each, either)
            {
                r[7][i] = both;
                every[i] = each;
                r[8][i] = either;
            }
        }
    }
    long long want[9] = {1, 2, 1, 1000, -5, ~0u, 0, 1, 0};
    float f = 1e30f;
    _Bool e = 1;
    unsigned char x = 3;
    for (int i = 0; i < N; i++) {
        CHECK(r[5][i] == want[5] && r[6][i] == want[6] && bits[i] == x);
        want[0] += v[i], want[1] -= v[i], want[2] *= i % 100 == 0 ? 2 : 1;
        want[3] = v[i] < want[3] ? v[i] : want[3];
        want[4] = v[i] > want[4] ? v[i] : want[4];
        want[5] = (unsigned)want[5] & (unsigned)(v[i] | (i < 600));
        want[6] |= v[i];
        x ^= v[i];
        want[7] = want[7] && v[i] < 250;
        want[8] = want[8] || v[i] == 200;
        f = v[i] < f ? v[i] : f;
        e = e && i < 500;
        for (int k = 0; k < 5; k++)
            CHECK(r[k][i] == want[k]);
        CHECK(r[7][i] == want[7] && r[8][i] == want[8]);
        CHECK(smallest[i] == f && every[i] == e);
    }
    CHECK(sum == want[0] && difference == want[1] && product == want[2] && low == want[3] && high == want[4]);
    CHECK(all == want[5] && any == want[6] && odd == x && both == want[7] && either == want[8]);
    CHECK(least == f && each == e);
    return test_end();
}
