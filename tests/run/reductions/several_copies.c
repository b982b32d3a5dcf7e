/* Arrays of which a team has several copies in shared memory, or one, or none, by their lengths: at run time alone, and
   constant. Many threads update few elements. */
#include "../test.h"
#include <stdlib.h>

enum { most = 9000 };

static int counts[most], expected[most];
static double sums[most];
static unsigned char bytes[most];

/* All lengths up to the room for copies, and beyond. */
static void lengths(int n, int length, int threads)
{
    for (int i = 0; i < length; i++)
        counts[i] = 1, sums[i] = 0.5, bytes[i] = 3, expected[i] = 0;
    for (int i = 0; i < n; i++)
        expected[i * 7 % length]++;
    #pragma omp target teams distribute parallel for thread_limit(threads) map(tofrom: counts[0:length]) \
        map(tofrom: sums[0:length], bytes[0:length]) reduction(+: counts[0:length], sums[0:length], bytes[0:length])
    for (int i = 0; i < n; i++) {
        counts[i * 7 % length]++;
        sums[i * 7 % length] += 0.25;
        bytes[i * 7 % length] += 2;
    }
    for (int i = 0; i < length; i++) {
        CHECK(counts[i] == expected[i] + 1);
        CHECK(sums[i] == 0.5 + 0.25 * expected[i]);
        CHECK(bytes[i] == (unsigned char)(3 + 2 * expected[i]));
    }
}

/* One array, from an element on that is not the first; other operators. */
static void one(int n, int first, int length, int threads)
{
    int highest[40];
    long long product[40];
    for (int i = 0; i < 40; i++)
        highest[i] = -i, product[i] = 1;
    #pragma omp target teams distribute parallel for thread_limit(threads) map(tofrom: highest) \
        reduction(max: highest[first:length])
    for (int i = 0; i < n; i++)
        highest[first + i % length] = i > highest[first + i % length] ? i : highest[first + i % length];
    #pragma omp target map(tofrom: product)
    #pragma omp parallel for num_threads(threads) reduction(*: product[first:length])
    for (int i = 0; i < 30; i++)
        product[first + i % length] *= 2;
    for (int i = 0; i < 40; i++) {
        int at = i - first, in = at >= 0 && at < length;
        int times = in ? (30 - at + length - 1) / length : 0, last = in && at < n ? (n - 1 - at) / length * length + at : -i;
        CHECK(highest[i] == (in && last > -i ? last : -i));
        CHECK(product[i] == 1ll << (times > 0 ? times : 0));
    }
}

/* Constant lengths: many copies, few, one. */
static void constants(int n)
{
    int few[100] = {0}, some[1500] = {0}, many[4096] = {0};
    double all[3] = {1, 2, 3};
    #pragma omp target teams distribute parallel for map(tofrom: few, some, many, all) reduction(+: few, some, many, all)
    for (int i = 0; i < n; i++) {
        few[i % 3]++;
        some[i % 1500]--;
        many[i % 4096] += 2;
        all[i % 2] += 0.5;
    }
    for (int i = 0; i < 100; i++)
        CHECK(few[i] == (i < 3 ? (n + 2 - i) / 3 : 0));
    for (int i = 0; i < 1500; i++)
        CHECK(some[i] == -((n + 1499 - i) / 1500));
    for (int i = 0; i < 4096; i++)
        CHECK(many[i] == 2 * ((n + 4095 - i) / 4096));
    CHECK(all[0] == 1 + 0.5 * ((n + 1) / 2) && all[1] == 2 + 0.5 * (n / 2) && all[2] == 3);
}

/* Within a team: behind the region each thread reads what all have counted. */
static void of_a_team(int rows, int length)
{
    int *total = calloc(rows * length, sizeof *total), wrong = 0;
    #pragma omp target teams distribute map(tofrom: total[0:rows * length]) reduction(+: wrong)
    for (int r = 0; r < rows; r++) {
        int mine[64] = {0};
        #pragma omp parallel for reduction(+: mine[0:length])
        for (int i = 0; i < 200 + r; i++)
            mine[i % length]++;
        #pragma omp parallel for reduction(+: wrong)
        for (int i = 0; i < length; i++) {
            total[r * length + i] = mine[i];
            wrong += mine[i] != (200 + r + length - 1 - i) / length;
        }
    }
    CHECK(wrong == 0);
    for (int i = 0; i < length; i++)
        CHECK(total[i] == (200 + length - 1 - i) / length);
    free(total);
}

int main(void)
{
    static const int sizes[] = {1, 2, 31, 64, 170, 600, 2000, most};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        lengths(3000, sizes[s], s % 2 ? 33 : 128);
    lengths(0, 5, 128);
    lengths(1, 5, 1);
    one(1000, 0, 40, 128);
    one(1000, 7, 3, 33);
    one(0, 5, 1, 64);
    one(77, 39, 1, 1);
    constants(5000);
    constants(0);
    constants(1);
    of_a_team(3, 1);
    of_a_team(4, 33);
    of_a_team(2, 64);
    return test_end();
}
