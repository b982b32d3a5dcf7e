/* Division and remainder: signed toward zero, unsigned, 64 bits, by constants and by variables. */
#include "../test.h"

int main(void)
{
    enum { n = 41 };
    int q[n], r[n];
    unsigned uq[n], ur[n];
    long lq[n];
    unsigned long ul[n];
    int seven = 7, minus = -3;

    #pragma omp target teams distribute parallel for map(from: q, r, uq, ur, lq, ul)
    for (int i = 0; i < n; i++) {
        int x = (i - 20) * 1234567;
        q[i] = x / seven + x / minus + x / 16;
        r[i] = x % seven + x % minus + x % 16;
        uq[i] = (unsigned)x / 10u;
        ur[i] = (unsigned)x % (unsigned)seven;
        lq[i] = (long)x * 1000003L / (minus - i);
        ul[i] = (unsigned long)x / 3 % 1000000007ul;
    }
    for (int i = 0; i < n; i++) {
        int x = (i - 20) * 1234567;
        CHECK(q[i] == x / 7 + x / -3 + x / 16);
        CHECK(r[i] == x % 7 + x % -3 + x % 16);
        CHECK(uq[i] == (unsigned)x / 10u && ur[i] == (unsigned)x % 7u);
        CHECK(lq[i] == (long)x * 1000003L / (-3 - i));
        CHECK(ul[i] == (unsigned long)x / 3 % 1000000007ul);
    }
    printf("%d %d %u %ld %lu\n", q[0], r[0], uq[0], lq[0], ul[0]);
    return test_end();
}
