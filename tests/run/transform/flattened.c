/* `parallel for` as the whole body of a `distribute` loop: all threads of the league may share the iterations of both
 * loops, and nothing of the results shows whether they do. */
#include "../test.h"

#include <limits.h>

#define N 37
#define M 53
#define TILE 16

static int grid[N][M], flat[N * M], wanted[N * M];

static void clear(void)
{
    memset(grid, 0, sizeof grid);
    memset(flat, 0, sizeof flat);
    memset(wanted, 0, sizeof wanted);
}

static int sum_of(const int *x, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* Rows and columns that do not depend on each other, with values of the row in front of the inner loop. */
static void rectangles(int n, int m)
{
    clear();
    int *x = flat;
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
        size_t row = (size_t)i * M;
        int next = i + 1 < n ? i + 1 : 0, odd;
        odd = i % 2;
        if (odd)
            next = -next;
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            x[row + j] += next * 100 + j + odd;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int next = i + 1 < n ? i + 1 : 0;
            wanted[i * M + j] = (i % 2 ? -next : next) * 100 + j + i % 2;
        }
    CHECK(memcmp(flat, wanted, sizeof flat) == 0);
}

/* Tiles: the last one is shorter, or does not exist. */
static void tiles(int n, int tiles)
{
    clear();
    int *x = flat;
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int tile = 0; tile < tiles; tile++) {
        int first = tile * TILE, end = first + TILE < n ? first + TILE : n;
#pragma omp parallel for
        for (int i = first; i < end; i++)
            x[i] += i + tile;
    }
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int first = 0; first < n; first += TILE) {
        int last = first + TILE - 1;
        if (last > n - 1)
            last = n - 1;
#pragma omp parallel for
        for (int i = first; i <= last; i++)
            x[i] += 1000;
    }
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int tile = 0; tile < tiles; tile++) {
        int end = (tile + 1) * TILE;
        end = end > n ? n : end;
#pragma omp parallel for
        for (int i = tile * TILE; i < end; i++)
            x[i] += 10000;
    }
    size_t many = (size_t)n;
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (size_t first = 0; first < many; first += TILE) {
        size_t end = many - first < TILE ? many : first + TILE;
#pragma omp parallel for
        for (size_t i = first; i < end; i++)
            x[i] += 100000;
    }
    int covered = tiles * TILE < n ? tiles * TILE : n;
    for (int i = 0; i < n; i++)
        wanted[i] = (i < covered ? i + i / TILE + 10000 : 0) + 1000 + 100000;
    CHECK(memcmp(flat, wanted, sizeof flat) == 0);
}

/* Two dimensions of tiles, whose sizes only the running program knows. */
static void blocks(int n, int m, int high, int wide)
{
    clear();
#pragma omp target teams distribute collapse(2) map(tofrom: grid)
    for (int top = 0; top < n; top += high)
        for (int left = 0; left < m; left += wide) {
            int bottom = top + high < n ? top + high : n;
            int right = m < left + wide ? m : left + wide;
#pragma omp parallel for collapse(2)
            for (int i = top; i < bottom; i++)
                for (int j = left; j < right; j++) {
                    for (int k = 0; k < 3; k++)
                        grid[i][j] += i * 100 + j + k;
                }
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            wanted[i * M + j] = 3 * (i * 100 + j) + 3;
    CHECK(memcmp(grid, wanted, sizeof grid) == 0);
}

/* Ranges that do not begin with 0, and tiles whose numbers are needed. */
static void strips(int low, int high)
{
    clear();
    int *x = flat + 100;
#pragma omp target teams distribute map(tofrom: flat)
    for (int first = low; first < high; first += 10) {
        int end = high - first < 10 ? high : first + 10, length = end - first;
#pragma omp parallel for
        for (int i = first; i < end; i++)
            flat[100 + i] += 100 * first + length;
    }
#pragma omp target teams distribute map(tofrom: flat)
    for (int first = low; first < high; first += 10) {
        int end = first + 10;
        if (end > high - 1)
            end = high - 1;
#pragma omp parallel for
        for (int i = first; i < end; i++)
            flat[100 + i] += 1000000;
    }
    for (int first = low; first < high; first += 10)
        for (int i = first; i < first + 10 && i < high; i++) {
            int length = high - first < 10 ? high - first : 10;
            CHECK(x[i] == 100 * first + length + (i < high - 1 ? 1000000 : 0));
        }
    CHECK(low >= high || x[low - 1] == 0);
    CHECK(low >= high || x[high] == 0);
}

/* Values at the end of the type's range. */
static void ends(void)
{
    long long sum = 0;
    int top = INT_MAX;
#pragma omp target teams distribute reduction(+: sum) map(tofrom: sum)
    for (int k = 0; k < 4; k++) {
        int first = top - 40 + 10 * k, end = first + (k < 3 ? 10 : 7);
#pragma omp parallel for reduction(+: sum)
        for (int i = first; i < end; i++)
            sum += top - i;
    }
    long long expected = 0;
    for (int i = 0; i < 37; i++)
        expected += 40 - i;
    CHECK(sum == expected);
    unsigned long count = 0;
    unsigned high = UINT_MAX;
#pragma omp target teams distribute reduction(+: count) map(tofrom: count)
    for (unsigned first = high - 33; first < high - 3; first += 10) {
        unsigned end = high - first < 10 ? high : first + 10;
#pragma omp parallel for reduction(+: count)
        for (unsigned i = first; i < end; i++)
            count += 1;
    }
    CHECK(count == 30);
}

/* The row is read before it is changed: one thread reads for all. */
static void normalised(int n)
{
    clear();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            flat[i * M + j] = i + 2;
    int *x = flat;
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
        int by = x[i * M + i];
#pragma omp parallel for
        for (int j = 0; j < M; j++)
            x[i * M + j] /= by;
    }
    for (int i = 0; i < n; i++)
        CHECK(sum_of(flat + i * M, M) == M);
}

