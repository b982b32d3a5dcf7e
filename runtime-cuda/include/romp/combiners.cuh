// romp/combiners.cuh: how two values of a reduction or a scan become one, and with which values these begin.
#ifndef ROMP_COMBINERS_CUH
#define ROMP_COMBINERS_CUH

namespace romp {

namespace combiner {

#define ROMP_COMBINER_(name, expression)                                                                \
    struct name {                                                                                       \
        template <class T> ROMP_FN T operator()(T a, T b) const { return (T)(expression); }             \
    };
ROMP_COMBINER_(plus, a + b)
ROMP_COMBINER_(times, a * b)
ROMP_COMBINER_(bit_and, a & b)
ROMP_COMBINER_(bit_or, a | b)
ROMP_COMBINER_(bit_xor, a ^ b)
ROMP_COMBINER_(logical_and, (a != (T)0) && (b != (T)0))
ROMP_COMBINER_(logical_or, (a != (T)0) || (b != (T)0))
ROMP_COMBINER_(minimum, b < a ? b : a)
ROMP_COMBINER_(maximum, b > a ? b : a)
#undef ROMP_COMBINER_

// An enumeration without negative constants is unsigned in C, while device code gives it int to compute with: its values
// are compared in the type `U` that it has in C.
#define ROMP_COMBINER_AS_(name, relation)                                                               \
    template <class U> struct name {                                                                    \
        template <class T> ROMP_FN T operator()(T a, T b) const { return (U)b relation (U)a ? b : a; }  \
    };
ROMP_COMBINER_AS_(minimum_as, <)
ROMP_COMBINER_AS_(maximum_as, >)
#undef ROMP_COMBINER_AS_

// `declare reduction`: a function of omp_out and omp_in.
template <class F> struct user {
    F combine;
    template <class T> ROMP_FN T operator()(T out, T in) const
    {
        combine(out, in);
        return out;
    }
};

} // namespace combiner

namespace detail {

// The least and the greatest value of an arithmetic type: the initial values of `max` and `min`.
template <class T, bool floating = std::is_floating_point<T>::value> struct extremes {
    static constexpr bool is_signed = (T)-1 < (T)0;
    // Set bit by bit, since ~0 of a narrow type is an int; `wide` is no narrower than any integer type.
    using wide = typename std::conditional<sizeof(T) <= 8, unsigned long long, unsigned __int128>::type;
    static constexpr T highest = (T)((((wide)1 << (8 * sizeof(T) - 1 - is_signed)) - 1) * 2 + 1);
    static constexpr T lowest = is_signed ? (T)(-highest - 1) : (T)0;
};
template <bool floating> struct extremes<bool, floating> {
    static constexpr bool highest = true, lowest = false;
};
template <class T> struct extremes<T, true> {
    static constexpr T highest = (T)__builtin_huge_val(), lowest = (T)-__builtin_huge_val();
};

// A whole array as a value, element by element.
template <class T, unsigned long long n> struct array {
    T element[n];
};

template <class F, class T> ROMP_FN T combined(const F &f, T a, T b) { return f(a, b); }
template <class F, class T, unsigned long long n>
ROMP_FN array<T, n> combined(const F &f, array<T, n> a, array<T, n> b)
{
#pragma unroll
    for (unsigned long long i = 0; i < n; i++)
        a.element[i] = combined(f, a.element[i], b.element[i]);
    return a;
}

} // namespace detail

template <class T> constexpr T highest = detail::extremes<T>::highest;
template <class T> constexpr T lowest = detail::extremes<T>::lowest;

} // namespace romp
#endif
