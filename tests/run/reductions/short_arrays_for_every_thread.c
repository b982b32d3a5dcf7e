/* Short arrays of the sequential part that the threads of a team reduce: every thread may have the results, or the
   team's memory does where something changes them besides. */
#include "../test.h"

enum { N = 4 };

static void sums(int rows, int n, const int *a, int *result)
{
#pragma omp target teams distribute map(to : a[0 : n]) map(from : result[0 : N * rows])
    for (int row = 0; row < rows; row++) {
        int sum[N] = {0}, from[N];
        for (int i = 0; i < N; i++)
            from[i] = row + i;
#pragma omp parallel for reduction(+ : sum[0 : N])
        for (int k = 0; k < n; k++)
            for (int i = 0; i < N; i++)
                sum[i] += a[k] * from[i];
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            result[N * row + i] = sum[i];
    }
}

/* What the array holds before counts, and a second reduction goes on with it; sequential code reads it in between. */
static void twice(int rows, int n, const int *a, long *result)
{
#pragma omp target teams distribute map(to : a[0 : n]) map(from : result[0 : rows])
    for (int row = 0; row < rows; row++) {
        long sum[N] = {1, 2, 3, row};
#pragma omp parallel for reduction(+ : sum)
        for (int k = 0; k < n; k++)
            sum[k % N] += a[k];
        long between = sum[0] + sum[3];
#pragma omp parallel for reduction(+ : sum)
        for (int k = 0; k < n; k++)
            sum[(k + 1) % N] += between;
        sum[2] *= 2;
        result[row] = sum[0] + 3 * sum[1] + 5 * sum[2] + 7 * sum[3];
    }
}

/* A part of an array, an array that threads change, one whose address is taken, and one that is not short. */
static void others(int rows, int n, const int *a, long *result)
{
#pragma omp target teams distribute map(to : a[0 : n]) map(from : result[0 : rows])
    for (int row = 0; row < rows; row++) {
        int part[2 * N] = {0}, changed[N] = {0}, given[N] = {0};
        long large[10 * N] = {0};
        int *address = given;
#pragma omp parallel for reduction(+ : part[2 : N])
        for (int k = 0; k < n; k++)
            part[2 + k % N] += a[k];
#pragma omp parallel for reduction(+ : changed)
        for (int k = 0; k < n; k++)
            changed[k % N] += a[k];
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            changed[i] += i;
#pragma omp parallel for reduction(+ : given)
        for (int k = 0; k < n; k++)
            given[k % N] += a[k];
        address[1]++;
#pragma omp parallel for reduction(+ : large)
        for (int k = 0; k < n; k++)
            large[k % (10 * N)] += a[k];
        long sum = row;
        for (int i = 0; i < 2 * N; i++)
            sum += (i + 1) * part[i];
        for (int i = 0; i < N; i++)
            sum += (i + 3) * changed[i] + (i + 5) * given[i];
        for (int i = 0; i < 10 * N; i++)
            sum += (i + 7) * large[i];
        result[row] = sum;
    }
}

/* The same on one thread. */
static void expect(int rows, int n, const int *a, int *of_sums, long *of_twice, long *of_others)
{
    for (int row = 0; row < rows; row++) {
        long one[N] = {1, 2, 3, row}, sum = row;
        for (int i = 0; i < N; i++) {
            of_sums[N * row + i] = 0;
            for (int k = 0; k < n; k++)
                of_sums[N * row + i] += a[k] * (row + i);
        }
        for (int k = 0; k < n; k++)
            one[k % N] += a[k];
        long between = one[0] + one[3];
        for (int k = 0; k < n; k++)
            one[(k + 1) % N] += between;
        of_twice[row] = one[0] + 3 * one[1] + 10 * one[2] + 7 * one[3];
        int given[N] = {0, 1, 0, 0};
        for (int k = 0; k < n; k++) {
            sum += (3 + k % N) * a[k] + (k % N + 3) * a[k] + (k % (10 * N) + 7) * a[k];
            given[k % N] += a[k];
        }
        for (int i = 0; i < N; i++)
            sum += (i + 3) * i + (i + 5) * given[i];
        of_others[row] = sum;
    }
}

int main(void)
{
    enum { ROWS = 37, MOST = 1000 };
    static int a[MOST], result[N * ROWS], of_sums[N * ROWS];
    static long longs[ROWS], of_twice[ROWS], of_others[ROWS];
    static const int lengths[] = {0, 1, 3, 33, 1000};
    for (int i = 0; i < MOST; i++)
        a[i] = i * 13 % 29;
    for (int i = 0; i < 5; i++) {
        expect(ROWS, lengths[i], a, of_sums, of_twice, of_others);
        sums(ROWS, lengths[i], a, result);
        CHECK(memcmp(result, of_sums, sizeof result) == 0);
        twice(ROWS, lengths[i], a, longs);
        CHECK(memcmp(longs, of_twice, sizeof longs) == 0);
        others(ROWS, lengths[i], a, longs);
        CHECK(memcmp(longs, of_others, sizeof longs) == 0);
    }
    return test_end();
}
