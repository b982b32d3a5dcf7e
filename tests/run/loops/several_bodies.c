/* Bodies of nests of which a thread may execute several iterations of the outermost loop, all of them in one loop: addresses
   of the loops' variables, names that hide one another, atomic updates, other types of variables, and no iteration in one of
   the loops. */
#include "../test.h"
#include <stdlib.h>

enum { ROWS = 1031, COLUMNS = 2053 };

static int wrong_cells(const int *x, int lo, int hi)
{
    int wrong = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            wrong += x[(size_t)i * COLUMNS + j] != (i >= lo && i < hi ? 2 * i + j : 0);
    return wrong;
}

static void addresses(int *x)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:ROWS * COLUMNS])
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            const int *row = &i, *column = &j;
            x[(size_t)*row * COLUMNS + *column] += 2 * *row + *column;
        }
    CHECK(wrong_cells(x, 0, ROWS) == 0);
}

static void hidden(int i, int *x)
{
    int part = 2, at = 1;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:ROWS * COLUMNS])
    for (int j = i; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++) {
            int romp = part * j, several = at * i;
            x[(size_t)j * COLUMNS + i] += romp + several;
        }
    CHECK(wrong_cells(x, i, ROWS) == 0);
}

static void counts(void)
{
    int rows[8] = {0};
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: rows)
    for (unsigned i = ROWS; i > 0; i--)
        for (short j = 0; j < COLUMNS; j++) {
#pragma omp atomic update
            rows[i % 8] += j == 5;
        }
    for (int k = 0; k < 8; k++)
        CHECK(rows[k] == (ROWS + 8 - k) / 8 - (k == 0));
}

/* Bodies that access much, or write several places. */
static void much(int *x)
{
    enum { MOST = ROWS * COLUMNS };
    int *sum = calloc(MOST, sizeof *sum), *difference = calloc(MOST, sizeof *difference), wrong = 0;
    for (int k = 0; k < MOST; k++)
        x[k] = k % 1009;
#pragma omp target teams distribute parallel for collapse(2) map(to: x[0:MOST]) map(from: sum[0:MOST], difference[0:MOST])
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int k = i * COLUMNS + j, up = i > 0 ? k - COLUMNS : k, down = i < ROWS - 1 ? k + COLUMNS : k;
            sum[k] = x[up] + x[down];
            difference[k] = x[up] - x[down];
        }
#pragma omp target teams distribute parallel for collapse(2) map(to: sum[0:MOST], difference[0:MOST]) map(tofrom: x[0:MOST])
    for (int i = 2; i < ROWS - 1; i++)
        for (int j = 1; j < COLUMNS - 1; j++) {
            int k = i * COLUMNS + j;
            x[k] += sum[k] + difference[k] + sum[k - COLUMNS] + difference[k - 1] + sum[k + COLUMNS] + difference[k + 1];
        }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int k = i * COLUMNS + j, up = i > 0 ? k - COLUMNS : k, down = i < ROWS - 1 ? k + COLUMNS : k, all = k % 1009;
            wrong += sum[k] != up % 1009 + down % 1009 || difference[k] != up % 1009 - down % 1009;
            if (i >= 2 && i < ROWS - 1 && j >= 1 && j < COLUMNS - 1)
                all += sum[k] + difference[k] + sum[k - COLUMNS] + difference[k - 1] + sum[k + COLUMNS] + difference[k + 1];
            wrong += x[k] != all;
        }
    CHECK(wrong == 0);
    for (int k = 0; k < MOST; k++)
        x[k] = 0;
    free(sum);
    free(difference);
}

static void through_pointers(int *x)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:ROWS * COLUMNS])
    for (int *row = x; row < x + ROWS * COLUMNS; row += COLUMNS)
        for (unsigned char j = 0; j < 255; j++)
            row[j] += 1;
    int wrong = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            wrong += x[(size_t)i * COLUMNS + j] != (j < 255);
    CHECK(wrong == 0);
}

static void planes(int l, int m, int n, int *x)
{
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: x[0:ROWS * COLUMNS])
    for (long k = 0; k < l; k++)
        for (unsigned i = 0; i < (unsigned)m; i++)
            for (int j = n; j > 0; j--)
                x[(k * m + i) * n + j - 1] += 1;
    int wrong = 0;
    for (size_t k = 0; k < (size_t)ROWS * COLUMNS; k++)
        wrong += x[k] != (k < (size_t)l * m * n);
    CHECK(wrong == 0);
}

static int *zeros(int *x)
{
    for (size_t k = 0; k < (size_t)ROWS * COLUMNS; k++)
        x[k] = 0;
    return x;
}

int main(void)
{
    int *x = malloc(sizeof *x * ROWS * COLUMNS);
    addresses(zeros(x));
    hidden(0, zeros(x));
    hidden(ROWS - 1, zeros(x));
    hidden(ROWS + 1, zeros(x));
    counts();
    much(x);
    through_pointers(zeros(x));
    planes(31, 257, 259, zeros(x));
    planes(0, 257, 259, zeros(x));
    planes(31, 0, 259, zeros(x));
    planes(31, 257, 0, zeros(x));
    planes(1, 1, 1, zeros(x));
    free(x);
    return test_end();
}
