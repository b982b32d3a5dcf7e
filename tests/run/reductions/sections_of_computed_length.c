/* The length of a reduction's section is an expression, of variables whose addresses are taken: gcc 12 does not compile
   the host's version on one directive with target. */
#include "../test.h"

#define WIDTH (hi - lo)

static unsigned expected(unsigned before, int element, int lo, int hi, int trips)
{
    for (int i = 0; i < trips; i++)
        if (lo + i % (hi - lo) == element)
            before ^= (unsigned)i;
    return before;
}

static int wrong(const unsigned *h, int lo, int hi, int trips)
{
    int found = 0;
    for (unsigned k = 0; k < 100; k++)
        found += h[k] != expected(k, (int)k, lo, hi, trips);
    return found;
}

static void fill(unsigned *h)
{
    for (unsigned k = 0; k < 100; k++)
        h[k] = k;
}

static void behind_a_pointer(unsigned *h, int lo, int hi, int trips)
{
    #pragma omp target parallel for map(tofrom: h[0:100]) reduction(^: h[lo:hi - lo])
    for (int i = 0; i < trips; i++)
        h[lo + i % (hi - lo)] ^= (unsigned)i;
}

int main(void)
{
    unsigned h[100];
    int lo = 10, hi = 20;
    for (int trips = 0; trips <= 1000; trips = trips * 31 + 1) {
        fill(h);
        #pragma omp target teams distribute parallel for reduction(^: h[lo:hi - lo]) map(tofrom: h)
        for (int i = 0; i < trips; i++)
            h[lo + i % (hi - lo)] ^= (unsigned)i;
        CHECK(wrong(h, lo, hi, trips) == 0);

        fill(h);
        #pragma omp target parallel for num_threads(33) reduction(^: h[lo:WIDTH])
        for (int i = 0; i < trips; i++)
            h[lo + i % (hi - lo)] ^= (unsigned)i;
        CHECK(wrong(h, lo, hi, trips) == 0);

        fill(h);
        behind_a_pointer(h, lo, hi, trips);
        CHECK(wrong(h, lo, hi, trips) == 0);
    }
    double sums[8] = {0};
    int first = 2, end = 5;
    long count = 0;
    #pragma omp target teams distribute parallel for reduction(+: sums[first:end - first], count) thread_limit(64)
    for (int i = 0; i < 300; i++) {
        sums[first + i % (end - first)] += i;
        count++;
    }
    CHECK(count == 300 && sums[2] == 14850 && sums[3] == 14950 && sums[4] == 15050);
    CHECK(sums[0] == 0 && sums[1] == 0 && sums[5] == 0);
    printf("%u %g\n", h[10], sums[2]);
    return test_end();
}
