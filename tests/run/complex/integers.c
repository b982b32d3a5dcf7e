// GNU C's complex integers: parts are not promoted, a real operand is, and quotients are gcc's.
#include "../test.h"
#include <complex.h>

#define OF(T, x, y) ({ _Complex T made; __real__ made = (x); __imag__ made = (y); made; })
#define SAME(a, b) (__real__(a) == __real__(b) && __imag__(a) == __imag__(b))
enum side { LEFT, RIGHT };

// Every operator on operands of two types, computed by the device and the host.
#define PAIR(NAME, A, B)                                                                           \
    static int NAME(void)                                                                          \
    {                                                                                              \
        const int points = 5, most = points * points;                                              \
        _Complex A z[25];                                                                          \
        _Complex B w[25];                                                                          \
        for (int i = 0; i < most; i++) {                                                           \
            z[i] = OF(A, 93 * i - 700, 31 - 17 * i);                                               \
            w[i] = OF(B, 3 + i % 3, 2 * i - 9);                                                    \
        }                                                                                          \
        __typeof__(z[0] + w[0]) sum[25];                                                           \
        __typeof__(z[0] * w[0]) product[25];                                                       \
        __typeof__(z[0] / w[0]) quotient[25];                                                      \
        __typeof__(z[0] - __real__ w[0]) real[25];                                                 \
        _Complex A changed[25];                                                                    \
        int equal = 0, wanted = 0, bad = 0;                                                        \
        _Static_assert(sizeof sum[0] >= sizeof z[0] || sizeof(A) > sizeof(B), "the wider one");    \
        for (int i = 0; i < most; i++)                                                             \
            changed[i] = z[i];                                                                     \
        _Pragma("omp target parallel for map(to: z, w) map(from: sum, product, quotient, real)     \
                 map(tofrom: changed) reduction(+: equal)")                                        \
        for (int i = 0; i < most; i++) {                                                           \
            sum[i] = -z[i] + w[i];                                                                 \
            product[i] = z[i] * ~w[i];                                                             \
            quotient[i] = z[i] / w[i];                                                             \
            real[i] = __real__ w[i] - z[i] * __imag__ w[i];                                        \
            changed[i] -= w[i];                                                                    \
            changed[i] *= __imag__ z[i];                                                           \
            changed[i]++;                                                                          \
            equal += (z[i] == w[i]) + 2 * (z[i] != 5) + 4 * (!w[i]) + 8 * (z[i] && 1);              \
        }                                                                                          \
        for (int i = 0; i < most; i++) {                                                           \
            _Complex A after = z[i];                                                               \
            after -= w[i];                                                                         \
            after *= __imag__ z[i];                                                                \
            after++;                                                                               \
            bad += !SAME(sum[i], -z[i] + w[i]) || !SAME(product[i], z[i] * ~w[i]);                 \
            bad += !SAME(quotient[i], z[i] / w[i]) || !SAME(changed[i], after);                    \
            bad += !SAME(real[i], __real__ w[i] - z[i] * __imag__ w[i]);                           \
            wanted += (z[i] == w[i]) + 2 * (z[i] != 5) + 4 * (!w[i]) + 8 * (z[i] && 1);             \
        }                                                                                          \
        return bad + (equal != wanted);                                                            \
    }

PAIR(ints, int, int)
PAIR(unsigned_and_int, unsigned, int)
PAIR(chars, unsigned char, unsigned char)
PAIR(char_and_unsigned, signed char, unsigned char)
PAIR(short_and_char, unsigned short, char)
PAIR(longs, long, long)
PAIR(long_and_unsigned, long long, unsigned)
PAIR(unsigned_longs, unsigned long, unsigned long long)
PAIR(long_and_double, long, double)
PAIR(float_and_int, float, int)

#pragma omp declare target
struct holder {
    char before;
    _Complex short z;
    _Complex char small[3];
    _Complex long wide;
};
_Complex int table[2] = { 3 + 4i, -1 };
static _Complex int turned(_Complex int z) { return z * 1i; }
static _Complex long widened(_Complex char z) { return z; }
#pragma omp end declare target

static void conversions(void)
{
    int whole = 0, truth = 0;
    double real = 0;
    _Complex double c = 0;
    _Complex int z = 0, from_real = 0, chosen = 0;
    _Complex unsigned char narrow = 0;
    #pragma omp target map(tofrom: whole, truth, real, c, z, from_real, chosen, narrow)
    {
        _Complex int w = 300 - 2i;
        _Bool flag = w - 300;
        enum side side = RIGHT;
        whole = w;
        truth = flag + 2 * (_Bool)(w * 0) + 4 * !w;
        real = w;
        c = w;
        z = c / 2 + 0.75;
        from_real = 2.9f;
        narrow = w;
        chosen = side ? w : flag;
        chosen += side * w + flag;
    }
    CHECK(whole == 300 && truth == 1 && real == 300);
    CHECK(c == 300 - 2 * I && z == 150 - 1i);
    CHECK(from_real == 2 && narrow == 44 + 254i);
    CHECK(chosen == 601 - 4i);
}

static void places(int n)
{
    struct holder h = { 1, 2 + 3i, { 1, 2i, 3 }, 5 };
    _Complex int *list = malloc(n * sizeof *list), s = 0, p = 1, all[2] = { 0 };
    for (int i = 0; i < n; i++)
        list[i] = OF(int, i, 1);
    #pragma omp target parallel for map(to: list[0:n]) reduction(+: s, all) reduction(*: p) num_threads(33)
    for (int i = 0; i < n; i++) {
        s += list[i];
        all[i & 1] -= list[i];
        if (i < 8)
            p *= 1 + 1i;
    }
    CHECK(s == OF(int, n * (n - 1) / 2, n));
    CHECK(n < 8 || p == 16);
    CHECK(all[0] + all[1] == -s);

    long wide = 0;
    #pragma omp target map(tofrom: h, table) map(from: wide)
    {
        _Complex char *walk = h.small;
        walk++;
        h.z = turned(h.z) + walk[0];
        h.wide += widened(*walk) * table[0];
        __imag__ table[1] = 7;
        _Complex int block[n + 1][2];
        block[n][1] = turned(h.z);
        wide = __real__ block[n][1] + sizeof block[n] + _Alignof(_Complex long);
    }
    CHECK(h.z == -3 + 4i);
    CHECK(h.wide == 5 + (3 + 4i) * 2i);
    #pragma omp target update from(table)
    CHECK(table[1] == -1 + 7i && wide == -4 + 16 + 8);
    free(list);
}

int main(void)
{
    CHECK(ints() == 0);
    CHECK(unsigned_and_int() == 0);
    CHECK(chars() == 0);
    CHECK(char_and_unsigned() == 0);
    CHECK(short_and_char() == 0);
    CHECK(longs() == 0);
    CHECK(long_and_unsigned() == 0);
    CHECK(unsigned_longs() == 0);
    CHECK(long_and_double() == 0);
    CHECK(float_and_int() == 0);
    conversions();
    places(0);
    places(1);
    places(100);
    return test_end();
}
