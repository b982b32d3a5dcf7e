/* `__alignof__` of objects: what their declarations ask for counts, of variables and members. */
#include "../test.h"
#include <stdint.h>

_Alignas(64) int g;
int h __attribute__((aligned(32)));
typedef int __attribute__((aligned(128))) wide;
typedef int other __attribute__((aligned(64)));
struct s {
    char c;
    _Alignas(16) char d;
    struct {
        int in __attribute__((aligned(32)));
    };
    double e;
    wide w;
};

int main(void)
{
    size_t r[24], q[24];
    _Alignas(16) char c;
    char d __attribute__((aligned(8)));
    double plain[3];
    struct s s, *p = &s;
    wide v;
    memset(r, 0, sizeof r);
    memset(q, 0, sizeof q);
    #define ALL(r)                                                                                     \
        _Alignas(32) char e;                                                                       \
        r[0] = __alignof__(g), r[1] = __alignof__(h), r[2] = __alignof__(c), r[3] = __alignof__ d; \
        r[4] = __alignof__(e), r[5] = _Alignof(wide), r[6] = _Alignof(other), r[7] = __alignof__(v); \
        r[8] = __alignof__(s.c), r[9] = __alignof__(s.d), r[10] = __alignof__(s.in);               \
        r[11] = __alignof__(p->d), r[12] = __alignof__(s.e), r[13] = __alignof__(s.w);             \
        r[14] = __alignof__(plain), r[15] = __alignof__(plain[1]), r[16] = __alignof__(struct s);  \
        r[17] = __alignof__(*p), r[18] = __alignof__((g)), r[19] = __alignof__(g + 1);             \
        r[20] = (uintptr_t)&e % 32;
    #pragma omp target map(from: r)
    {
        ALL(r)
    }
    {
        ALL(q)
    }
    for (int i = 0; i < 21; i++) {
        CHECK(r[i] == q[i]);
        if (r[i] != q[i])
            printf("%d: %zu %zu\n", i, r[i], q[i]);
    }
    return test_end();
}
