// romp/complex_functions.cuh: the functions of <complex.h>, templates over the type of the parts.
#ifndef ROMP_COMPLEX_FUNCTIONS_CUH
#define ROMP_COMPLEX_FUNCTIONS_CUH

namespace romp {

namespace complexes {

// i z and -i z, with what a product would lose: the signs of zeros, and infinities beside NaNs.
template <class T> ROMP_FN complex<T> times_i(complex<T> z) { return complex<T>(-z.im, z.re); }
template <class T> ROMP_FN complex<T> over_i(complex<T> z) { return complex<T>(z.im, -z.re); }

// e^x times u + v i, also where e^x alone overflows.
template <class T> ROMP_FN complex<T> scaled_by_exp(T x, T u, T v)
{
    if (is_finite(x) && x > (sizeof(T) == 4 ? (T)88 : (T)709)) {
        const T half = std::exp(x / 2);
        return complex<T>(half * u * half, half * v * half);
    }
    const T e = std::exp(x);
    return complex<T>(e * u, e * v);
}

// The logarithm of |z|, exact near 1 and without overflow.
template <class T> ROMP_FN T log_of_abs(complex<T> z)
{
    const T x = std::fabs(z.re), y = std::fabs(z.im);
    const T most = x < y ? y : x, least = x < y ? x : y;
    if (is_finite(most) && most > (sizeof(T) == 4 ? (T)1e38 : (T)1e308))
        return std::log(std::hypot(x / 2, y / 2)) + (T)0.69314718055994530942;
    if (most > (T)0.5 && most < (T)2 && least < (T)1) {
        const T beyond = (most - 1) * (most + 1) + least * least;
        if (std::fabs(beyond) < (T)0.5)
            return std::log1p(beyond) / 2;
    }
    return std::log(std::hypot(x, y));
}

} // namespace complexes

template <class T> ROMP_CONSTANT T creal(complex<T> z) { return z.re; }
template <class T> ROMP_CONSTANT T cimag(complex<T> z) { return z.im; }
template <class T> ROMP_CONSTANT complex<T> conj(complex<T> z) { return ~z; }
template <class T> ROMP_FN T cabs(complex<T> z) { return std::hypot(z.re, z.im); }
template <class T> ROMP_FN T carg(complex<T> z) { return std::atan2(z.im, z.re); }

template <class T> ROMP_FN complex<T> cproj(complex<T> z)
{
    if (!complexes::is_inf(z.re) && !complexes::is_inf(z.im))
        return z;
    return complex<T>((T)__builtin_huge_val(), std::copysign((T)0, z.im));
}

template <class T> ROMP_FN complex<T> cexp(complex<T> z)
{
    using namespace complexes;
    if (z.im == 0)
        return complex<T>(std::exp(z.re), z.im);
    if (is_finite(z.im))
        return scaled_by_exp(z.re, (T)std::cos(z.im), (T)std::sin(z.im));
    const T nan = z.im - z.im;
    if (is_inf(z.re))
        return z.re < 0 ? complex<T>(0, std::copysign((T)0, z.im)) : complex<T>(z.re, nan);
    return complex<T>(nan, nan);
}

template <class T> ROMP_FN complex<T> clog(complex<T> z)
{
    return complex<T>(complexes::log_of_abs(z), carg(z));
}

template <class T> ROMP_FN complex<T> clog10(complex<T> z)
{
    const T log10_of_e = (T)0.43429448190325182765;
    const complex<T> log = clog(z);
    return complex<T>(log.re * log10_of_e, log.im * log10_of_e);
}

template <class T> ROMP_FN complex<T> csqrt(complex<T> z)
{
    using namespace complexes;
    if (z.re == 0 && z.im == 0)
        return complex<T>(0, z.im);
    if (is_inf(z.im))
        return complex<T>((T)__builtin_huge_val(), z.im);
    if (is_inf(z.re)) {
        const T none = z.im - z.im;
        return z.re < 0 ? complex<T>(std::fabs(none), std::copysign(z.re, z.im))
                        : complex<T>(z.re, is_nan(z.im) ? z.im : std::copysign((T)0, z.im));
    }
    if (is_nan(z.re))
        return complex<T>(z.re, z.re);
    const T most = std::fmax(std::fabs(z.re), std::fabs(z.im));
    T back = 1;
    if (most > (sizeof(T) == 4 ? (T)8e37 : (T)4e307)) {
        z = complex<T>(z.re / 4, z.im / 4);
        back = 2;
    } else if (most < (sizeof(T) == 4 ? (T)1e-36 : (T)1e-290)) {
        const T up = sizeof(T) == 4 ? (T)16777216 : (T)18014398509481984; // 4^12, 4^27
        z = complex<T>(z.re * up, z.im * up);
        back = sizeof(T) == 4 ? 1 / (T)4096 : 1 / (T)134217728;
    }
    const T root = std::sqrt((std::fabs(z.re) + std::hypot(z.re, z.im)) / 2);
    const T other = z.im / (2 * root);
    if (z.re < 0)
        return complex<T>(std::fabs(other) * back, std::copysign(root * back, z.im));
    return complex<T>(root * back, other * back);
}

template <class T> ROMP_FN complex<T> csinh(complex<T> z)
{
    using namespace complexes;
    if (z.im == 0)
        return complex<T>(std::sinh(z.re), z.im);
    const T sine = std::sin(z.im), cosine = std::cos(z.im);
    if (z.re == 0)
        return complex<T>(is_nan(cosine) ? z.re : std::copysign((T)0, z.re * cosine), sine);
    if (is_inf(z.re) && !is_finite(z.im))
        return complex<T>(z.re, z.im - z.im);
    if (is_finite(z.re) && std::fabs(z.re) > 40)
        return scaled_by_exp(std::fabs(z.re), std::copysign((T)0.5, z.re) * cosine, sine / 2);
    return complex<T>(std::sinh(z.re) * cosine, std::cosh(z.re) * sine);
}

template <class T> ROMP_FN complex<T> ccosh(complex<T> z)
{
    using namespace complexes;
    if (z.im == 0)
        return complex<T>(std::cosh(z.re), is_nan(z.re) ? z.im : std::copysign((T)1, z.re) * z.im);
    const T sine = std::sin(z.im), cosine = std::cos(z.im);
    if (z.re == 0)
        return complex<T>(cosine, is_nan(sine) ? z.re : z.re * sine);
    if (is_inf(z.re) && !is_finite(z.im))
        return complex<T>(std::fabs(z.re), z.im - z.im);
    if (is_finite(z.re) && std::fabs(z.re) > 40)
        return scaled_by_exp(std::fabs(z.re), cosine / 2, std::copysign((T)0.5, z.re) * sine);
    return complex<T>(std::cosh(z.re) * cosine, std::sinh(z.re) * sine);
}

// Kahan's method.
template <class T> ROMP_FN complex<T> ctanh(complex<T> z)
{
    using namespace complexes;
    if (z.im == 0)
        return complex<T>(std::tanh(z.re), z.im);
    if (is_inf(z.re)) {
        const T sign = is_finite(z.im) ? (T)(std::sin(z.im) * std::cos(z.im)) : (T)1;
        return complex<T>(std::copysign((T)1, z.re), std::copysign((T)0, sign));
    }
    if (!is_finite(z.im))
        return complex<T>(z.re == 0 ? z.re : z.im - z.im, z.im - z.im);
    if (std::fabs(z.re) > 20) {
        const T e = std::exp(-std::fabs(z.re));
        return complex<T>(std::copysign((T)1, z.re), 4 * std::sin(z.im) * std::cos(z.im) * e * e);
    }
    const T t = std::tan(z.im), beta = 1 + t * t, s = std::sinh(z.re), rho = std::sqrt(1 + s * s);
    if (is_inf(t))
        return complex<T>(rho / s, 1 / t);
    const T below = 1 + beta * s * s;
    return complex<T>(beta * rho * s / below, t / below);
}

template <class T> ROMP_FN complex<T> csin(complex<T> z)
{
    return complexes::over_i(csinh(complexes::times_i(z)));
}
template <class T> ROMP_FN complex<T> ccos(complex<T> z) { return ccosh(complexes::times_i(z)); }
template <class T> ROMP_FN complex<T> ctan(complex<T> z)
{
    return complexes::over_i(ctanh(complexes::times_i(z)));
}

// Kahan's formulas for the inverse functions: on each side of a cut the value that the zero's sign asks for.
template <class T> ROMP_FN complex<T> casin(complex<T> z)
{
    const complex<T> r = csqrt(complex<T>(1 - z.re, -z.im)), s = csqrt(complex<T>(1 + z.re, z.im));
    return complex<T>(std::atan2(z.re, r.re * s.re - r.im * s.im), std::asinh(r.re * s.im - r.im * s.re));
}

template <class T> ROMP_FN complex<T> cacos(complex<T> z)
{
    const complex<T> r = csqrt(complex<T>(1 - z.re, -z.im)), s = csqrt(complex<T>(1 + z.re, z.im));
    return complex<T>(2 * std::atan2(r.re, s.re), std::asinh(s.re * r.im - s.im * r.re));
}

template <class T> ROMP_FN complex<T> cacosh(complex<T> z)
{
    const complex<T> r = csqrt(complex<T>(z.re - 1, z.im)), s = csqrt(complex<T>(z.re + 1, z.im));
    return complex<T>(std::asinh(r.re * s.re + r.im * s.im), 2 * std::atan2(r.im, s.re));
}

template <class T> ROMP_FN complex<T> catanh(complex<T> z)
{
    const T x = z.re, y = z.im;
    const T near = (1 - std::fabs(x)) * (1 - std::fabs(x)) + y * y;
    const T re = std::copysign(std::log1p(4 * std::fabs(x) / near) / 4, x);
    return complex<T>(re, std::atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2);
}

template <class T> ROMP_FN complex<T> casinh(complex<T> z)
{
    return complexes::over_i(casin(complexes::times_i(z)));
}
template <class T> ROMP_FN complex<T> catan(complex<T> z)
{
    return complexes::over_i(catanh(complexes::times_i(z)));
}

template <class T> ROMP_FN complex<T> cpow(complex<T> z, complex<T> w) { return cexp(w * clog(z)); }

} // namespace romp
#endif
