// romp/complex.cuh: C's complex numbers and their operators.
//
//     romp::complex<double> z = 1.0 + 2.0 * romp::imaginary(1.0f);
//     z *= w;                  both parts of w, or a real number
//     double x = (double)z;    the real part; C converts so without a word
//
// Laid out as in C: real part, imaginary part, aligned as one of them. Operators take mixed operands as C does: a
// real operand has no imaginary part, which is not the same as a zero one. Products and quotients recover infinities
// as C11's Annex G and gcc do, unless ROMP_LIMITED_RANGE is defined; quotients are scaled as by libgcc.
//
// GNU C also has complex integers: parts that are not promoted, and quotients by gcc's method.
#ifndef ROMP_COMPLEX_CUH
#define ROMP_COMPLEX_CUH

// Functions that are also evaluated where a variable of the device is initialised.
#ifdef ROMP_EMULATED
#define ROMP_CONSTANT constexpr
#else
#define ROMP_CONSTANT __host__ __device__ __forceinline__ constexpr
#endif

namespace romp {

template <class T> constexpr bool is_real = std::is_arithmetic<T>::value || std::is_enum<T>::value;
template <class T> using if_real = typename std::enable_if<is_real<T>, int>::type;

template <class T> struct complex {
    T re, im;

    complex() = default;
    ROMP_CONSTANT complex(T re, T im) : re(re), im(im) {}
    template <class U, if_real<U> = 0> ROMP_CONSTANT complex(U x) : re((T)x), im(0) {}
    template <class U> ROMP_CONSTANT complex(const complex<U> &z) : re((T)z.re), im((T)z.im) {}
    template <class U> ROMP_CONSTANT complex(const volatile complex<U> &z) : re((T)z.re), im((T)z.im) {}

    template <class U> ROMP_CONSTANT complex &operator=(const complex<U> &z)
    {
        re = (T)z.re;
        im = (T)z.im;
        return *this;
    }
    template <class U, if_real<U> = 0> ROMP_CONSTANT complex &operator=(U x)
    {
        re = (T)x;
        im = 0;
        return *this;
    }
    template <class U> ROMP_CONSTANT void operator=(const complex<U> &z) volatile
    {
        re = (T)z.re;
        im = (T)z.im;
    }
    template <class U, if_real<U> = 0> ROMP_CONSTANT void operator=(U x) volatile
    {
        re = (T)x;
        im = 0;
    }

    template <class U, if_real<U> = 0> ROMP_CONSTANT explicit operator U() const
    {
        if constexpr (std::is_same<U, bool>::value)
            return re != 0 || im != 0;
        else
            return (U)re;
    }
    template <class U, if_real<U> = 0> ROMP_CONSTANT explicit operator U() const volatile
    {
        return (U)complex(*this);
    }
};

// `3.0i`
template <class T> ROMP_CONSTANT complex<T> imaginary(T im) { return complex<T>(0, im); }
// `CMPLX(re, im)`
template <class T> ROMP_CONSTANT complex<T> of_parts(T re, T im) { return complex<T>(re, im); }

namespace complexes {

// The type of the parts of an operator's result. With a real operand, which is promoted; none where the second
// operand is no real number.
template <class A, class X> using with = typename std::enable_if<is_real<X>, decltype(A() + X())>::type;

// Of two complex numbers. Integer parts are not promoted: the wider type, of two of one size the unsigned one.
template <class A, class B, bool = std::is_integral<A>::value && std::is_integral<B>::value> struct join {
    using type = decltype(A() + B());
};
template <class A, class B> struct join<A, B, true> {
    static constexpr bool first =
        sizeof(A) > sizeof(B) || (sizeof(A) == sizeof(B) && std::is_unsigned<A>::value);
    using type = typename std::conditional<first, A, B>::type;
};
template <class A, class B> using common = typename join<A, B>::type;

template <class T> ROMP_CONSTANT bool is_nan(T x) { return x != x; }
template <class T> ROMP_CONSTANT bool is_inf(T x) { return x - x != x - x && x == x; }
template <class T> ROMP_CONSTANT bool is_finite(T x) { return x - x == 0; }
// A part of an infinite operand as part of a direction: 1 where it is infinite, 0 elsewhere, with its sign.
template <class T> ROMP_FN T unit(T x) { return std::copysign(is_inf(x) ? (T)1 : (T)0, x); }
template <class T> ROMP_FN T without_nan(T x) { return is_nan(x) ? std::copysign((T)0, x) : x; }

// Recovers a product that became NaN + NaN i although an operand is infinite, or a product of finite ones was.
template <class T> ROMP_FN complex<T> recovered_product(complex<T> p, complex<T> z, complex<T> w)
{
    const T ac = z.re * w.re, bd = z.im * w.im, ad = z.re * w.im, bc = z.im * w.re;
    bool again = false;
    if (is_inf(z.re) || is_inf(z.im)) {
        z = complex<T>(unit(z.re), unit(z.im));
        w = complex<T>(without_nan(w.re), without_nan(w.im));
        again = true;
    }
    if (is_inf(w.re) || is_inf(w.im)) {
        w = complex<T>(unit(w.re), unit(w.im));
        z = complex<T>(without_nan(z.re), without_nan(z.im));
        again = true;
    }
    if (!again && (is_inf(ac) || is_inf(bd) || is_inf(ad) || is_inf(bc))) {
        z = complex<T>(without_nan(z.re), without_nan(z.im));
        w = complex<T>(without_nan(w.re), without_nan(w.im));
        again = true;
    }
    if (!again)
        return p;
    const T infinity = (T)__builtin_huge_val();
    return complex<T>(infinity * (z.re * w.re - z.im * w.im), infinity * (z.re * w.im + z.im * w.re));
}

template <class T> ROMP_CONSTANT complex<T> product(complex<T> z, complex<T> w)
{
    const complex<T> p((T)(z.re * w.re - z.im * w.im), (T)(z.re * w.im + z.im * w.re));
#ifndef ROMP_LIMITED_RANGE
    if constexpr (std::is_floating_point<T>::value) {
        if (is_nan(p.re) && is_nan(p.im))
            return recovered_product(p, z, w);
    }
#endif
    return p;
}

template <class T> ROMP_FN complex<T> recovered_quotient(complex<T> q, complex<T> z, complex<T> w)
{
    const T infinity = (T)__builtin_huge_val();
    if (w.re == 0 && w.im == 0 && (!is_nan(z.re) || !is_nan(z.im))) {
        const T over = std::copysign(infinity, w.re);
        return complex<T>(over * z.re, over * z.im);
    }
    if ((is_inf(z.re) || is_inf(z.im)) && is_finite(w.re) && is_finite(w.im)) {
        const T a = unit(z.re), b = unit(z.im);
        return complex<T>(infinity * (a * w.re + b * w.im), infinity * (b * w.re - a * w.im));
    }
    if ((is_inf(w.re) || is_inf(w.im)) && is_finite(z.re) && is_finite(z.im)) {
        const T c = unit(w.re), d = unit(w.im);
        return complex<T>((T)0 * (z.re * c + z.im * d), (T)0 * (z.im * c - z.re * d));
    }
    return q;
}

// The square of the denominator fits a double.
ROMP_FN complex<float> plain_quotient(complex<float> &z, complex<float> &w)
{
    const double a = z.re, b = z.im, c = w.re, d = w.im;
    const double square = c * c + d * d;
    return complex<float>((float)((a * c + b * d) / square), (float)((b * c - a * d) / square));
}

// Smith's method, with the care of Baudin and Smith for what would overflow, underflow or lose all its bits.
// Leaves the operands scaled.
ROMP_FN complex<double> plain_quotient(complex<double> &z, complex<double> &w)
{
    const double huge = 1.7976931348623157e308 / 2, tiny = 2.2250738585072014e-308;
    const double epsilon = 2.220446049250313e-16, up = 1 / epsilon, large = huge * epsilon;
    // Computed as if the imaginary part of w were never the greater one; otherwise z/w is the quotient of
    // exchanged parts.
    const bool exchanged = fabs(w.re) < fabs(w.im);
    const double most = fabs(exchanged ? w.im : w.re);
    if (most >= huge) {
        z = complex<double>(z.re / 2, z.im / 2);
        w = complex<double>(w.re / 2, w.im / 2);
    }
    const double p = fabs(z.re), q = fabs(z.im);
    const bool uneven = most < large && ((p < tiny && q < large) || (q < tiny && p < large));
    if (most < epsilon || uneven) {
        z = complex<double>(z.re * up, z.im * up);
        w = complex<double>(w.re * up, w.im * up);
    }
    const double a = z.re, b = z.im, c = exchanged ? w.im : w.re, d = exchanged ? w.re : w.im;
    const double ratio = d / c, denominator = d * ratio + c;
    const bool useful = fabs(ratio) > tiny;
    double x, y;
    if (exchanged) {
        x = ((useful ? a * ratio : d * (a / c)) + b) / denominator;
        y = ((useful ? b * ratio : d * (b / c)) - a) / denominator;
    } else {
        x = ((useful ? b * ratio : d * (b / c)) + a) / denominator;
        y = (b - (useful ? a * ratio : d * (a / c))) / denominator;
    }
    return complex<double>(x, y);
}

template <class T> ROMP_CONSTANT T magnitude(T x)
{
    if constexpr (std::is_signed<T>::value)
        return x < 0 ? (T)-x : x;
    return x;
}

// Of integers, as gcc computes it: by Smith's method, of which every step is rounded towards zero, so that the
// quotient of 10+10i and 3+2i is 3+3i. Each step is an operation of the type of the parts.
template <class T> ROMP_CONSTANT complex<T> integer_quotient(complex<T> z, complex<T> w)
{
    const bool exchanged = magnitude(w.re) < magnitude(w.im);
    const T c = exchanged ? w.im : w.re, d = exchanged ? w.re : w.im;
    const T ratio = (T)(d / c), divisor = (T)((T)(d * ratio) + c);
    const T by_re = (T)(z.re * ratio), by_im = (T)(z.im * ratio);
    const T re = exchanged ? (T)(by_re + z.im) : (T)(by_im + z.re);
    const T im = exchanged ? (T)(by_im - z.re) : (T)(z.im - by_re);
    return complex<T>((T)(re / divisor), (T)(im / divisor));
}

template <class T> ROMP_CONSTANT complex<T> quotient(complex<T> z, complex<T> w)
{
#ifdef ROMP_LIMITED_RANGE
    const T square = (T)((T)(w.re * w.re) + (T)(w.im * w.im));
    const T re = (T)((T)(z.re * w.re) + (T)(z.im * w.im)), im = (T)((T)(z.im * w.re) - (T)(z.re * w.im));
    return complex<T>((T)(re / square), (T)(im / square));
#else
    if constexpr (std::is_integral<T>::value) {
        return integer_quotient(z, w);
    } else {
        const complex<T> q = plain_quotient(z, w);
        return is_nan(q.re) && is_nan(q.im) ? recovered_quotient(q, z, w) : q;
    }
#endif
}

} // namespace complexes

#define ROMP_COMPLEX_(op, both, right, left)                                                               \
    template <class A, class B, class T = complexes::common<A, B>>                                         \
    ROMP_CONSTANT complex<T> operator op(complex<A> z, complex<B> w)                                       \
    {                                                                                                      \
        return both;                                                                                       \
    }                                                                                                      \
    template <class A, class X, class T = complexes::with<A, X>>                                           \
    ROMP_CONSTANT complex<T> operator op(complex<A> z, X x)                                                \
    {                                                                                                      \
        return right;                                                                                      \
    }                                                                                                      \
    template <class X, class A, class T = complexes::with<A, X>>                                           \
    ROMP_CONSTANT complex<T> operator op(X x, complex<A> z)                                                \
    {                                                                                                      \
        return left;                                                                                       \
    }                                                                                                      \
    template <class A, class B> ROMP_CONSTANT complex<A> &operator op##=(complex<A> &z, const B &w)        \
    {                                                                                                      \
        return z = z op w;                                                                                 \
    }                                                                                                      \
    template <class A, class B> ROMP_CONSTANT void operator op##=(volatile complex<A> &z, const B &w)      \
    {                                                                                                      \
        z = complex<A>(z) op w;                                                                            \
    }
ROMP_COMPLEX_(+, complex<T>((T)((T)z.re + (T)w.re), (T)((T)z.im + (T)w.im)),
              complex<T>((T)((T)z.re + (T)x), (T)z.im), complex<T>((T)((T)x + (T)z.re), (T)z.im))
ROMP_COMPLEX_(-, complex<T>((T)((T)z.re - (T)w.re), (T)((T)z.im - (T)w.im)),
              complex<T>((T)((T)z.re - (T)x), (T)z.im), complex<T>((T)((T)x - (T)z.re), (T)-(T)z.im))
ROMP_COMPLEX_(*, complexes::product(complex<T>(z), complex<T>(w)),
              complex<T>((T)z.re * (T)x, (T)z.im * (T)x), complex<T>((T)x * (T)z.re, (T)x * (T)z.im))
ROMP_COMPLEX_(/, complexes::quotient(complex<T>(z), complex<T>(w)),
              complex<T>((T)z.re / (T)x, (T)z.im / (T)x),
              complexes::quotient(complex<T>(x), complex<T>(z)))
#undef ROMP_COMPLEX_

#define ROMP_COMPLEX_(op, join)                                                                            \
    template <class A, class B, class T = complexes::common<A, B>>                                         \
    ROMP_CONSTANT bool operator op(complex<A> z, complex<B> w)                                             \
    {                                                                                                      \
        return (T)z.re op(T) w.re join(T) z.im op(T) w.im;                                                 \
    }                                                                                                      \
    template <class A, class X, class = complexes::with<A, X>>                                             \
    ROMP_CONSTANT bool operator op(complex<A> z, X x)                                                      \
    {                                                                                                      \
        return z.re op x join z.im op 0;                                                                   \
    }                                                                                                      \
    template <class X, class A, class = complexes::with<A, X>>                                             \
    ROMP_CONSTANT bool operator op(X x, complex<A> z)                                                      \
    {                                                                                                      \
        return x op z.re join z.im op 0;                                                                   \
    }
ROMP_COMPLEX_(==, &&)
ROMP_COMPLEX_(!=, ||)
#undef ROMP_COMPLEX_

template <class T> ROMP_CONSTANT complex<T> operator+(complex<T> z) { return z; }
template <class T> ROMP_CONSTANT complex<T> operator-(complex<T> z) { return complex<T>((T)-z.re, (T)-z.im); }
// GNU C's operator for the conjugate.
template <class T> ROMP_CONSTANT complex<T> operator~(complex<T> z) { return complex<T>(z.re, (T)-z.im); }
template <class T> ROMP_CONSTANT complex<T> &operator++(complex<T> &z) { return z += 1; }
template <class T> ROMP_CONSTANT complex<T> &operator--(complex<T> &z) { return z -= 1; }
template <class T> ROMP_CONSTANT complex<T> operator++(complex<T> &z, int)
{
    const complex<T> old = z;
    z += 1;
    return old;
}
template <class T> ROMP_CONSTANT complex<T> operator--(complex<T> &z, int)
{
    const complex<T> old = z;
    z -= 1;
    return old;
}

} // namespace romp
#endif
