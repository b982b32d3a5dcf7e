/* The compiler's built-ins for arithmetic that may overflow, and some more that neither C++ nor CUDA has on a device. */
#include "../test.h"
#include <limits.h>

enum { n = 64 };

#pragma omp declare target
struct results { long long value[n]; int count; };

static void note(struct results *r, _Bool lost, long long value)
{
    r->value[r->count++] = lost;
    r->value[r->count++] = value;
}

static void compute(struct results *r, int big, long long least, unsigned long long all, signed char c)
{
    int i;
    unsigned u;
    long l;
    long long ll;
    unsigned long long ull;
    signed char narrow;
    unsigned short half;
    _Bool lost;
    r->count = 0;
    lost = __builtin_add_overflow(big, 1, &i);
    note(r, lost, i);
    lost = __builtin_add_overflow(big, 1, &l);
    note(r, lost, l);
    lost = __builtin_add_overflow(big, -1, &i);
    note(r, lost, i);
    lost = __builtin_sub_overflow(0, least, &ll);
    note(r, lost, ll);
    lost = __builtin_sub_overflow(1u, 2u, &u);
    note(r, lost, u);
    lost = __builtin_sub_overflow(1u, 2u, &i);
    note(r, lost, i);
    lost = __builtin_mul_overflow(all, all, &ull);
    note(r, lost, ull);
    lost = __builtin_mul_overflow(all, 1, &ull);
    note(r, lost, ull);
    lost = __builtin_mul_overflow(all, -1, &ll);
    note(r, lost, ll);
    lost = __builtin_mul_overflow(least, all, &ll);
    note(r, lost, ll);
    lost = __builtin_mul_overflow(3u, -1, &i);
    note(r, lost, i);
    lost = __builtin_add_overflow(c, c, &narrow);
    note(r, lost, narrow);
    lost = __builtin_mul_overflow(c, c, &half);
    note(r, lost, half);
    lost = __builtin_add_overflow(all, least, &ull);
    note(r, lost, ull);
    lost = __builtin_sadd_overflow(big, c, &i);
    note(r, lost, i);
    lost = __builtin_ssub_overflow(-2, big, &i);
    note(r, lost, i);
    lost = __builtin_smull_overflow(big, big, &l);
    note(r, lost, l);
    lost = __builtin_smulll_overflow(least, -1, &ll);
    note(r, lost, ll);
    lost = __builtin_uadd_overflow(-1, 1, &u);
    note(r, lost, u);
    lost = __builtin_usubll_overflow(1, all, &ull);
    note(r, lost, ull);
    lost = __builtin_umul_overflow(1u << 16, 1u << 16, &u);
    note(r, lost, u);
    note(r, __builtin_clrsb(big), __builtin_clrsb(-1));
    note(r, __builtin_clrsb(c), __builtin_clrsbl(5));
    note(r, __builtin_clrsbll(least), __builtin_clrsbll(0));
    note(r, __builtin_expect_with_probability(big > 3, 1, 0.9), 1e6 * __builtin_powi(1.1, 9));
    note(r, __builtin_powif(2, -3) == 0.125f, __builtin_powi(-3, 5));
}
#pragma omp end declare target

int main(void)
{
    struct results here, there;
    int big = INT_MAX;
    long long least = LLONG_MIN;
    unsigned long long all = ULLONG_MAX;
    compute(&here, big, least, all, 100);
    #pragma omp target map(from: there)
    compute(&there, big, least, all, 100);
    CHECK(there.count == here.count && here.count == 52);
    for (int i = 0; i < here.count; i++) {
        CHECK(there.value[i] == here.value[i]);
        if (there.value[i] != here.value[i])
            fprintf(stderr, "%d: %lld instead of %lld\n", i, there.value[i], here.value[i]);
    }
    int sum = 0, lost = 0;
    #pragma omp target teams distribute parallel for reduction(+: lost) map(tofrom: sum)
    for (int i = 0; i < 1000; i++) {
        signed char product;
        if (__builtin_mul_overflow(i, i, &product))
            lost++;
    }
    CHECK(lost == 1000 - 12 && sum == 0);
    return test_end();
}
