// Macros keep their names in device code where they mean the same there, and only there.
#include "../test.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>

#ifndef N
#define N 33
#endif
#ifdef WIDE
#define STEP 2
#else
#define STEP 1
#endif
#define T 3
#define K T
#define OPEN 4 + 4
#define ALIAS OPEN
#define IDX(i, j) ((i) * N + (j))
#define AT(i, j) grid[IDX(i, j)]
#define SQR(x) ((x) * (x))
#define PRODUCT(a, b) a * b
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ADD(x) total += (x)
#define KEEP(x) ((x), kept)
#define X_OF(p) ((p)->x)
#define PASTE(a, b) a##b
#define NAME(x) #x
#define LAST(...) last(__VA_ARGS__)
#define TWO_STEPS(x) (SQR(x) + MAX(x, K))
#define LIMIT (INT_MAX - 1)
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
#define Twice(x) ((x) + (x))
#define small_letters 21
#define total_of(x) ((x) + 1)
#ifndef FROM_LINE
#define FROM_LINE(x) ((x) + 5)
#endif
#undef GONE
#define GONE 7

static int grid[N * N];
struct pair { int x, y[T]; };
typedef int row_of[T + 1];
static const int weights[OPEN] = {1, 2, 3, 4, 5, 6, 7, 8};

#pragma omp declare target
static int last(int a, int b) { return a + b * T; }
static int called(int i, int j) { return IDX(i, j) % MAX(i + 1, T) + TWO_STEPS(j) + FROM_LINE(i); }
#pragma omp end declare target

static void same_names(void)
{
    int bad = 0;
    #pragma omp target teams distribute parallel for map(tofrom: bad, grid[0:N * N]) collapse(2) reduction(+: bad)
    for (int i = 0; i < N; i += STEP)
        for (int j = 0; j < N; j++) {
            AT(i, j) = SQR(i + 1) + PRODUCT(i + 1, j + 2) * 3 - PRODUCT(2, j);
            bad += AT(i, j) != grid[i * N + j];
            bad += (ALIAS) * 2 != 16 || ALIAS * 2 != 12 || OPEN * 2 != 12;
        }
    CHECK(bad == 0);
    for (int i = 0; i < N; i += STEP)
        for (int j = 0; j < N; j++)
            CHECK(grid[i * N + j] == (i + 1) * (i + 1) + (i + 1 * j + 2 * 3) - 2 * j);
}

// What a macro names is private in the region, or of another type there.
static void renamed(int n)
{
    int total = 3, most = 0, kept = 1, twice[N];
    long sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: total, sum) reduction(max: most) map(tofrom: total, most, sum, twice)
    for (int i = 0; i < N; i++) {
        ADD(i);
        most = MAX(most, SQR(i));
        sum += KEEP(i) + Twice(i) + total_of(i) + small_letters;
        twice[i] = LAST(i, n) + PASTE(1, 2) + NAME(abc)[1];
    }
    CHECK(total == 3 + N * (N - 1) / 2 && most == (N - 1) * (N - 1));
    long expected = 0;
    for (int i = 0; i < N; i++) {
        expected += kept + Twice(i) + total_of(i) + small_letters;
        CHECK(twice[i] == i + 3 * n + 12 + 'b');
    }
    CHECK(sum == expected);
}

static int before(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    x = GONE + 1;
    return x;
}

#undef GONE
#define GONE 8
#pragma push_macro("STEP")
#undef STEP
#define STEP 100

static int behind(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    {
#define INSIDE 40
        x = GONE + STEP + INSIDE;
    }
    return x;
}

#pragma pop_macro("STEP")

static int popped(int n)
{
    int x[T];
    #pragma omp target parallel for map(from: x) num_threads(T)
    for (int i = 0; i < T; i++) {
        int u = i, v = n;
        SWAP(u, v);
        x[i] = u + v * STEP;
    }
    return x[0] + x[T - 1];
}

static void members_and_limits(void)
{
    struct pair pairs[T];
    double big = 0;
    int64_t wide = 0;
    float most = 0;
    for (int i = 0; i < T; i++)
        pairs[i].x = i, pairs[i].y[0] = -i;
    #pragma omp target teams distribute parallel for map(tofrom: pairs, big, wide, most) num_teams(2)
    for (int i = 0; i < T; i++) {
        struct pair *p = &pairs[i];
        X_OF(p) = X_OF(p) + SQR(p->y[0]);
        X_OF(&pairs[i]) += called(i, STEP);
        if (i == 1)
            big = -DBL_MAX + (double)LIMIT * M_PI, wide = INT64_MIN, most = FLT_EPSILON + (float)UINT8_MAX;
    }
    for (int i = 0; i < T; i++)
        CHECK(pairs[i].x == i + i * i + called(i, STEP));
    CHECK(big == -DBL_MAX + (double)LIMIT * M_PI && wide == INT64_MIN && most == FLT_EPSILON + (float)UINT8_MAX);
}

// Extents of arrays: unclosed macros, brackets behind parentheses, names of types, several in one declaration.
// A label has the name of a macro that is defined behind it.
static int labelled(int n)
{
    int steps = 0;
    #pragma omp target map(tofrom: steps)
    {
        LEAVE:
        steps++;
        if (steps < n)
            goto LEAVE;
    }
#define LEAVE 6
    #pragma omp target map(tofrom: steps)
    steps += LEAVE * 10;
    return steps;
}

static int first_of(int a[N][OPEN * 2], row_of rows[2]) { return a[1][OPEN - 1] + rows[1][T]; }
#pragma omp declare target to(first_of)

static void extents(void)
{
    int a[N][OPEN * 2], out[N], (*p)[OPEN * 2] = a;
    row_of rows[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 12; j++)
            a[i][j] = i * 100 + j;
    #pragma omp target teams distribute num_teams(2) map(to: a, rows) map(from: out)
    for (int i = 0; i < N; i++) {
        int tile[OPEN][T], (*q)[T] = tile, mine[N < 4 ? 4 : OPEN], sum = 0;
        #pragma omp parallel for
        for (int j = 0; j < OPEN; j++)
            q[j][T - 1] = weights[j] /* of each */ + a[i][j]; // one of them
        #pragma omp parallel for private(mine) reduction(+: sum)
        for (int j = 0; j < OPEN; j++) {
            mine[j] = tile[j][2];
            sum += mine[j];
        }
        out[i] = sum + /* the same for all */ first_of(a, rows) + (int)(sizeof tile / sizeof tile[0]);
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 36 + 800 * i + 28 + p[1][7] + 8 + 8);
}

int main(void)
{
    extents();
    same_names();
    renamed(5);
    CHECK(labelled(4) == 64);
    CHECK(before() == 8 && behind() == 148);
    CHECK(popped(9) == (9 + 0 * STEP) + (9 + 2 * STEP));
    members_and_limits();
    return test_end();
}
