/* The compiler's built-ins for bits and bytes, those that nvcc does not know among them. */
#define _GNU_SOURCE
#include "../test.h"
#include <strings.h>

int main(void)
{
    unsigned long long got[18];
    unsigned u = 0x01020304u;
    unsigned long long w = 0xa0b0c0d0e0f00000ull;
    unsigned short h = 0x1234;
    #pragma omp target map(from: got)
    {
        got[0] = __builtin_ctz(u << 3);
        got[1] = __builtin_ctzl(1ul << 40);
        got[2] = __builtin_ctzll(w);
        got[3] = __builtin_parity(u);
        got[4] = __builtin_parityl(3ul);
        got[5] = __builtin_parityll(w);
        got[6] = __builtin_bswap16(h);
        got[7] = __builtin_bswap32(u);
        got[8] = __builtin_bswap64(w);
        got[9] = __builtin_clz(u) + __builtin_clzll(w >> 5);
        got[10] = __builtin_ffs((int)u) + __builtin_ffsll((long long)w);
        got[11] = __builtin_popcount(u) + __builtin_popcountll(w);
        got[12] = __builtin_expect(u > 3, 1);
        got[13] = __builtin_ctz(u & -u) + __builtin_parity(u | 1);
        got[14] = __builtin_popcountl(7ul << 40);
        got[15] = __builtin_clzl(1ul << 62);
        got[16] = __builtin_ffsl(1l << 22);
        got[17] = ffs(48);
    }
    const unsigned long long want[18] = {5, 40, 20, 1, 0, 1, 0x3412, 0x04030201, 0xf0e0d0c0b0a0, 12, 24, 22, 1, 2, 3, 1, 23, 5};
    for (int i = 0; i < 18; i++)
        CHECK(got[i] == want[i]);
    return test_end();
}
