/* Short arrays of counters that code updates by subscripts which it computes: copies in registers, of all integer types
   and by all operators that update them. */
#include "../test.h"

#include <stdint.h>

enum { N = 10 };

static void counters(int n, int threads, const int *a)
{
    int64_t count[N] = {0}, of_count[N] = {0};
    unsigned char small[3] = {1, 2, 3}, of_small[3] = {1, 2, 3};
    short wide[16] = {0}, of_wide[16] = {0};
    unsigned bits[4] = {0}, of_bits[4] = {0}, flips[2] = {5, 6}, of_flips[2] = {5, 6};
    for (int i = 0; i < n; i++) {
        of_count[a[i] % N]++;
        of_small[(unsigned)a[i] % 3] += 1.75;
        of_wide[(a[i] / 3) & 15] -= (short)a[i];
        of_bits[a[i] & 3] |= 1u << (i & 31);
        of_flips[(long long)a[i] & 1] ^= (unsigned)a[i];
    }
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(threads) map(to : a[0 : n]) \
    map(tofrom : count, small, wide, bits, flips) reduction(+ : count[0 : N], small, wide) reduction(| : bits) \
    reduction(^ : flips)
    for (int i = 0; i < n; i++) {
        count[a[i] % N]++;
        small[(unsigned)a[i] % 3] += 1.75;
        wide[(a[i] / 3) & 15] -= (short)a[i];
        bits[a[i] & 3] |= 1u << (i & 31);
        flips[(long long)a[i] & 1] ^= (unsigned)a[i];
    }
    CHECK(memcmp(count, of_count, sizeof count) == 0);
    CHECK(memcmp(small, of_small, sizeof small) == 0);
    CHECK(memcmp(wide, of_wide, sizeof wide) == 0);
    CHECK(memcmp(bits, of_bits, sizeof bits) == 0);
    CHECK(memcmp(flips, of_flips, sizeof flips) == 0);
}

/* In a team, beside a loop over the elements, a second dimension, and an element that is read: these have an address. */
static void in_teams(int rows, int n, const int *a, long *result)
{
#pragma omp target teams distribute map(to : a[0 : n]) map(from : result[0 : rows])
    for (int row = 0; row < rows; row++) {
        int plain[4] = {row, 1, 2, 3}, all[4] = {0}, seen[4] = {0};
#pragma omp parallel for reduction(+ : plain, all, seen)
        for (int k = 0; k < n; k++) {
            --plain[(a[k] + row) & 3];
            for (int i = 0; i < 4; i++)
                all[i] += a[k] >> i;
            seen[a[k] & 3]++;
            if (seen[a[k] & 3] < 0)
                seen[0] = 0;
        }
        result[row] = 0;
        for (int i = 0; i < 4; i++)
            result[row] += (i + 1) * plain[i] + (i + 5) * all[i] + (i + 9) * seen[i];
    }
}

int main(void)
{
    enum { MOST = 1000, ROWS = 5 };
    static const int lengths[] = {0, 1, 33, MOST}, threads[] = {1, 33, 128};
    static int a[MOST];
    for (int i = 0; i < MOST; i++)
        a[i] = i * 7919 % 1009;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            counters(lengths[i], threads[j], a);
    long result[ROWS];
    in_teams(ROWS, MOST, a, result);
    for (int row = 0; row < ROWS; row++) {
        long expected = row + 2 * 1 + 3 * 2 + 4 * 3;
        for (int k = 0; k < MOST; k++) {
            expected -= ((a[k] + row) & 3) + 1;
            for (int i = 0; i < 4; i++)
                expected += (i + 5) * (a[k] >> i);
            expected += (a[k] & 3) + 9;
        }
        CHECK(result[row] == expected);
    }
    return test_end();
}
