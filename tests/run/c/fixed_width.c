#include "../test.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

struct record {
    int8_t a;
    uint16_t b;
    int32_t c;
    uint64_t d;
    size_t e;
    ptrdiff_t f;
    intptr_t g;
    uint_least16_t h;
};

int main(void)
{
    enum { n = 40 };
    static struct record r[n];
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        r[i].a = (int8_t)(i * 7);
        r[i].b = (uint16_t)(i * 3000);
        r[i].c = INT32_MIN + i;
        r[i].d = UINT64_C(0x100000000) * (uint64_t)i + UINT32_MAX;
        r[i].e = sizeof(struct record) * (size_t)i;
        r[i].f = (ptrdiff_t)offsetof(struct record, d) - i;
        r[i].g = (intptr_t)-i;
        r[i].h = (uint_least16_t)~i;
    }
    for (int i = 0; i < n; i++) {
        CHECK(r[i].a == (int8_t)(i * 7) && r[i].b == (uint16_t)(i * 3000) && r[i].c == INT32_MIN + i);
        CHECK(r[i].d == (UINT64_C(1) << 32) * (uint64_t)i + UINT32_MAX);
        CHECK(r[i].e == sizeof(struct record) * (size_t)i && r[i].f == (ptrdiff_t)offsetof(struct record, d) - i);
        CHECK(r[i].g == -i && r[i].h == (uint_least16_t)~i);
    }
    printf("%d %" PRIu64 "\n", r[n - 1].a, r[n - 1].d);
    return test_end();
}
