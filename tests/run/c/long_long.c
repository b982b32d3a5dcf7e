#include "../test.h"
#include <limits.h>

int main(void)
{
    enum { n = 64 };
    long long a[n];
    unsigned long long b[n];
    #pragma omp target teams distribute parallel for map(from: a, b)
    for (int i = 0; i < n; i++) {
        a[i] = (i % 2 ? -1LL : 1LL) * (1LL << (i < 62 ? i : 62)) + 3ll;
        b[i] = 0x9e3779b97f4a7c15ull * (unsigned long long)(i + 1);
        b[i] ^= b[i] >> 31;
        b[i] *= 0xbf58476d1ce4e5b9ull;
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == (i % 2 ? -1LL : 1LL) * (1LL << (i < 62 ? i : 62)) + 3);
        unsigned long long x = 0x9e3779b97f4a7c15ull * (unsigned long long)(i + 1);
        x ^= x >> 31;
        CHECK(b[i] == x * 0xbf58476d1ce4e5b9ull);
    }
    printf("%lld %llu\n", a[62], b[63]);
    return test_end();
}