/* Iterations of one team come one after the other where the program says that there is one team. */
static void ordered(int n)
{
    clear();
    int *x = flat;
    x[0] = 1;
#pragma omp target teams distribute num_teams(1) map(tofrom: x[0:N * M])
    for (int i = 1; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < M; j++)
            x[i * M + j] = x[(i - 1) * M] + 1;
    }
    for (int i = 1; i < n; i++)
        CHECK(x[i * M + M - 1] == i + 1);
}

/* Numbers of threads and teams, and clauses that ask for them. */
static void numbers(int n, int m)
{
    clear();
    int wrong = 0;
#pragma omp target teams distribute reduction(+: wrong) map(tofrom: wrong)
    for (int i = 0; i < n; i++) {
        int team = omp_get_team_num();
#pragma omp parallel for reduction(+: wrong)
        for (int j = 0; j < m; j++)
            wrong += omp_get_team_num() != team || omp_get_thread_num() >= omp_get_num_threads();
    }
    CHECK(wrong == 0);
    int *x = flat;
#pragma omp target teams distribute thread_limit(33) map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            x[i * M + j] += 1;
    }
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for num_threads(33) schedule(static, 1)
        for (int j = 0; j < m; j++)
            x[i * M + j] += 10;
    }
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for num_threads(1)
        for (int j = 0; j < m; j++)
            x[i * M + j] += 100;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            wanted[i * M + j] = 111;
    CHECK(memcmp(flat, wanted, sizeof flat) == 0);
}

/* Variables of the team that the threads change, or have for themselves. */
static void variables(int n, int m)
{
    clear();
    int i, j, scaled;
    int *x = flat;
#pragma omp target teams distribute map(tofrom: x[0:N * M]) private(i, j, scaled)
    for (i = 0; i < n; i++) {
        int count = 0, half;
#pragma omp parallel for private(half)
        for (j = 0; j < m; j++) {
            half = j / 2;
#pragma omp atomic
            count += half;
            x[i * M + j] = half;
        }
        x[i * M] = count;
    }
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (i = 0; i < n; i++) {
#pragma omp parallel for private(scaled)
        for (j = 1; j < m; j++) {
            scaled = 3 * j;
            x[i * M + j] += scaled;
        }
    }
    int halves = 0;
    for (int k = 0; k < m; k++)
        halves += k / 2;
    for (int row = 0; row < n; row++)
        for (int k = 0; k < m; k++)
            CHECK(flat[row * M + k] == (k == 0 ? halves : k / 2 + 3 * k));
}

/* Reductions of both loops, and one of the inner loop alone. */
static void reductions(int n, int m)
{
    clear();
    int sum = 7, most = -1;
    int *x = flat;
#pragma omp target teams distribute reduction(+: sum) reduction(max: most) map(tofrom: sum, most)
    for (int i = 0; i < n; i++) {
        int base = i * m;
#pragma omp parallel for reduction(+: sum) reduction(max: most)
        for (int j = 0; j < m; j++) {
            sum += base + j;
            most = base + j > most ? base + j : most;
        }
    }
    CHECK(sum == 7 + n * m * (n * m - 1) / 2);
    CHECK(most == n * m - 1);
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
        int of_row = 0;
#pragma omp parallel for reduction(+: of_row)
        for (int j = 0; j < m; j++)
            of_row += j;
        x[i] = of_row;
    }
    for (int i = 0; i < n; i++)
        CHECK(flat[i] == m * (m - 1) / 2);
}

/* Rows of a table of different lengths, and triangles. */
static void ragged(int n)
{
    clear();
    int begin[N + 1];
    begin[0] = 0;
    for (int i = 0; i < n; i++)
        begin[i + 1] = begin[i] + i % 5;
    int *x = flat;
#pragma omp target teams distribute map(to: begin) map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = begin[i]; j < begin[i + 1]; j++)
            x[j] += i;
    }
    for (int i = 0; i < n; i++)
        for (int j = begin[i]; j < begin[i + 1]; j++)
            CHECK(flat[j] == i);
    clear();
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = i + 1; j < n; j++)
            x[i * M + j] += 1;
    }
    CHECK(sum_of(flat, N * M) == n * (n - 1) / 2);
}

/* Names of the rows' values that stand for others inside of the loops. */
static void names(int n, int m)
{
    clear();
    int j = 5;
    int *x = flat;
#pragma omp target teams distribute map(tofrom: x[0:N * M])
    for (int i = 0; i < n; i++) {
        int start = i * M + j;
#pragma omp parallel for
        for (int j = 0; j < m - 5; j++) {
            int start_of = start;
            int n = start_of + j;
            x[n] += n;
        }
    }
    for (int i = 0; i < n; i++)
        for (int k = 5; k < m; k++)
            CHECK(flat[i * M + k] == i * M + k);
}

int main(void)
{
    const int rows[] = {0, 1, 33, N}, columns[] = {0, 1, 33, M};
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            rectangles(rows[a], columns[b]);
            blocks(rows[a], columns[b], 1 + a, 7 * (b + 1));
            numbers(rows[a], columns[b]);
        }
    tiles(0, 0);
    tiles(1, 1);
    tiles(TILE, 1);
    tiles(TILE + 1, 2);
    tiles(1000, 63);
    tiles(1000, 60);
    tiles(1000, 100);
    strips(-33, 37);
    strips(5, 5);
    strips(7, 8);
    strips(9, 3);
    ends();
    normalised(N);
    ordered(N);
    variables(N, M);
    reductions(N, M);
    ragged(N);
    names(N, M);
    return test_end();
}
