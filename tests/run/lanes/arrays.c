/* Lanes that reduce arrays which each iteration has: whole ones and parts, by operators and the user's own functions,
 * with results for one lane and for all, of many and of no iterations. */
#include "../test.h"

enum { most = 70, columns = 45, together = 3 };
static int a[columns];
static double d[columns];

struct pair {
    short low, high;
};
#pragma omp declare reduction(widen : struct pair : omp_out.low = omp_in.low < omp_out.low ? omp_in.low : omp_out.low, omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high) initializer(omp_priv = {30000, -30000})

static void sums(int rows, int trips)
{
    int result[most + together] = {0}, left[most + together] = {0};
    #pragma omp target teams distribute parallel for map(to: a, d) map(tofrom: result, left)
    for (int first = 0; first < rows; first += together) {
        int sum[together] = {1, 2, 3}, last[together] = {-1, -2, -3};
        double product[together];
        for (int k = 0; k < together; k++)
            product[k] = 1 << k;
        #pragma omp simd simdlen(32) reduction(+: sum) reduction(max: last) reduction(*: product)
        for (int j = 0; j < trips; j++) {
            for (int k = 0; k < together; k++) {
                sum[k] += a[j] * (first + k);
                product[k] *= d[j];
            }
            last[1] = last[1] > a[j] ? last[1] : a[j];
            last[2] = last[2] > j - first ? last[2] : j - first;
        }
        for (int k = 0; k < together; k++) {
            result[first + k] = sum[k] + (int)product[k];
            left[first + k] = last[k];
        }
    }
    for (int first = 0; first < rows; first += together) {
        for (int k = 0; k < together; k++) {
            int sum = k + 1, highest[3] = {-1, -2, -3};
            double product = 1 << k;
            for (int j = 0; j < trips; j++) {
                sum += a[j] * (first + k);
                product *= d[j];
                highest[1] = highest[1] > a[j] ? highest[1] : a[j];
                highest[2] = highest[2] > j - first ? highest[2] : j - first;
            }
            CHECK(result[first + k] == sum + (int)product);
            CHECK(left[first + k] == highest[k]);
        }
    }
}

/* A part of the array; the loop is that of a nested region. */
static void parts(int rows)
{
    int result[most];
    #pragma omp target teams distribute parallel for map(to: a) map(from: result)
    for (int i = 0; i < rows; i++) {
        int highest[4] = {-1, -2, -3, -4};
        #pragma omp parallel for reduction(max: highest[1:2])
        for (int j = 0; j < columns; j++) {
            highest[1] = highest[1] > a[j] - i ? highest[1] : a[j] - i;
            highest[2] = highest[2] > j - a[j] ? highest[2] : j - a[j];
        }
        result[i] = highest[0] + 10 * highest[1] + 1000 * highest[2] + 100000 * highest[3];
    }
    for (int i = 0; i < rows; i++) {
        int highest[2] = {-2, -3};
        for (int j = 0; j < columns; j++) {
            highest[0] = highest[0] > a[j] - i ? highest[0] : a[j] - i;
            highest[1] = highest[1] > j - a[j] ? highest[1] : j - a[j];
        }
        CHECK(result[i] == -1 + 10 * highest[0] + 1000 * highest[1] - 400000);
    }
}

/* Every lane needs the results: bounds of another inner loop. */
static void bounds(int rows)
{
    int result[most];
    #pragma omp target teams distribute parallel for map(to: a) map(from: result)
    for (int i = 0; i < rows; i++) {
        int limit[2] = {0, 1}, sum = 0;
        #pragma omp simd simdlen(8) reduction(+: limit)
        for (int j = 0; j < columns; j++) {
            limit[0] += a[j] % 2;
            limit[1] += (a[j] + i) % 3 == 0;
        }
        #pragma omp simd simdlen(8) reduction(+: sum)
        for (int j = limit[0] < limit[1] ? limit[0] : limit[1]; j < columns; j++)
            sum += a[j];
        result[i] = sum * 1000 + limit[1];
    }
    for (int i = 0; i < rows; i++) {
        int limit[2] = {0, 1}, sum = 0;
        for (int j = 0; j < columns; j++) {
            limit[0] += a[j] % 2;
            limit[1] += (a[j] + i) % 3 == 0;
        }
        for (int j = limit[0] < limit[1] ? limit[0] : limit[1]; j < columns; j++)
            sum += a[j];
        CHECK(result[i] == sum * 1000 + limit[1]);
    }
}

