// romp/checked_library.cuh: C library functions for checked images of the emulated device, which report their
// accesses.
//
// The namespace of a unit lies within one that names these, so that a call finds them before the C library's, and
// a function of the program before both. Functions of romp/c_library.cuh are code of the image, which is checked
// without this.
#ifndef ROMP_CHECKED_LIBRARY_CUH
#define ROMP_CHECKED_LIBRARY_CUH

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "romp/emulated.h"

namespace romp {
namespace checked {

inline __attribute__((always_inline)) void *memcpy(void *to, const void *from, size_t bytes)
{
    romp_emulated_reads(from, bytes);
    romp_emulated_writes(to, bytes);
    return ::memcpy(to, from, bytes);
}

inline __attribute__((always_inline)) void *memset(void *to, int byte, size_t bytes)
{
    romp_emulated_writes(to, bytes);
    return ::memset(to, byte, bytes);
}

// Functions with results through a pointer.
#define ROMP_CHECKED_RESULT(type, name, result)                          \
    inline __attribute__((always_inline)) type name(type x, result *to)  \
    {                                                                    \
        romp_emulated_writes(to, sizeof *to);                            \
        return ::name(x, to);                                            \
    }
ROMP_CHECKED_RESULT(double, frexp, int)
ROMP_CHECKED_RESULT(float, frexpf, int)
ROMP_CHECKED_RESULT(double, modf, double)
ROMP_CHECKED_RESULT(float, modff, float)
#undef ROMP_CHECKED_RESULT

#define ROMP_CHECKED_RESULTS(type, suffix)                                                               \
    inline __attribute__((always_inline)) type remquo##suffix(type x, type y, int *quotient)             \
    {                                                                                                    \
        romp_emulated_writes(quotient, sizeof *quotient);                                                \
        return ::remquo##suffix(x, y, quotient);                                                         \
    }                                                                                                    \
    inline __attribute__((always_inline)) void sincos##suffix(type x, type *sine, type *cosine)          \
    {                                                                                                    \
        romp_emulated_writes(sine, sizeof *sine);                                                        \
        romp_emulated_writes(cosine, sizeof *cosine);                                                    \
        ::sincos##suffix(x, sine, cosine);                                                               \
    }
ROMP_CHECKED_RESULTS(double, )
ROMP_CHECKED_RESULTS(float, f)
#undef ROMP_CHECKED_RESULTS

// Reads a string that is printed: its bytes up to the end, at most `most` of them.
inline void reads_string(const char *text, size_t most)
{
    for (size_t i = 0; i < most; i++) {
        romp_emulated_reads(text + i, 1);
        if (!text[i])
            break;
    }
}

// The strings among the arguments of printf. The format is the printer's of device code, which has C's conversions.
inline void reads_strings(const char *format, va_list arguments)
{
    reads_string(format, (size_t)-1);
    for (const char *p = format; *p; p++) {
        if (*p != '%')
            continue;
        p++;
        size_t most = (size_t)-1;
        int longs = 0;
        bool size = false, long_double = false;
        while (*p && strchr("-+ #0'", *p))
            p++;
        if (*p == '*')
            va_arg(arguments, int), p++;
        while (*p >= '0' && *p <= '9')
            p++;
        if (*p == '.') {
            p++;
            if (*p == '*') {
                const int given = va_arg(arguments, int);
                most = given < 0 ? (size_t)-1 : (size_t)given;
                p++;
            } else {
                for (most = 0; *p >= '0' && *p <= '9'; p++)
                    most = most * 10 + (size_t)(*p - '0');
            }
        }
        for (; *p && strchr("hlLqjzt", *p); p++) {
            longs += *p == 'l';
            size |= *p == 'j' || *p == 'z' || *p == 't' || *p == 'q';
            long_double |= *p == 'L';
        }
        switch (*p) {
        case 's':
            if (const char *text = va_arg(arguments, const char *))
                reads_string(text, most);
            break;
        case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'c':
            if (longs || size)
                va_arg(arguments, long long);
            else
                va_arg(arguments, int);
            break;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (long_double)
                va_arg(arguments, long double);
            else
                va_arg(arguments, double);
            break;
        case 'p':
            va_arg(arguments, void *);
            break;
        case 'n':
            if (int *count = va_arg(arguments, int *))
                romp_emulated_writes(count, sizeof *count);
            break;
        case '%':
            break;
        default:
            return; // an unknown conversion: which argument it takes is not known
        }
    }
}

__attribute__((format(printf, 1, 2))) inline int printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    reads_strings(format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    const int count = vprintf(format, arguments);
    va_end(arguments);
    return count;
}

} // namespace checked
} // namespace romp

#define ROMP_CHECKED_LIBRARY_NAMES                                                                              \
    using romp::checked::memcpy;                                                                                \
    using romp::checked::memset;                                                                                \
    using romp::checked::frexp;                                                                                 \
    using romp::checked::frexpf;                                                                                \
    using romp::checked::modf;                                                                                  \
    using romp::checked::modff;                                                                                 \
    using romp::checked::remquo;                                                                                \
    using romp::checked::remquof;                                                                               \
    using romp::checked::sincos;                                                                                \
    using romp::checked::sincosf;                                                                               \
    using romp::checked::printf;

#endif
