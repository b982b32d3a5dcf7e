// romp/selected_arrays.cuh: private copies of short reduced arrays, in registers though subscripts are computed.
//
//     romp::selected_array<int, 8> bins_private(0);
//     bins_private[key[i] % 8] += 1;
//     romp::reduce_league(scratch, romp::plus_each(bins, bins_private.of));
#ifndef ROMP_SELECTED_ARRAYS_CUH
#define ROMP_SELECTED_ARRAYS_CUH

namespace romp {

// A private copy of a short array whose elements the program updates by subscripts that it computes, and does nothing
// else with: each element is in a register, and an update compares the subscript with the elements' numbers.
template <class T, unsigned n> struct selected_array {
    T of[n];

    ROMP_FN explicit selected_array(T value) { fill(of, value); }

    // An element, as the left side of a statement.
    struct element {
        T (&of)[n];
        const unsigned long long number;

        template <class F> ROMP_FN void update(F f) const
        {
#ifdef ROMP_EMULATED
            // Checks know the array's end.
            f(of[number]);
#else
            // Each element is assigned, so that the compiler sees no address that depends on the subscript.
#pragma unroll
            for (unsigned i = 0; i < n; i++) {
                T changed = of[i];
                f(changed);
                of[i] = i == (unsigned)number ? changed : of[i];
            }
#endif
        }
        ROMP_FN void operator++() const { update([](T &mine) { mine++; }); }
        ROMP_FN void operator--() const { update([](T &mine) { mine--; }); }
        ROMP_FN void operator++(int) const { ++*this; }
        ROMP_FN void operator--(int) const { --*this; }
#define ROMP_UPDATE_(operation)                                                                         \
    template <class V> ROMP_FN void operator operation(V value) const                                   \
    {                                                                                                   \
        update([=](T &mine) { mine operation value; });                                                 \
    }
        ROMP_UPDATE_(+=)
        ROMP_UPDATE_(-=)
        ROMP_UPDATE_(*=)
        ROMP_UPDATE_(&=)
        ROMP_UPDATE_(|=)
        ROMP_UPDATE_(^=)
#undef ROMP_UPDATE_
    };
    template <class I> ROMP_FN element operator[](I subscript) { return {of, (unsigned long long)subscript}; }
};

} // namespace romp
#endif
