/* Collapsed nests whose neighbouring iterations access neighbouring memory along an outer loop: its iterations go to
 * neighbouring threads then, and nothing else may change. */
#include "../test.h"

enum { ROWS = 37, COLUMNS = 45, PLANES = 6 };
static int in[COLUMNS * ROWS], out[COLUMNS * ROWS], cube[PLANES * COLUMNS * ROWS];

static void clear(void)
{
    for (int k = 0; k < COLUMNS * ROWS; k++) {
        in[k] = 3 * k + 1;
        out[k] = -1;
    }
    for (int k = 0; k < PLANES * COLUMNS * ROWS; k++)
        cube[k] = -1;
}

/* How many elements of `out` are not what the loops over i and j make of them. */
#define WRONG(lo_i, hi_i, step_i, lo_j, hi_j, step_j)                                                      \
    ({                                                                                                     \
        int wrong = 0;                                                                                     \
        for (int y_ = 0; y_ < COLUMNS; y_++)                                                               \
            for (int x_ = 0; x_ < ROWS; x_++) {                                                            \
                int mine = x_ >= (lo_i) && x_ < (hi_i) && (x_ - (lo_i)) % (step_i) == 0 &&                 \
                           y_ >= (lo_j) && y_ < (hi_j) && (y_ - (lo_j)) % (step_j) == 0;                   \
                wrong += out[y_ * ROWS + x_] != (mine ? in[y_ * ROWS + x_] * 2 : -1);                      \
            }                                                                                              \
        wrong;                                                                                             \
    })

static void columns(int n, int m)
{
    clear();
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
    CHECK(WRONG(0, n, 1, 0, m, 1) == 0);
}

static void steps(void)
{
    clear();
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = ROWS - 1; i >= 2; i -= 2)
        for (int j = 1; j <= COLUMNS - 2; j += 3)
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
    CHECK(WRONG(2, ROWS, 2, 1, COLUMNS - 1, 3) == 0);
    clear();
#pragma omp target teams distribute parallel for collapse(2)
    for (unsigned i = 0; i != ROWS; i++)
        for (long j = COLUMNS; j > 0; --j)
            out[(j - 1) * ROWS + i] = in[(j - 1) * ROWS + i] * 2;
    CHECK(WRONG(0, ROWS, 1, 0, COLUMNS, 1) == 0);
}

static void pointers(void)
{
    clear();
    int *const o = out;
    const int *const all = in;
    /* gcc 12 loses the bounds of pointers in collapsed nests of `distribute`. */
#pragma omp target parallel for collapse(2) map(to : all[0 : COLUMNS * ROWS]) map(tofrom : o[0 : COLUMNS * ROWS])
    for (const int *p = all; p < all + ROWS; p++)
        for (int j = 0; j < COLUMNS; j++)
            o[j * ROWS + (p - all)] = p[j * ROWS] * 2;
    CHECK(WRONG(0, ROWS, 1, 0, COLUMNS, 1) == 0);
}

/* The bounds name variables that loops further inside hide. */
static void hidden_names(int j, int m)
{
    clear();
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < j; i++)
        for (int j = 0; j < m; j++)
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
    CHECK(WRONG(0, j, 1, 0, m, 1) == 0);
    long sum = 0, expected = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : sum) map(to : in)
    for (int i = 0; i < m; i++)
        for (int m = 0; m < j; m++)
            sum += in[m * ROWS + i];
    for (int i = 0; i < m; i++)
        for (int k = 0; k < j; k++)
            expected += in[k * ROWS + i];
    CHECK(sum == expected);
}

static void three(int n, int m, int l)
{
    int wrong = 0;
    clear();
#pragma omp target teams distribute parallel for collapse(3)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                cube[(k * COLUMNS + j) * ROWS + i] = 100 * i + 10 * j + k;
    for (int k = 0; k < PLANES; k++)
        for (int j = 0; j < COLUMNS; j++)
            for (int i = 0; i < ROWS; i++) {
                int expected = i < n && j < m && k < l ? 100 * i + 10 * j + k : -1;
                wrong += cube[(k * COLUMNS + j) * ROWS + i] != expected;
            }
    CHECK(wrong == 0);
    long sum = 0, expected = 0;
#pragma omp target teams distribute parallel for collapse(3) reduction(+ : sum) map(to : cube)
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < l; k++)
                sum += cube[(k * COLUMNS + j) * ROWS + i];
    for (int k = 0; k < l; k++)
        for (int j = 0; j < m; j++)
            for (int i = 0; i < n; i++)
                expected += cube[(k * COLUMNS + j) * ROWS + i];
    CHECK(sum == expected);
}

/* Longer nests go by the number of an iteration. */
static void four(int n)
{
    int wrong = 0;
    clear();
#pragma omp target teams distribute parallel for collapse(4)
    for (int i = 0; i < n; i++)
        for (int a = 0; a < 3; a++)
            for (int j = 0; j < COLUMNS; j++)
                for (int b = 0; b < 2; b++)
                    cube[((a * 2 + b) * COLUMNS + j) * ROWS + i] = i + j;
    for (int k = 0; k < PLANES; k++)
        for (int j = 0; j < COLUMNS; j++)
            for (int i = 0; i < ROWS; i++)
                wrong += cube[(k * COLUMNS + j) * ROWS + i] != (i < n ? i + j : -1);
    CHECK(wrong == 0);
}

