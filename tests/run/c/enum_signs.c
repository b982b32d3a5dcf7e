/* The signs of enumerations: a variable of one without negative constants is unsigned, its constants are int, unless
 * they do not fit; each is compared and converted as that. */
#include "../test.h"

enum plain { A, B, C, D };
enum unsigned_one { G0, GS = 3, GB = 0xfffffff0u };
enum __attribute__((packed)) small { K0, K1, K2 = 200 };
enum large { L0, L1, LB = 0x100000000ll };
enum large_negative { M0 = -1, MB = 0x100000000ll };

struct result {
    long of[40];
    double real[8];
};

#pragma omp declare target
static double less_one(enum plain e) { return e - 1; }
#pragma omp end declare target

static struct result compute(enum plain m, enum unsigned_one g, enum small k, enum large l, int neg)
{
    struct result r = { { 0 } };
    #pragma omp target map(tofrom: r) firstprivate(m, g, k, l, neg)
    {
        int n = 0;
        r.of[n++] = (long)m;
        r.of[n++] = m;
        r.of[n++] = (long)(m ^ 1);
        r.of[n++] = (m - 1) / 2;
        r.of[n++] = neg < D;
        r.of[n++] = neg < GS;
        r.of[n++] = neg < (int)GS;
        r.of[n++] = GS - 5 < 0;
        r.of[n++] = G0 - 1 < 0;
        r.of[n++] = -GS;
        r.of[n++] = ~GS;
        r.of[n++] = GS | neg;
        r.of[n++] = neg / GS;
        r.of[n++] = neg * GS;
        r.of[n++] = (neg & GS) - 4;
        r.of[n++] = GB > 0;
        r.of[n++] = neg < GB;
        r.of[n++] = g > GS;
        r.of[n++] = g - GS > 0;
        r.of[n++] = neg > 0 ? GS : -1;
        r.of[n++] = neg < 0 ? GS : GB;
        r.of[n++] = (neg < 0 ? G0 : GS) - 1;
        r.of[n++] = (neg < 0 ? G0 : GB) - 1;
        r.of[n++] = k - 201 < 0;
        r.of[n++] = K0 - 1;
        r.of[n++] = L0 - 1;
        r.of[n++] = l - L1 < 0;
        r.of[n++] = neg < l;
        r.of[n++] = neg < L1;
        r.of[n++] = M0 - 1;
        r.of[n++] = neg >> GS;
        r.of[n++] = GS >> 1;
        int sum = neg;
        sum += GS;
        r.of[n++] = sum;
        int index[4] = { 7, 8, 9, 10 }, *middle = index + 3;
        r.of[n++] = middle[G0 - 1];
        long wide = neg;
        wide *= GS;
        r.of[n++] = wide;
        switch (neg + 8) {
        case GS:
            r.of[n++] = 77;
        }
        int count = 0;
        for (int i = neg; i < GS; i++)
            count++;
        r.of[n++] = count;
        n = 0;
        r.real[n++] = (double)m;
        r.real[n++] = (float)m;
        r.real[n++] = m;
        r.real[n++] = less_one(A);
        r.real[n++] = neg + GS;
        r.real[n++] = (double)(G0 - 1);
    }
    return r;
}

int main(void)
{
#if __GNUC__ >= 13
    /* gcc has the rule of C23 since then: all constants of an enumeration have its type where one is no int. Device code
     * has that of C17. */
    if (!on_device())
        return test_end();
#endif
    struct result r = compute((enum plain)-1, GB, K2, LB, -5);
    const long of[] = {
        4294967295, 4294967295, 4294967294, 2147483647, 1, 1, 1, 1, 1, -3, -4, -5, -1, -15, -1, 1, 0, 1, 1, -1, 3, -1,
        4294967295, 1, -1, -1, 0, 0, 1, -2, -1, 1, -2, 9, -15, 77, 8,
    };
    const double real[] = { 4294967295.0, 4294967296.0, 4294967295.0, 4294967295.0, -2, -1 };
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
        if (r.of[i] != of[i])
            fprintf(stderr, "%u: %ld, not %ld\n", i, r.of[i], of[i]);
        CHECK(r.of[i] == of[i]);
    }
    for (unsigned i = 0; i < sizeof real / sizeof *real; i++)
        CHECK(r.real[i] == real[i]);
    return test_end();
}
