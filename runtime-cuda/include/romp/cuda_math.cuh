// romp/cuda_math.cuh: functions of arithmetic that CUDA C++ has beside those of C, for the emulated device.
//
// Functions that are fast and less exact on a GPU (`__expf`) are as exact as C's here: results differ in the last bits.
#ifndef ROMP_CUDA_MATH_CUH
#define ROMP_CUDA_MATH_CUH

#include <limits>

// ---- Integers.

ROMP_FN int __popc(unsigned x) { return __builtin_popcount(x); }
ROMP_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
ROMP_FN int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
ROMP_FN int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
ROMP_FN int __ffs(int x) { return __builtin_ffs(x); }
ROMP_FN int __ffsll(long long x) { return __builtin_ffsll(x); }
ROMP_FN unsigned __brev(unsigned x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
ROMP_FN unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
// Each of the four low digits of `selector` chooses a byte of the eight of x and y, or repeats its sign.
ROMP_FN unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned)(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
    return result;
}
ROMP_FN int __mul24(int x, int y) { return (int)((unsigned)(x << 8 >> 8) * (unsigned)(y << 8 >> 8)); }
ROMP_FN unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
ROMP_FN int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
ROMP_FN unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
ROMP_FN long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
ROMP_FN unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
ROMP_FN unsigned __sad(int x, int y, unsigned z) { return (x < y ? (unsigned)y - (unsigned)x : (unsigned)x - (unsigned)y) + z; }
ROMP_FN unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x < y ? y - x : x - y) + z; }
ROMP_FN int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
ROMP_FN unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y) >> 1); }
ROMP_FN int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
ROMP_FN unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y + 1) >> 1); }
ROMP_FN unsigned __funnelshift_l(unsigned low, unsigned high, unsigned n)
{
    return (unsigned)(((unsigned long long)high << 32 | low) << (n & 31) >> 32);
}
ROMP_FN unsigned __funnelshift_r(unsigned low, unsigned high, unsigned n)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (n & 31));
}

#define ROMP_MIN_MAX_(type)                                          \
    ROMP_FN type min(type a, type b) { return b < a ? b : a; }       \
    ROMP_FN type max(type a, type b) { return a < b ? b : a; }
ROMP_MIN_MAX_(int)
ROMP_MIN_MAX_(unsigned)
ROMP_MIN_MAX_(long)
ROMP_MIN_MAX_(unsigned long)
ROMP_MIN_MAX_(long long)
ROMP_MIN_MAX_(unsigned long long)
#undef ROMP_MIN_MAX_
// Of floating-point numbers as C's fmin and fmax: a NaN is no number to choose.
ROMP_FN float min(float a, float b) { return ::fminf(a, b); }
ROMP_FN double min(double a, double b) { return ::fmin(a, b); }
ROMP_FN float max(float a, float b) { return ::fmaxf(a, b); }
ROMP_FN double max(double a, double b) { return ::fmax(a, b); }

// ---- Bits of numbers.

namespace romp {
namespace emulated {
template <class To, class From> ROMP_FN To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

// Conversions of CUDA round as their names say and end at the limits of the type. NaN becomes 0, or the highest bit
// where the type has 64.
template <class To, class From> ROMP_FN To saturated(From x)
{
    using limits = std::numeric_limits<To>;
    if (x != x)
        return sizeof(To) == 8 ? (To)1 << 63 : 0;
    if (x >= 2 * (From)(limits::max() / 2 + 1))
        return limits::max();
    if (x < (From)limits::min())
        return limits::min();
    return (To)x;
}
} // namespace emulated
} // namespace romp