/* Three iterations are too few for a warp. */
static void short_loop(void)
{
    float of[3 * 100], sums[100] = {0}, total = 0;
    for (int k = 0; k < 300; k++)
        of[k] = k;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : of)
    for (int i = 0; i < 100; i++)
        for (int c = 0; c < 3; c++)
            of[c * 100 + i] += c;
    for (int k = 0; k < 300; k++)
        CHECK(of[k] == k + k / 100);
#pragma omp target teams distribute parallel for collapse(2) map(to : of) reduction(+ : sums, total)
    for (int i = 0; i < 100; i++)
        for (int c = 0; c < 3; c++) {
            sums[i] += of[c * 100 + i];
            total += 1;
        }
    for (int i = 0; i < 100; i++)
        CHECK(sums[i] == 3 * i + 300 + 3);
    CHECK(total == 300);
}

/* The last iteration is that of the loops as they are written. */
static void last_values(int n, int m)
{
    int last = -1, i, j;
    clear();
#pragma omp target teams distribute parallel for collapse(2) lastprivate(last) map(tofrom : last)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            last = 1000 * i + j;
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
        }
    CHECK(last == 1000 * (n - 1) + m - 1);
    CHECK(WRONG(0, n, 1, 0, m, 1) == 0);
    clear();
    i = j = -1;
#pragma omp target teams distribute parallel for simd collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
    CHECK(WRONG(0, n, 1, 0, m, 1) == 0);
    clear();
#pragma omp target map(tofrom : i, j)
#pragma omp teams distribute parallel for simd collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
    CHECK(WRONG(0, n, 1, 0, m, 1) == 0);
    CHECK(i == n && j == m);
}

/* Who has which iteration is the program's wish. */
static void own_schedule(void)
{
    clear();
#pragma omp target teams distribute parallel for collapse(2) schedule(static, 1) dist_schedule(static, 64)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
    CHECK(WRONG(0, ROWS, 1, 0, COLUMNS, 1) == 0);
    clear();
#pragma omp target teams distribute parallel for collapse(2) order(concurrent)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
    CHECK(WRONG(0, ROWS, 1, 0, COLUMNS, 1) == 0);
}

static void copies(int n)
{
    int base = 7, scratch[2];
    clear();
#pragma omp target teams distribute parallel for collapse(2) firstprivate(base) private(scratch)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < COLUMNS; j++) {
            scratch[j % 2] = in[j * ROWS + i] * 2;
            out[j * ROWS + i] = scratch[j % 2] + base - 7;
        }
    CHECK(WRONG(0, n, 1, 0, COLUMNS, 1) == 0);
}

#pragma omp declare target
static void in_function(int n, int m, const int *from, int *to)
{
#pragma omp for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j * ROWS + i] = from[j * ROWS + i] * 2;
}
#pragma omp end declare target

static void of_one_team(int n, int m, int threads)
{
    clear();
#pragma omp target parallel num_threads(threads)
    in_function(n, m, in, out);
    CHECK(WRONG(0, n, 1, 0, m, 1) == 0);
    clear();
#pragma omp target teams distribute num_teams(3)
    for (int half = 0; half < 2; half++) {
#pragma omp parallel for collapse(2) num_threads(threads)
        for (int i = 0; i < n; i++)
            for (int j = half * (m / 2); j < (half ? m : m / 2); j++)
                out[j * ROWS + i] = in[j * ROWS + i] * 2;
    }
    CHECK(WRONG(0, n, 1, 0, m, 1) == 0);
    long sum = 0, expected = 0;
#pragma omp target parallel for collapse(2) num_threads(threads) reduction(+ : sum) map(to : in)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += in[j * ROWS + i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            expected += in[j * ROWS + i];
    CHECK(sum == expected);
}

static void by_loop(int n, int m)
{
    clear();
#pragma omp target teams loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[j * ROWS + i] = in[j * ROWS + i] * 2;
    CHECK(WRONG(0, n, 1, 0, m, 1) == 0);
}

/* Numbers of iterations above 32 bits, of loops that end at once for all but a few. */
static void huge(void)
{
    unsigned count = 0;
    const long long step = 1LL << 31;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : count) map(to : in)
    for (long long i = 0; i < 4 * step; i += step)
        for (int j = 0; j < COLUMNS; j++)
            count += in[j * ROWS + (int)(i / step)] == 3 * (j * ROWS + (int)(i / step)) + 1;
    CHECK(count == 4 * COLUMNS);
    clear();
#pragma omp target teams distribute parallel for collapse(2) map(to : in)
    for (long long i = 0; i < 3 * step; i++)
        for (int j = COLUMNS; j < COLUMNS; j++)
            out[j * ROWS + i % ROWS] = in[j * ROWS + i % ROWS] * 2;
    CHECK(WRONG(0, 0, 1, 0, 0, 1) == 0);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 33, ROWS};
    for (int k = 0; k < 5; k++) {
        columns(sizes[k], COLUMNS);
        columns(ROWS, sizes[k]);
        hidden_names(sizes[k], 33);
        three(sizes[k], COLUMNS, PLANES);
        four(sizes[k]);
        copies(sizes[k]);
        by_loop(sizes[k], 33);
        of_one_team(sizes[k], 33, 33);
    }
    three(ROWS, 0, PLANES);
    three(ROWS, COLUMNS, 0);
    last_values(ROWS, COLUMNS);
    last_values(1, 33);
    of_one_team(ROWS, COLUMNS, 1);
    of_one_team(ROWS, COLUMNS, 1000);
    steps();
    pointers();
    short_loop();
    own_schedule();
    huge();
    return test_end();
}
