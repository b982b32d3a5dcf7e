#include "../test.h"
#include <limits.h>
#include <stdint.h>

int main(void)
{
    unsigned a = UINT_MAX, out[4];
    uint8_t b = 255;
    uint16_t c = 0;
    uint64_t d = UINT64_MAX, wide = 0;

    #pragma omp target map(from: out, wide)
    {
        a++;
        out[0] = a;
        out[1] = a - 1;
        b = (uint8_t)(b + 1);
        out[2] = b;
        c--;
        out[3] = c;
        wide = d * d + (uint64_t)a - 5;
    }
    CHECK(out[0] == 0 && out[1] == UINT_MAX && out[2] == 0 && out[3] == 65535);
    CHECK(wide == 1 - UINT64_C(5));
    printf("%u %u %llu\n", out[1], out[3], (unsigned long long)wide);
    return test_end();
}
