// host: skip
// races: threads share scalars that each iteration assigns before it reads them
// Scalars in front of a loop, as C has them, in no clause: every iteration computes with its own.
#include "../test.h"
#define N 300


static int a[N * 8], b[N * 8];

static int twice(int x)
{
    return 2 * x;
}

static void inner_loops(int threads)
{
    int i, j, t;
    memset(b, 0, sizeof b);
    #pragma omp target parallel for map(to: a) map(tofrom: b) num_threads(threads)
    for (i = 0; i < N; i++) {
        for (j = 0; j < 8; j++) {
            t = a[i * 8 + j];
            if (t % 3 == 0)
                continue;
            b[i * 8 + j] = twice(t) + j;
        }
    }
    for (int k = 0; k < N * 8; k++)
        CHECK(b[k] == (a[k] % 3 == 0 ? 0 : 2 * a[k] + k % 8));
}

/* The host gets the value of the last iteration: nothing says which one, but it is one of them. */
static void mapped(void)
{
    int t = -1, u = -1, v = -1;
    #pragma omp target teams distribute parallel for map(to: a) map(from: b) map(tofrom: t, u, v)
    for (int i = 0; i < N * 8; i++) {
        t = a[i];
        if (t % 2)
            u = t + 1;
        else
            u = t - 1;
        switch (t % 3) {
        case 0:
            v = u;
            break;
        case 1:
            v = u * 2;
            /* fall through */
        default:
            v = t > 5 ? t : u;
        }
        b[i] = t + 2 * u + 4 * v;
    }
    for (int i = 0; i < N * 8; i++) {
        int x = a[i], y = x % 2 ? x + 1 : x - 1;
        int z = x % 3 == 0 ? y : x > 5 ? x : y;
        CHECK(b[i] == x + 2 * y + 4 * z);
    }
    CHECK(t >= 0 && t < 1000 && u >= -1 && u <= 1000 && v >= -1 && v <= 1000);
}

/* Teams share them, threads of one team share them, and a construct in the iteration reads them. */
static void nested(void)
{
    int row, t, sum;
    #pragma omp target teams distribute map(to: a) map(from: b) num_teams(7)
    for (int i = 0; i < N; i++) {
        row = i * 8;
        #pragma omp parallel for num_threads(5)
        for (int j = 0; j < 8; j++) {
            t = a[row + j];
            b[row + j] = t * t;
        }
    }
    for (int i = 0; i < N * 8; i++)
        CHECK(b[i] == a[i] * a[i]);
    #pragma omp target teams loop map(to: a) map(from: b)
    for (int i = 0; i < N; i++) {
        sum = 0;
        #pragma omp simd reduction(+: sum)
        for (int j = 0; j < 8; j++)
            sum += a[i * 8 + j];
        b[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        int expected = 0;
        for (int j = 0; j < 8; j++)
            expected += a[i * 8 + j];
        CHECK(b[i] == expected);
    }
}

/* In the region's own scope, and with a collapsed nest. */
static void of_region(void)
{
    long total = 0;
    #pragma omp target map(to: a) map(from: b) map(tofrom: total)
    {
        int t, left;
        const int *row;
        #pragma omp parallel num_threads(33)
        {
            #pragma omp for collapse(2)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < 8; j++) {
                    row = a + i * 8;
                    t = row[j];
                    left = j ? row[j - 1] : 0;
                    b[i * 8 + j] = t - left;
                }
            #pragma omp for reduction(+: total)
            for (int i = 0; i < N * 8; i++) {
                t = b[i];
                total += t;
            }
        }
    }
    long expected = 0;
    for (int i = 0; i < N * 8; i++) {
        CHECK(b[i] == a[i] - (i % 8 ? a[i - 1] : 0));
        expected += b[i];
    }
    CHECK(total == expected);
}

/* An atomic construct in the iteration reads them. */
static void histogram(void)
{
    int bin, bins[16] = { 0 }, expected[16] = { 0 };
    #pragma omp target teams distribute parallel for map(to: a) map(tofrom: bins)
    for (int i = 0; i < N * 8; i++) {
        bin = a[i] & 15;
        #pragma omp atomic
        bins[bin] += 1;
    }
    for (int i = 0; i < N * 8; i++)
        expected[a[i] & 15]++;
    CHECK(memcmp(bins, expected, sizeof bins) == 0);
}

int main(void)
{
    for (int i = 0; i < N * 8; i++)
        a[i] = i * 7919 % 1000;
    inner_loops(1);
    inner_loops(33);
    inner_loops(1000);
    mapped();
    nested();
    of_region();
    histogram();
    return test_end();
}
