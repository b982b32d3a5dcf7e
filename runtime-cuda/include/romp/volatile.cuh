// romp/volatile.cuh: volatile structures and arrays as a whole.
//
// C reads, assigns, passes and returns them as other structures; the copying functions of a C++ class take no
// volatile object, and `memcpy` no volatile array. Here they are copied in units as large as their alignment allows.
#ifndef ROMP_VOLATILE_CUH
#define ROMP_VOLATILE_CUH

namespace romp {

namespace detail {

template <unsigned long long bytes> struct volatile_unit {
    typedef unsigned char type;
};
template <> struct volatile_unit<2> {
    typedef unsigned short type __attribute__((may_alias));
};
template <> struct volatile_unit<4> {
    typedef unsigned int type __attribute__((may_alias));
};
template <> struct volatile_unit<8> {
    typedef unsigned long long type __attribute__((may_alias));
};

template <class T> struct volatile_words {
    static constexpr unsigned long long unit = alignof(T) < 8 ? alignof(T) : 8;
    typedef typename volatile_unit<unit>::type word;
    static constexpr unsigned long long count = sizeof(T) / unit;
};

template <class T> struct referred {
    typedef T type;
};
template <class T> struct referred<T &> {
    typedef T type;
};

} // namespace detail

// A member that is volatile in C, of a structure that C++ is to copy.
template <class T> ROMP_FN volatile typename detail::referred<T>::type &as_volatile(T &&object) { return object; }

// The value of a volatile object.
template <class T> ROMP_FN T value_of(const volatile T &object)
{
    typedef detail::volatile_words<T> words;
    T value;
    const volatile typename words::word *const from = (const volatile typename words::word *)&object;
    typename words::word *const to = (typename words::word *)&value;
    for (unsigned long long i = 0; i < words::count; i++)
        to[i] = from[i];
    return value;
}

// Assigns a value to a volatile object; returns the value of the assignment.
template <class T> ROMP_FN T assign(volatile T &object, const T &value)
{
    typedef detail::volatile_words<T> words;
    volatile typename words::word *const to = (volatile typename words::word *)&object;
    const typename words::word *const from = (const typename words::word *)&value;
    for (unsigned long long i = 0; i < words::count; i++)
        to[i] = from[i];
    return value;
}

// Copies an array where either may be volatile. `to` and `from` point to elements, or to rows, of the same array type.
template <class T, class U> ROMP_FN void copy_volatile(volatile T *to, const volatile U *from, unsigned long long bytes)
{
    typedef typename detail::volatile_words<T>::word word;
    for (unsigned long long i = 0; i < bytes / sizeof(word); i++)
        ((volatile word *)to)[i] = ((const volatile word *)from)[i];
}

} // namespace romp

#endif
