#include "../test.h"

struct flags {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 20;
    unsigned : 0;
    unsigned long long d : 40;
    _Bool e : 1;
};

int main(void)
{
    enum { n = 40 };
    struct flags f[n];
    memset(f, 0, sizeof f);
    long sums[n];

    #pragma omp target teams distribute parallel for map(tofrom: f) map(from: sums)
    for (int i = 0; i < n; i++) {
        f[i].a = (unsigned)i;
        f[i].b = i - 20 > 15 ? 15 : i - 20 < -16 ? -16 : i - 20;
        f[i].c = (unsigned)i * 50000u;
        f[i].d = (unsigned long long)i << 34;
        f[i].e = i;
        f[i].a++;
        sums[i] = f[i].a + f[i].b + (long)f[i].c + f[i].e;
    }
    long total = 0;
    for (int i = 0; i < n; i++) {
        int b = i - 20 > 15 ? 15 : i - 20 < -16 ? -16 : i - 20;
        CHECK(f[i].a == (unsigned)(i + 1) % 8);
        CHECK(f[i].b == b);
        CHECK(f[i].c == (unsigned)i * 50000u % (1u << 20));
        CHECK(f[i].d == ((unsigned long long)i << 34) % (1ull << 40));
        CHECK(f[i].e == (i != 0));
        CHECK(sums[i] == (i + 1) % 8 + b + (long)((unsigned)i * 50000u % (1u << 20)) + (i != 0));
        total += sums[i];
    }
    printf("%ld\n", total);
    return test_end();
}
