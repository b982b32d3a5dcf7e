/* Constant tables in device code: elements that all threads read together, and others; of structures, of several
 * dimensions, behind pointers, in functions, larger than constant memory. */
#include "../test.h"

#define TAPS 5
#define N 1000

struct point { int x; double weight; };

static const double weights[TAPS] = { 1, 4, 6, 4, 1 };
static const int offsets[3][2] = { { 10, 20 }, { 30, 40 }, { 50, 60 } };
static const struct point points[] = { { 1, 0.5 }, { 2, 0.25 }, { 3, 0.125 } };
static const char text[] = "tables";
static const char *const words[] = { "one", "two" };
static const int behind[4] = { 7, 8, 9, 10 };
static const int *const pointer = behind;
static const double large[10000] = { [9999] = 3 };
static const double other[10000] = { [1] = 2 };
static const int sparse[64] = { [1] = 1, [63] = 63 };
static const _Alignas(64) float aligned[3] = { 1, 2, 3 };

static double filtered(const double *x)
{
    static const double scale[2] = { 0.0625, 1 };
    double sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += weights[k] * x[k];
    return sum * scale[0];
}

static int chosen(int i)
{
    static const int table[3] = { 100, 200, 300 };
    return table[i % 3];
}

static const int *row(int i) { return offsets[i]; }

int main(void)
{
    double x[N], y[N];
    int z[N], level = 2, wrong = 0;
    for (int i = 0; i < N; i++)
        x[i] = i;
    #pragma omp target teams distribute parallel for map(to: x) map(from: y, z)
    for (int i = 0; i < N; i++) {
        y[i] = i >= 2 && i < N - 2 ? filtered(x + i - 2) : 0;
        z[i] = chosen(i) + row(i % 3)[1] + text[i % 6];
    }
    for (int i = 0; i < N; i++) {
        CHECK(y[i] == (i >= 2 && i < N - 2 ? i : 0));
        CHECK(z[i] == (i % 3 + 1) * 100 + i % 3 * 20 + 20 + "tables"[i % 6]);
    }
    #pragma omp target teams distribute parallel for map(from: y) map(from: z)
    for (int i = 0; i < N; i++) {
        y[i] = large[9999] + other[1] + large[level] + aligned[level];
        z[i] = sparse[63] + sparse[i % 2] + pointer[i % 4] + offsets[level][0] + words[1][0];
        for (int p = 0; p < 3; p++) {
            y[i] += points[p].weight;
            z[i] += points[p].x;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK(y[i] == 3 + 2 + 0 + 3 + 0.875);
        CHECK(z[i] == 63 + i % 2 + 7 + i % 4 + 50 + 't' + 6);
    }
    /* Without a loop, on one thread, and with 33 threads. */
    #pragma omp target map(tofrom: wrong)
    wrong += weights[level] != 6 || &weights[1] - &weights[0] != 1 || sizeof weights != TAPS * sizeof(double);
    #pragma omp target parallel num_threads(33) reduction(+: wrong)
    for (int k = 0; k < TAPS; k++)
        wrong += weights[k] != weights[TAPS - 1 - k];
    CHECK(wrong == 0);
    return test_end();
}
