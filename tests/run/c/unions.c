#include "../test.h"
#include <stdint.h>

typedef union {
    float f;
    uint32_t bits;
    uint8_t bytes[4];
} word;

struct tagged {
    enum { INT, REAL } kind;
    union {
        long i;
        double d;
    };
};

int main(void)
{
    enum { n = 20 };
    uint32_t bits[n];
    struct tagged t[n];
    double out[n];
    for (int i = 0; i < n; i++) {
        t[i].kind = i % 2 ? REAL : INT;
        if (i % 2)
            t[i].d = i / 2.0;
        else
            t[i].i = i;
    }

    #pragma omp target teams distribute parallel for map(from: bits, out) map(to: t)
    for (int i = 0; i < n; i++) {
        word w;
        w.f = (float)i * 0.5f;
        w.bytes[3] |= 0x80;
        bits[i] = w.bits;
        out[i] = t[i].kind == INT ? (double)t[i].i : t[i].d;
    }
    for (int i = 0; i < n; i++) {
        word w = {.f = (float)i * 0.5f};
        CHECK(bits[i] == (w.bits | 0x80000000u));
        CHECK(out[i] == (i % 2 ? i / 2.0 : i));
    }
    printf("%08x %g\n", bits[n - 1], out[n - 1]);
    return test_end();
}
