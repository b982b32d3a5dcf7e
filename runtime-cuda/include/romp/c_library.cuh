// romp/c_library.cuh: C library functions that CUDA lacks on the device.
//
// Plain C++ for both back ends. Needs ROMP_FN and the header of romp::team_barrier before it. The table
// src/library/c/rows.rs says which call of a program becomes which of these.
#ifndef ROMP_C_LIBRARY_CUH
#define ROMP_C_LIBRARY_CUH

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace romp {

ROMP_FN void *memmove(void *to, const void *from, size_t n)
{
    char *t = (char *)to;
    const char *f = (const char *)from;
    if (t < f)
        for (size_t i = 0; i < n; i++)
            t[i] = f[i];
    else
        for (size_t i = n; i-- > 0;)
            t[i] = f[i];
    return to;
}

ROMP_FN int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

ROMP_FN void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = (const unsigned char *)s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    return nullptr;
}

ROMP_FN void *calloc(size_t n, size_t size)
{
    if (size != 0 && n > (size_t)-1 / size)
        return nullptr;
    void *p = malloc(n * size);
    if (p)
        memset(p, 0, n * size);
    return p;
}

ROMP_FN size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

ROMP_FN size_t strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

ROMP_FN int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y)
            return x < y ? -1 : 1;
        if (x == 0)
            break;
    }
    return 0;
}

ROMP_FN int strcmp(const char *a, const char *b) { return strncmp(a, b, (size_t)-1); }

ROMP_FN char *strcpy(char *to, const char *from)
{
    size_t i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
    return to;
}

ROMP_FN char *strncpy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

ROMP_FN char *strcat(char *to, const char *from)
{
    strcpy(to + strlen(to), from);
    return to;
}

ROMP_FN char *strncat(char *to, const char *from, size_t n)
{
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

ROMP_FN char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (!*s)
            return nullptr;
    }
}

ROMP_FN char *strrchr(const char *s, int c)
{
    const char *found = nullptr;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (!*s)
            return (char *)found;
    }
}

ROMP_FN char *strstr(const char *s, const char *part)
{
    size_t n = strlen(part);
    for (;; s++) {
        if (strncmp(s, part, n) == 0)
            return (char *)s;
        if (!*s)
            return nullptr;
    }
}

ROMP_FN size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && strchr(set, s[n]))
        n++;
    return n;
}

ROMP_FN size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && !strchr(set, s[n]))
        n++;
    return n;
}

// Characters, in the "C" locale.
ROMP_FN int isupper(int c) { return c >= 'A' && c <= 'Z'; }
ROMP_FN int islower(int c) { return c >= 'a' && c <= 'z'; }
ROMP_FN int isdigit(int c) { return c >= '0' && c <= '9'; }
ROMP_FN int isalpha(int c) { return isupper(c) || islower(c); }
ROMP_FN int isalnum(int c) { return isalpha(c) || isdigit(c); }
ROMP_FN int isblank(int c) { return c == ' ' || c == '\t'; }
ROMP_FN int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
ROMP_FN int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
ROMP_FN int isprint(int c) { return c >= 32 && c < 127; }
ROMP_FN int isgraph(int c) { return c > 32 && c < 127; }
ROMP_FN int ispunct(int c) { return isgraph(c) && !isalnum(c); }
ROMP_FN int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
ROMP_FN int tolower(int c) { return isupper(c) ? c + 32 : c; }
ROMP_FN int toupper(int c) { return islower(c) ? c - 32 : c; }

ROMP_FN int puts(const char *s) { return printf("%s\n", s); }

ROMP_FN int putchar(int c)
{
    printf("%c", c);
    return (unsigned char)c;
}

// Ends the kernel, and with it the program, in an error.
[[noreturn]] ROMP_FN void abort_()
{
#ifdef ROMP_EMULATED
    ::abort();
#else
    __trap();
#endif
}

