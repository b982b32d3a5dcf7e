// host: skip
/* Where loops with scans stand: in functions, in sequential parts, in loops, beside others, collapsed. */
#include "../test.h"

enum { N = 500 };
static int a[N], b[N], c[N];
#pragma omp declare target
static int total;
/* Orphaned: its team is the caller's. */
static void scan_of_team(int n, const int *from, int *to)
{
#pragma omp for reduction(inscan, +: total)
    for (int i = 0; i < n; i++) {
        total += from[i];
#pragma omp scan inclusive(total)
        to[i] = total;
    }
}

static int scan_of_thread(int n, const int *from, int *to)
{
    int sum = 0;
#pragma omp simd reduction(inscan, +: sum)
    for (int i = 0; i < n; i++) {
        to[i] = sum;
#pragma omp scan exclusive(sum)
        sum += from[i];
    }
    return sum;
}
#pragma omp end declare target

static int wrong_inclusive(int n, const int *from, const int *to, int start)
{
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += to[i] != (start += from[i]);
    return wrong;
}

static void functions(int threads)
{
    int result = 0;
#pragma omp target map(to: a) map(from: b, c) map(tofrom: result)
    {
        total = 10;
#pragma omp parallel num_threads(threads)
        scan_of_team(N, a, b);
        result = total;
        scan_of_team(N / 2, a, c);
        result = total - result;
    }
    CHECK(wrong_inclusive(N, a, b, 10) == 0);
    int all = 10, half = 0;
    for (int i = 0; i < N; i++) {
        all += a[i];
        half += i < N / 2 ? a[i] : 0;
    }
    CHECK(wrong_inclusive(N / 2, a, c, all) == 0);
    CHECK(result == half);
    /* Each thread for itself. */
    static int rows[40][20], sums[40];
#pragma omp target parallel for map(to: a) map(from: rows, sums) num_threads(threads)
    for (int i = 0; i < 40; i++)
        sums[i] = scan_of_thread(20, a + i, rows[i]);
    for (int i = 0; i < 40; i++) {
        int s = 0, wrong = 0;
        for (int j = 0; j < 20; j++) {
            wrong += rows[i][j] != s;
            s += a[i + j];
        }
        CHECK(wrong == 0 && sums[i] == s);
    }
}

static void in_a_loop(void)
{
    static int table[6][N];
    int sums[6];
#pragma omp target map(to: a) map(from: table, sums)
    {
        for (int row = 0; row < 6; row++) {
            int s = row;
#pragma omp parallel for reduction(inscan, +: s)
            for (int i = 0; i < N; i++) {
                s += a[i];
#pragma omp scan inclusive(s)
                table[row][i] = s;
            }
            sums[row] = s;
            /* The sequential part has one, too. */
#pragma omp simd reduction(inscan, max: s)
            for (int i = 0; i < N; i++) {
                s = a[i] + 1000;
#pragma omp scan inclusive(s)
                table[row][i] += s > 5 ? 0 : 1;
            }
        }
    }
    for (int row = 0; row < 6; row++) {
        CHECK(wrong_inclusive(N, a, table[row], row) == 0);
        CHECK(sums[row] == table[row][N - 1]);
    }
}

static void without_waiting(void)
{
    int s = 1, t = 2, copy = 0;
#pragma omp target map(to: a) map(from: b, c) map(tofrom: s, t, copy)
#pragma omp parallel num_threads(96)
    {
#pragma omp for reduction(inscan, +: s) nowait
        for (int i = 0; i < N; i++) {
            s += a[i];
#pragma omp scan inclusive(s)
            b[i] = s;
        }
#pragma omp for reduction(inscan, +: t)
        for (int i = N - 1; i >= 0; i -= 3) {
            t += a[i];
#pragma omp scan inclusive(t)
            c[i] = t;
        }
#pragma omp single
        copy = s + t;
    }
    CHECK(wrong_inclusive(N, a, b, 1) == 0);
    int x = 2, wrong = 0;
    for (int i = N - 1; i >= 0; i -= 3)
        wrong += c[i] != (x += a[i]);
    CHECK(wrong == 0 && t == x && copy == s + t);
}

static void collapsed(void)
{
    static int grid[20][25], out[20][25];
    int s = 0, i = -1, j = -1;
    for (int k = 0; k < N; k++)
        grid[k / 25][k % 25] = a[k];
#pragma omp target map(to: grid) map(from: out) map(tofrom: s)
#pragma omp parallel for collapse(2) reduction(inscan, +: s) private(i, j)
    for (i = 0; i < 20; i++)
        for (j = 0; j < 25; j++) {
            s += grid[i][j];
#pragma omp scan inclusive(s)
            out[i][j] = s;
        }
    CHECK(wrong_inclusive(N, a, &out[0][0], 0) == 0);
    CHECK(i == -1 && j == -1);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 31) % 23 - 7;
    functions(1);
    functions(33);
    functions(64);
    in_a_loop();
    without_waiting();
    collapsed();
    return test_end();
}
