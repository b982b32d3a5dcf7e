// romp/ranges.cuh: a C loop's iterations as a value: first element, number of trips, step.
//
// Computed once from the bounds (OpenMP 5.2, 4.4.2), with unsigned arithmetic that is right for every
// bound: no trips, wrapping unsigned variables, ranges as wide as the type. The number of trips has 32
// bits where the compared type has at most 32, else 64.
#ifndef ROMP_RANGES_CUH
#define ROMP_RANGES_CUH

namespace romp {

namespace detail {

template <bool condition, class A, class B> struct choose { using type = A; };
template <class A, class B> struct choose<false, A, B> { using type = B; };

// The unsigned type that can count the values of T.
template <class T> using counter = typename choose<(sizeof(T) > 4), unsigned long long, unsigned>::type;

template <class A, class B> struct same { static constexpr bool value = false; };
template <class A> struct same<A, A> { static constexpr bool value = true; };

// C's usual arithmetic conversions of `variable op bound`.
template <class A, class B> using compared = decltype(true ? +A() : +B());

// The type of the loop variable: what the caller names, otherwise that of the first value.
template <class I, class L> using induction = typename choose<same<I, void>::value, L, I>::type;

} // namespace detail

// The values first, first + step, ...: `count` of them. T is an integer type or a pointer.
template <class T, class Count> struct range {
    using value_type = T;
    using count_type = Count;
    T first;
    Count count;
    Count step; // two's complement

    ROMP_FN Count trips() const { return count; }
    ROMP_FN T operator[](Count k) const { return (T)((Count)first + k * step); }
    ROMP_FN range slice(Count begin, Count length) const { return {(*this)[begin], length, step}; }
};

template <class E, class Count> struct range<E *, Count> {
    using value_type = E *;
    using count_type = Count;
    E *first;
    Count count;
    Count step; // in elements

    ROMP_FN Count trips() const { return count; }
    ROMP_FN E *operator[](Count k) const { return first + (long long)(k * step); }
    ROMP_FN range slice(Count begin, Count length) const { return {(*this)[begin], length, step}; }
};

// for (I i = lo; i < hi; i += step). Here and below the step is a magnitude; I is named where the loop's variable
// has another type than `lo` as written: below<unsigned>(0, n).
template <class I = void, class L, class H, class S = int> ROMP_FN auto below(L lo, H hi, S step = 1)
{
    using T = detail::induction<I, L>;
    using C = detail::compared<T, H>;
    using U = detail::counter<C>;
    const C a = (C)(T)lo, b = (C)hi;
    return range<T, U>{(T)lo, a < b ? ((U)b - (U)a - 1) / (U)step + 1 : 0, (U)step};
}

// for (I i = lo; i <= hi; i += step)
template <class I = void, class L, class H, class S = int> ROMP_FN auto upto(L lo, H hi, S step = 1)
{
    using T = detail::induction<I, L>;
    using C = detail::compared<T, H>;
    using U = detail::counter<C>;
    const C a = (C)(T)lo, b = (C)hi;
    return range<T, U>{(T)lo, a <= b ? ((U)b - (U)a) / (U)step + 1 : 0, (U)step};
}

// for (I i = hi; i > lo; i -= step)
template <class I = void, class L, class H, class S = int> ROMP_FN auto above(H from, L lo, S step = 1)
{
    using T = detail::induction<I, H>;
    using C = detail::compared<T, L>;
    using U = detail::counter<C>;
    const C a = (C)(T)from, b = (C)lo;
    return range<T, U>{(T)from, a > b ? ((U)a - (U)b - 1) / (U)step + 1 : 0, 0 - (U)step};
}

// for (I i = hi; i >= lo; i -= step)
template <class I = void, class L, class H, class S = int> ROMP_FN auto downto(H from, L lo, S step = 1)
{
    using T = detail::induction<I, H>;
    using C = detail::compared<T, L>;
    using U = detail::counter<C>;
    const C a = (C)(T)from, b = (C)lo;
    return range<T, U>{(T)from, a >= b ? ((U)a - (U)b) / (U)step + 1 : 0, 0 - (U)step};
}

// for (I i = lo; i != hi; i += step) with a step of 1 or -1. An unsigned variable may wrap on its way, a narrow
// one within its own width.
template <class I = void, class L, class H, class S = int> ROMP_FN auto until(L lo, H hi, S step = 1)
{
    using T = detail::induction<I, L>;
    using C = detail::compared<T, H>;
    using U = detail::counter<C>;
    const U width = sizeof(T) < sizeof(U) ? ((U)1 << (8 * sizeof(T) % (8 * sizeof(U)))) - 1 : ~(U)0;
    const U up = (U)(C)hi - (U)(C)(T)lo;
    return range<T, U>{(T)lo, (step > 0 ? up : 0 - up) & width, (U)step};
}

// The ranges of pointers; steps count elements.
template <class E, class H, class S = int> ROMP_FN auto below(E *lo, H *hi, S step = 1)
{
    using U = unsigned long long;
    return range<E *, U>{lo, lo < hi ? (U)(hi - lo - 1) / (U)step + 1 : 0, (U)step};
}
template <class E, class H, class S = int> ROMP_FN auto upto(E *lo, H *hi, S step = 1)
{
    using U = unsigned long long;
    return range<E *, U>{lo, lo <= hi ? (U)(hi - lo) / (U)step + 1 : 0, (U)step};
}
template <class E, class L, class S = int> ROMP_FN auto above(E *from, L *lo, S step = 1)
{
    using U = unsigned long long;
    return range<E *, U>{from, from > lo ? (U)(from - lo - 1) / (U)step + 1 : 0, 0 - (U)step};
}
template <class E, class L, class S = int> ROMP_FN auto downto(E *from, L *lo, S step = 1)
{
    using U = unsigned long long;
    return range<E *, U>{from, from >= lo ? (U)(from - lo) / (U)step + 1 : 0, 0 - (U)step};
}
template <class E, class H, class S = int> ROMP_FN auto until(E *lo, H *hi, S step = 1)
{
    using U = unsigned long long;
    return range<E *, U>{lo, step > 0 ? (U)(hi - lo) : (U)(lo - hi), (U)(long long)step};
}

// Quotient and remainder of a collapsed loop's iteration number: `auto [i, j] = romp::split(k, inner)`.
template <class C> struct parts {
    C quotient, remainder;
};
ROMP_FN parts<unsigned> split(unsigned k, unsigned inner) { return {k / inner, k % inner}; }
// 64-bit division costs some ten times a 32-bit one on the device.
ROMP_FN parts<unsigned long long> split(unsigned long long k, unsigned long long inner)
{
    if (((k | inner) >> 32) == 0)
        return {(unsigned)k / (unsigned)inner, (unsigned)k % (unsigned)inner};
    return {k / inner, k % inner};
}
template <class K, class N> ROMP_FN auto split(K k, N inner)
{
    using C = detail::counter<decltype(k + inner)>;
    return split((C)k, (C)inner);
}

// The most iterations that `row(i)` has for any i of `outer`. `row` makes a range, or such a number itself. With
// bounds that are affine in i it is longest at one end.
namespace detail {
template <class T, class C> ROMP_FN unsigned long long trips_of(const range<T, C> &r) { return r.trips(); }
ROMP_FN unsigned long long trips_of(unsigned long long trips) { return trips; }
} // namespace detail
template <class R, class F> ROMP_FN unsigned long long most_trips(R outer, F row)
{
    if (outer.trips() == 0)
        return 0;
    const unsigned long long first = detail::trips_of(row(outer[0]));
    const unsigned long long last = detail::trips_of(row(outer[outer.trips() - 1]));
    return first < last ? last : first;
}
// The most iterations of rows that need not be affine.
template <class R, class F> ROMP_FN unsigned long long most_trips_of_all(R outer, F row)
{
    unsigned long long most = 0;
    for (typename R::count_type k = 0; k < outer.trips(); k++) {
        const unsigned long long trips = detail::trips_of(row(outer[k]));
        most = most < trips ? trips : most;
    }
    return most;
}

// One past the last of the numbers that `inside` accepts; 0 where it accepts none.
template <class F> ROMP_FN unsigned long long end_of_rows(unsigned long long trips, F inside)
{
    while (trips > 0 && !inside(trips - 1))
        trips--;
    return trips;
}

} // namespace romp
#endif