ROMP_FN int __float_as_int(float x) { return romp::emulated::bits_as<int>(x); }
ROMP_FN unsigned __float_as_uint(float x) { return romp::emulated::bits_as<unsigned>(x); }
ROMP_FN float __int_as_float(int x) { return romp::emulated::bits_as<float>(x); }
ROMP_FN float __uint_as_float(unsigned x) { return romp::emulated::bits_as<float>(x); }
ROMP_FN long long __double_as_longlong(double x) { return romp::emulated::bits_as<long long>(x); }
ROMP_FN double __longlong_as_double(long long x) { return romp::emulated::bits_as<double>(x); }
ROMP_FN int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
ROMP_FN int __double2loint(double x) { return (int)__double_as_longlong(x); }
ROMP_FN double __hiloint2double(int high, int low)
{
    return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

#define ROMP_TO_INTEGER_(name, type, from, suffix)                                                                    \
    ROMP_FN type name##_rn(from x) { return romp::emulated::saturated<type>(::rint##suffix(x)); }                     \
    ROMP_FN type name##_rz(from x) { return romp::emulated::saturated<type>(::trunc##suffix(x)); }                    \
    ROMP_FN type name##_rd(from x) { return romp::emulated::saturated<type>(::floor##suffix(x)); }                    \
    ROMP_FN type name##_ru(from x) { return romp::emulated::saturated<type>(::ceil##suffix(x)); }
ROMP_TO_INTEGER_(__float2int, int, float, f)
ROMP_TO_INTEGER_(__float2uint, unsigned, float, f)
ROMP_TO_INTEGER_(__float2ll, long long, float, f)
ROMP_TO_INTEGER_(__float2ull, unsigned long long, float, f)
ROMP_TO_INTEGER_(__double2int, int, double, )
ROMP_TO_INTEGER_(__double2uint, unsigned, double, )
ROMP_TO_INTEGER_(__double2ll, long long, double, )
ROMP_TO_INTEGER_(__double2ull, unsigned long long, double, )
#undef ROMP_TO_INTEGER_
ROMP_FN float __int2float_rn(int x) { return (float)x; }
ROMP_FN float __uint2float_rn(unsigned x) { return (float)x; }
ROMP_FN float __ll2float_rn(long long x) { return (float)x; }
ROMP_FN float __ull2float_rn(unsigned long long x) { return (float)x; }
ROMP_FN double __int2double_rn(int x) { return x; }
ROMP_FN double __uint2double_rn(unsigned x) { return x; }
ROMP_FN double __ll2double_rn(long long x) { return (double)x; }
ROMP_FN double __ull2double_rn(unsigned long long x) { return (double)x; }
ROMP_FN float __double2float_rn(double x) { return (float)x; }

// ---- Numbers with a fraction. Newer C libraries have some of the functions themselves.

#if !__GLIBC_PREREQ(2, 42)
ROMP_FN float rsqrtf(float x) { return 1 / ::sqrtf(x); }
ROMP_FN double rsqrt(double x) { return 1 / ::sqrt(x); }
#endif
ROMP_FN float rsqrt(float x) { return 1 / ::sqrtf(x); }
ROMP_FN float rcbrtf(float x) { return 1 / ::cbrtf(x); }
ROMP_FN double rcbrt(double x) { return 1 / ::cbrt(x); }
namespace romp {
namespace emulated {
// sin(pi * x) and cos(pi * x), without an error for large x: the period is 2.
template <class T> ROMP_CODE T sine_of_pi(T x)
{
    const T turn = x - 2 * std::floor(x / 2); // from 0 to below 2
    const T part = turn < T(0.5) ? turn : turn < T(1.5) ? 1 - turn : turn - 2;
    return part == 0 ? std::copysign(T(0), x) : std::sin(T(3.14159265358979323846) * part);
}
template <class T> ROMP_CODE T cosine_of_pi(T x)
{
    const T turn = std::fabs(x) - 2 * std::floor(std::fabs(x) / 2), part = turn <= 1 ? turn : 2 - turn;
    return part == T(0.5) ? T(0) : std::cos(T(3.14159265358979323846) * part);
}
} // namespace emulated
} // namespace romp
#if !__GLIBC_PREREQ(2, 41)
ROMP_FN float sinpif(float x) { return romp::emulated::sine_of_pi(x); }
ROMP_FN double sinpi(double x) { return romp::emulated::sine_of_pi(x); }
ROMP_FN float cospif(float x) { return romp::emulated::cosine_of_pi(x); }
ROMP_FN double cospi(double x) { return romp::emulated::cosine_of_pi(x); }
#endif

ROMP_FN float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
ROMP_FN float __fdividef(float x, float y) { return x / y; }
ROMP_FN float __expf(float x) { return ::expf(x); }
ROMP_FN float __exp10f(float x) { return ::powf(10, x); }
ROMP_FN float __logf(float x) { return ::logf(x); }
ROMP_FN float __log2f(float x) { return ::log2f(x); }
ROMP_FN float __log10f(float x) { return ::log10f(x); }
ROMP_FN float __powf(float x, float y) { return ::powf(x, y); }
ROMP_FN float __sinf(float x) { return ::sinf(x); }
ROMP_FN float __cosf(float x) { return ::cosf(x); }
ROMP_FN float __tanf(float x) { return ::tanf(x); }
ROMP_FN void __sincosf(float x, float *sine, float *cosine)
{
    *sine = ::sinf(x);
    *cosine = ::cosf(x);
}

// Rounded to nearest, and never contracted with another operation: the result passes through memory.
#define ROMP_ROUNDED_(type, expression)                       \
    {                                                         \
        type result = expression;                             \
        __asm__ volatile("" : "+m"(result));                  \
        return result;                                        \
    }
ROMP_FN float __fadd_rn(float x, float y) ROMP_ROUNDED_(float, x + y)
ROMP_FN float __fsub_rn(float x, float y) ROMP_ROUNDED_(float, x - y)
ROMP_FN float __fmul_rn(float x, float y) ROMP_ROUNDED_(float, x * y)
ROMP_FN float __fdiv_rn(float x, float y) ROMP_ROUNDED_(float, x / y)
ROMP_FN double __dadd_rn(double x, double y) ROMP_ROUNDED_(double, x + y)
ROMP_FN double __dsub_rn(double x, double y) ROMP_ROUNDED_(double, x - y)
ROMP_FN double __dmul_rn(double x, double y) ROMP_ROUNDED_(double, x * y)
ROMP_FN double __ddiv_rn(double x, double y) ROMP_ROUNDED_(double, x / y)
#undef ROMP_ROUNDED_
ROMP_FN float __fmaf_rn(float x, float y, float z) { return ::fmaf(x, y, z); }
ROMP_FN double __fma_rn(double x, double y, double z) { return ::fma(x, y, z); }
ROMP_FN float __fsqrt_rn(float x) { return ::sqrtf(x); }
ROMP_FN float __frcp_rn(float x) { return 1 / x; }
ROMP_FN float __frsqrt_rn(float x) { return (float)(1 / ::sqrt((double)x)); }
ROMP_FN double __dsqrt_rn(double x) { return ::sqrt(x); }
ROMP_FN double __drcp_rn(double x) { return 1 / x; }

#endif