// Classification. A float argument keeps its type: a subnormal float is a normal double.
template <class T> ROMP_FN int isinf_sign(T x) { return isinf(x) ? (x < 0 ? -1 : 1) : 0; }
ROMP_FN int isnormal(float x) { return isfinite(x) && fabsf(x) >= 1.17549435e-38f; }
ROMP_FN int isnormal(double x) { return isfinite(x) && fabs(x) >= 2.2250738585072014e-308; }
template <class T> ROMP_FN int fpclassify(int nan, int inf, int normal, int subnormal, int zero, T x)
{
    return isnan(x) ? nan : isinf(x) ? inf : x == 0 ? zero : isnormal(x) ? normal : subnormal;
}
template <class S, class T> ROMP_FN int isgreater(S x, T y) { return x > y; }
template <class S, class T> ROMP_FN int isgreaterequal(S x, T y) { return x >= y; }
template <class S, class T> ROMP_FN int isless(S x, T y) { return x < y; }
template <class S, class T> ROMP_FN int islessequal(S x, T y) { return x <= y; }
template <class S, class T> ROMP_FN int islessgreater(S x, T y) { return x < y || x > y; }
template <class S, class T> ROMP_FN int isunordered(S x, T y) { return x != x || y != y; }

// Built-ins of gcc that nvcc compiles for the host alone, made of those that it also compiles for the device, and of
// shifts.
ROMP_FN int trailing_zeros(unsigned long long x) { return __builtin_popcountll(~x & (x - 1)); }
ROMP_FN int parity(unsigned long long x) { return __builtin_popcountll(x) & 1; }
ROMP_FN unsigned short swapped16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
ROMP_FN unsigned swapped32(unsigned x) { return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24; }
ROMP_FN unsigned long long swapped64(unsigned long long x)
{
    return (unsigned long long)swapped32((unsigned)x) << 32 | swapped32((unsigned)(x >> 32));
}

// The number of bits behind the topmost one that repeat it.
template <class T> ROMP_FN int redundant_signs(T x)
{
    const unsigned long long rest = x < 0 ? ~x : x;
    return (rest ? __builtin_clzll(rest) : 64) - 1 - (64 - 8 * (int)sizeof(T));
}

ROMP_FN long expected(long value, long, double) { return value; }

// Integer powers by squaring, in the order of gcc's library.
template <class T> ROMP_FN T powi(T x, int exponent)
{
    unsigned n = exponent < 0 ? -(unsigned)exponent : exponent;
    T power = n % 2 ? x : T(1);
    while (n >>= 1) {
        x *= x;
        if (n % 2)
            power *= x;
    }
    return exponent < 0 ? 1 / power : power;
}

// Arithmetic on unbounded integers; returns whether the result's type cannot hold the result.
template <class Wide, class R> ROMP_FN bool loses(Wide value, R *result)
{
    *result = (R)value;
    return (Wide)*result != value;
}
template <class S, class T, class R> ROMP_FN bool add_overflow(S x, T y, R *result)
{
    return loses((__int128)x + y, result);
}
template <class S, class T, class R> ROMP_FN bool sub_overflow(S x, T y, R *result)
{
    return loses((__int128)x - y, result);
}
template <class S, class T, class R> ROMP_FN bool mul_overflow(S x, T y, R *result)
{
    // The product of two unsigned factors of 64 bits needs all 128.
    if constexpr (S(-1) > S(0) && T(-1) > T(0))
        return loses((unsigned __int128)x * y, result);
    else
        return loses((__int128)x * y, result);
}

// The built-ins with suffix _p: whether the type of `result` cannot hold the result, which is stored nowhere.
template <class S, class T, class R> ROMP_FN bool add_overflow_p(S x, T y, R result)
{
    return add_overflow(x, y, &result);
}
template <class S, class T, class R> ROMP_FN bool sub_overflow_p(S x, T y, R result)
{
    return sub_overflow(x, y, &result);
}
template <class S, class T, class R> ROMP_FN bool mul_overflow_p(S x, T y, R result)
{
    return mul_overflow(x, y, &result);
}

} // namespace romp

#ifndef ROMP_EMULATED
#define __builtin_popcountl(x) __builtin_popcountll(x)
#define __builtin_clzl(x) __builtin_clzll(x)
#define __builtin_ffsl(x) __builtin_ffsll(x)
#define __builtin_ctz(x) romp::trailing_zeros((unsigned)(x))
#define __builtin_ctzl(x) romp::trailing_zeros(x)
#define __builtin_ctzll(x) romp::trailing_zeros(x)
#define __builtin_parity(x) romp::parity((unsigned)(x))
#define __builtin_parityl(x) romp::parity(x)
#define __builtin_parityll(x) romp::parity(x)
#define __builtin_bswap16(x) romp::swapped16(x)
#define __builtin_bswap32(x) romp::swapped32(x)
#define __builtin_bswap64(x) romp::swapped64(x)
#endif
#endif
