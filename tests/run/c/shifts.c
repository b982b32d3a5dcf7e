#include "../test.h"
#include <stdint.h>

int main(void)
{
    enum { n = 32 };
    uint32_t left[n], right[n];
    int32_t arithmetic[n];
    uint64_t wide[n], rotated[n];
    uint32_t u = 0x80000001u;
    int32_t s = -1000;
    uint64_t w = 0x123456789abcdef0u;

    #pragma omp target teams distribute parallel for map(from: left, right, arithmetic, wide, rotated)
    for (int i = 0; i < n; i++) {
        left[i] = u << i;
        right[i] = u >> i;
        arithmetic[i] = s >> i;
        wide[i] = w << i >> 7;
        rotated[i] = i ? w << i | w >> (64 - i) : w;
    }
    uint64_t folded = 0;
    for (int i = 0; i < n; i++) {
        CHECK(left[i] == u << i);
        CHECK(right[i] == u >> i);
        CHECK(arithmetic[i] == s >> i);
        CHECK(wide[i] == w << i >> 7);
        CHECK(rotated[i] == (i ? w << i | w >> (64 - i) : w));
        folded = folded * 31 + left[i] + right[i] + wide[i] + rotated[i];
    }
    printf("%llu\n", (unsigned long long)folded);
    return test_end();
}
