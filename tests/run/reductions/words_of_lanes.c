/* Reductions of integers, which one instruction combines in a warp where they have 32 bits: all operators and types, in
   teams of whole warps and of parts of one, for thread 0 and for all threads, in lanes, beside values of other types. */
#include "../test.h"
#include <limits.h>

enum { N = 1000 };
static int a[N];

static void check(int n, int sum, unsigned wrapped, int least, unsigned most, int both, unsigned any, int odd, int all, int some,
                  long wide, short narrow)
{
    int s = 3, l = INT_MAX, b = -1, o = 0, every = 1, one = 0;
    unsigned w = UINT_MAX, m = 0, y = 0;
    long d = 0;
    short t = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        w += (unsigned)a[i] * 4000000u;
        l = l < a[i] ? l : a[i];
        m = m > (unsigned)a[i] ? m : (unsigned)a[i];
        b &= a[i] | 5;
        y |= (unsigned)a[i];
        o ^= a[i];
        every = every && a[i];
        one = one || a[i] > 400;
        d += a[i];
        t += (short)(a[i] % 3);
    }
    CHECK(s == sum && w == wrapped && l == least && m == most && b == both && y == any && o == odd);
    CHECK(every == all && one == some && d == wide && t == narrow);
}

#define START                                                                                                         \
    int sum = 3, least = INT_MAX, both = -1, odd = 0, all = 1, some = 0;                                              \
    unsigned wrapped = UINT_MAX, most = 0, any = 0;                                                                   \
    long wide = 0;                                                                                                    \
    short narrow = 0;
#define CLAUSES                                                                                                       \
    reduction(+ : sum, wrapped, wide, narrow) reduction(min : least) reduction(max : most) reduction(& : both)        \
        reduction(| : any) reduction(^ : odd) reduction(&& : all) reduction(|| : some)
#define ADD                                                                                                           \
    sum += a[i];                                                                                                      \
    wrapped += (unsigned)a[i] * 4000000u;                                                                             \
    least = least < a[i] ? least : a[i];                                                                              \
    most = most > (unsigned)a[i] ? most : (unsigned)a[i];                                                             \
    both &= a[i] | 5;                                                                                                 \
    any |= (unsigned)a[i];                                                                                            \
    odd ^= a[i];                                                                                                      \
    all = all && a[i];                                                                                                \
    some = some || a[i] > 400;                                                                                        \
    wide += a[i];                                                                                                     \
    narrow += (short)(a[i] % 3);
#define RESULT check(n, sum, wrapped, least, most, both, any, odd, all, some, wide, narrow)
#define PRAGMA(text) _Pragma(#text)
#define OMP(...) PRAGMA(omp __VA_ARGS__)

static void in_league(int n)
{
    START
    OMP(target teams distribute parallel for map(to : a) CLAUSES)
    for (int i = 0; i < n; i++) {
        ADD
    }
    RESULT;
}

static void in_team(int n, int threads)
{
    START
    OMP(target parallel for num_threads(threads) map(to : a) CLAUSES)
    for (int i = 0; i < n; i++) {
        ADD
    }
    RESULT;
}

/* One item alone: a sum of which every thread needs the result, in teams of so many threads. */
#define TEAM_OF(threads)                                                                                              \
    static void in_team_of_##threads(int n)                                                                           \
    {                                                                                                                 \
        int out[4] = {0}, expected = 0, greatest = INT_MIN;                                                           \
        OMP(target teams distribute thread_limit(threads) map(to : a) map(from : out))                                \
        for (int k = 0; k < 4; k++) {                                                                                 \
            int sum = 0, most = INT_MIN;                                                                              \
            OMP(parallel for reduction(+ : sum))                                                                      \
            for (int i = 0; i < n; i++)                                                                               \
                sum += a[i] + k;                                                                                      \
            OMP(parallel for reduction(max : most))                                                                   \
            for (int i = 0; i < n; i++)                                                                               \
                most = most > a[i] - sum % 7 ? most : a[i] - sum % 7;                                                 \
            out[k] = sum + (n > 0 ? most : 0);                                                                        \
        }                                                                                                             \
        for (int i = 0; i < n; i++) {                                                                                 \
            expected += a[i];                                                                                         \
            greatest = greatest > a[i] ? greatest : a[i];                                                             \
        }                                                                                                             \
        for (int k = 0; k < 4; k++) {                                                                                 \
            int sum = expected + k * n;                                                                               \
            CHECK(out[k] == sum + (n > 0 ? greatest - sum % 7 : 0));                                                  \
        }                                                                                                             \
    }
TEAM_OF(1)
TEAM_OF(7)
TEAM_OF(32)
TEAM_OF(33)
TEAM_OF(64)
TEAM_OF(96)

/* Lanes: words alone, and beside a value of another type. */
static void in_lanes(int n)
{
    int sums[40];
    double means[40];
#pragma omp target teams distribute parallel for map(to : a) map(from : sums, means)
    for (int k = 0; k < 40; k++) {
        int sum = 0, most = -1, count = 0;
        double mean = 0;
#pragma omp simd reduction(+ : sum) reduction(max : most) simdlen(32)
        for (int i = 0; i < n; i++) {
            sum += a[i] + k;
            most = most > a[i] ? most : a[i];
        }
#pragma omp simd reduction(+ : mean, count) simdlen(32)
        for (int i = 0; i < n; i++) {
            mean += a[i];
            count += a[i] > sum;
        }
        sums[k] = sum + most + count;
        means[k] = mean;
    }
    int sum = 0, most = -1;
    for (int i = 0; i < n; i++) {
        sum += a[i];
        most = most > a[i] ? most : a[i];
    }
    for (int k = 0; k < 40; k++) {
        int count = 0;
        for (int i = 0; i < n; i++)
            count += a[i] > sum + k * n;
        CHECK(sums[k] == sum + k * n + most + count);
        CHECK(means[k] == sum);
    }
}

int main(void)
{
    static const int counts[] = {0, 1, 5, 31, 32, 33, 500, N}, threads[] = {1, 2, 5, 31, 32, 33, 64, 100, 1024};
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 + 11) % 501 - 3;
    for (int c = 0; c < 8; c++) {
        in_league(counts[c]);
        for (int t = 0; t < 9; t++)
            in_team(counts[c], threads[t]);
        in_team_of_1(counts[c]);
        in_team_of_7(counts[c]);
        in_team_of_32(counts[c]);
        in_team_of_33(counts[c]);
        in_team_of_64(counts[c]);
        in_team_of_96(counts[c]);
        in_lanes(counts[c]);
    }
    return test_end();
}