/* Arrays of structures, arrays of arrays, and what is not the iteration's own. */
static void others(int rows, int *shared)
{
    int result[most], grid[2][2] = {{0}};
    #pragma omp target teams distribute parallel for map(to: a) map(from: result)
    for (int i = 0; i < rows; i++) {
        struct pair pairs[2] = {{5, 5}, {6, 6}};
        int table[2][3] = {{0}};
        #pragma omp simd simdlen(16) reduction(widen: pairs) reduction(+: table)
        for (int j = 0; j < columns; j++) {
            int value = (a[j] + i) % 50;
            pairs[j % 2].low = value < pairs[j % 2].low ? value : pairs[j % 2].low;
            pairs[j % 2].high = value > pairs[j % 2].high ? value : pairs[j % 2].high;
            table[j % 2][j % 3] += value;
        }
        result[i] = pairs[0].low + pairs[0].high * 3 + pairs[1].low * 7 + pairs[1].high * 11 + table[0][2] + table[1][1];
    }
    for (int i = 0; i < rows; i++) {
        struct pair pairs[2] = {{5, 5}, {6, 6}};
        int table[2][3] = {{0}};
        for (int j = 0; j < columns; j++) {
            int value = (a[j] + i) % 50;
            pairs[j % 2].low = value < pairs[j % 2].low ? value : pairs[j % 2].low;
            pairs[j % 2].high = value > pairs[j % 2].high ? value : pairs[j % 2].high;
            table[j % 2][j % 3] += value;
        }
        CHECK(result[i] == pairs[0].low + pairs[0].high * 3 + pairs[1].low * 7 + pairs[1].high * 11 + table[0][2] + table[1][1]);
    }
    /* The outer loop reduces the same array; a pointer leads to what threads share. */
    #pragma omp target teams distribute parallel for reduction(+: grid) map(to: a) map(tofrom: grid)
    for (int i = 0; i < rows; i++) {
        #pragma omp simd simdlen(8) reduction(+: grid)
        for (int j = 0; j < columns; j++)
            grid[j % 2][i % 2] += a[j];
    }
    #pragma omp target map(to: a) map(tofrom: shared[0:4])
    for (int i = 0; i < rows; i++) {
        #pragma omp simd simdlen(8) reduction(+: shared[0:4])
        for (int j = 0; j < columns; j++)
            shared[(i + j) % 4] += a[j];
    }
    int expected[2][2] = {{0}}, all[4] = {0};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            expected[j % 2][i % 2] += a[j];
            all[(i + j) % 4] += a[j];
        }
    for (int k = 0; k < 4; k++) {
        CHECK(grid[k / 2][k % 2] == expected[k / 2][k % 2]);
        CHECK(shared[k] == all[k]);
    }
}

/* Teams of one thread, and of one more than a warp. */
static void sizes(int threads)
{
    int result[most];
    #pragma omp target teams distribute parallel for num_threads(threads) map(to: a) map(from: result)
    for (int i = 0; i < most; i++) {
        int sum[together] = {0};
        #pragma omp simd simdlen(32) reduction(+: sum)
        for (int j = 0; j < columns; j++)
            sum[j % together] += a[j] + i;
        result[i] = sum[0] + 2 * sum[1] + 3 * sum[2];
    }
    for (int i = 0; i < most; i++) {
        int sum = 0;
        for (int j = 0; j < columns; j++)
            sum += (j % together + 1) * (a[j] + i);
        CHECK(result[i] == sum);
    }
}

int main(void)
{
    for (int j = 0; j < columns; j++) {
        a[j] = j * 37 % 101;
        d[j] = j % 4 ? 1 : 1.25;
    }
    sums(most, columns);
    sums(most, 1);
    sums(1, columns);
    sums(most, 0);
    sums(0, columns);
    parts(most);
    bounds(most);
    bounds(1);
    int shared[4] = {0};
    others(most, shared);
    sizes(1);
    sizes(33);
    sizes(256);
    return test_end();
}
