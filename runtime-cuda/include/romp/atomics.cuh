// romp/atomics.cuh: the `atomic` construct (OpenMP 5.2, section 15.8.4) and `flush`.
//
//     atomic_add(x, e)              x = x + e as C computes it; returns the old value
//     atomic_add_fetch(x, e)        the same; returns the new value
//     atomic_rsub(x, e)             x = e - x: operators with the operands exchanged begin with an r
//     atomic_add<acq_rel>(x, e)     with a memory order; it is relaxed where none is given
//     atomic_add(generic(x), e)    where x may be in the thread's own memory, which instructions do not reach
//     atomic_add(copies[i], e)     an element of a team's copies of an array, or of the array (`array_reductions.cuh`)
//
// Operands keep their own types, so that conversions are those of the expression `x + e`: a char plus a double is
// computed in double. Instructions of the hardware are used where they compute exactly that; other operations are a
// loop around compare-and-swap. `e` is evaluated once, before. The scope of every operation is the whole device.
#ifndef ROMP_ATOMICS_CUH
#define ROMP_ATOMICS_CUH

namespace romp {

enum order { relaxed, acquire, release, acq_rel, seq_cst };

ROMP_FN void flush()
{
    fence();
    let_others_run();
}

namespace atomics {

template <size_t size> struct word;
template <> struct word<1> { using type = unsigned char; };
template <> struct word<2> { using type = unsigned short; };
template <> struct word<4> { using type = unsigned; };
template <> struct word<8> { using type = unsigned long long; };
template <class T> using word_of = typename word<sizeof(T)>::type;
template <class T> using bare = typename std::remove_cv<T>::type;

// A location that may lie in the thread's local memory, which atomic instructions do not reach and no other thread
// accesses.
template <class T> struct maybe_local {
    T *at;
};
template <class W, class T> ROMP_FN W *as(T *at) { return (W *)at; }
template <class W, class T> ROMP_FN maybe_local<W> as(maybe_local<T> x) { return {(W *)x.at}; }
template <class T> ROMP_FN const volatile void *address(T *at) { return at; }
template <class T> ROMP_FN const volatile void *address(maybe_local<T> x) { return x.at; }
template <class T> T pointee(T *);
template <class T> T pointee(maybe_local<T>);
template <class P> using at = decltype(pointee(std::declval<P>()));

template <class W> ROMP_FN W load(maybe_local<W> x) { return load(x.at); }

#define ROMP_MAYBE_LOCAL_(name, parameters, arguments, result)            \
    template <class W> ROMP_FN W name parameters                   \
    {                                                              \
        if (!is_local(x.at))                                       \
            return name arguments;                                 \
        const W old = *x.at;                                       \
        *x.at = result;                                            \
        return old;                                                \
    }
ROMP_MAYBE_LOCAL_(compare_and_swap, (maybe_local<W> x, W expected, W e), (x.at, expected, e), old == expected ? e : old)
ROMP_MAYBE_LOCAL_(exchange, (maybe_local<W> x, W e), (x.at, e), e)
ROMP_MAYBE_LOCAL_(fetch_add, (maybe_local<W> x, W e), (x.at, e), old + e)
ROMP_MAYBE_LOCAL_(fetch_and_, (maybe_local<W> x, W e), (x.at, e), old & e)
ROMP_MAYBE_LOCAL_(fetch_or_, (maybe_local<W> x, W e), (x.at, e), old | e)
ROMP_MAYBE_LOCAL_(fetch_xor_, (maybe_local<W> x, W e), (x.at, e), old ^ e)
ROMP_MAYBE_LOCAL_(fetch_min, (maybe_local<W> x, W e), (x.at, e), e < old ? e : old)
ROMP_MAYBE_LOCAL_(fetch_max, (maybe_local<W> x, W e), (x.at, e), old < e ? e : old)
#undef ROMP_MAYBE_LOCAL_

template <class To, class From> ROMP_FN To bits(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

template <order o> ROMP_FN void before()
{
    if constexpr (o == release)
        release_fence();
    else if constexpr (o == acq_rel || o == seq_cst)
        fence();
}

template <order o> ROMP_FN void after()
{
    if constexpr (o == acquire)
        acquire_fence();
    else if constexpr (o == acq_rel || o == seq_cst)
        fence();
}

template <class T> struct change {
    T old, now;
    bool equal;
};

// Changes x to next(x) if wanted(x) holds, in one atomic step.
template <class P, class Wanted, class Next> ROMP_FN change<at<P>> update(P x, Wanted wanted, Next next)
{
    using T = at<P>;
    using W = word_of<T>;
    W seen = load(as<W>(x));
    for (;;) {
        const T old = bits<T>(seen);
        if (!wanted(old))
            return {old, old, false};
        const T now = next(old);
        const W found = compare_and_swap(as<W>(x), seen, bits<W>(now));
        if (found == seen)
            return {old, now, true};
        seen = found;
    }
}

// The type to which C's usual arithmetic conversions convert two operands.
template <class A, class B> using common = decltype(std::declval<A>() + std::declval<B>());

// Whether the type is an integer of a machine word, where the low bits of a result do not depend on higher ones.
template <class T, class E>
constexpr bool whole = std::is_integral<T>::value && sizeof(T) >= 4 && std::is_integral<E>::value;

// Whether the hardware's addition computes the same: it takes both operands in x's type.
template <class T, class E, bool = std::is_floating_point<T>::value> constexpr bool addable = whole<T, E>;
template <class T, class E>
constexpr bool addable<T, E, true> = native_float_add && std::is_same<common<T, E>, T>::value;

// Whether the hardware's minimum and maximum compute the same: they compare in x's own type.
template <class T, class E, bool = whole<T, E>> constexpr bool ordered = false;
template <class T, class E>
constexpr bool ordered<T, E, true> = native_min_max && std::is_same<common<T, E>, T>::value;

struct add {
    template <class A, class B> ROMP_FN static auto of(A a, B b) { return a + b; }
    template <class T, class E> static constexpr bool native = addable<T, E>;
    template <class P, class T> ROMP_FN static T fetch(P x, T e)
    {
        if constexpr (std::is_floating_point<T>::value)
            return fetch_add(x, e);
        else
            return (T)fetch_add(as<word_of<T>>(x), (word_of<T>)e);
    }
};

struct sub {
    template <class A, class B> ROMP_FN static auto of(A a, B b) { return a - b; }
    template <class T, class E> static constexpr bool native = addable<T, E>;
    template <class P, class T> ROMP_FN static T fetch(P x, T e)
    {
        if constexpr (std::is_floating_point<T>::value)
            return fetch_add(x, -e);
        else
            return (T)fetch_add(as<word_of<T>>(x), (word_of<T>)0 - (word_of<T>)e);
    }
};

#define ROMP_BITWISE_(name, sign)                                                              \
    struct name {                                                                              \
        template <class A, class B> ROMP_FN static auto of(A a, B b) { return a sign b; }      \
        template <class T, class E> static constexpr bool native = whole<T, E>;                \
        template <class P, class T> ROMP_FN static T fetch(P x, T e)                           \
        {                                                                                      \
            return (T)fetch_##name(as<word_of<T>>(x), (word_of<T>)e);                          \
        }                                                                                      \
    };
ROMP_BITWISE_(and_, &)
ROMP_BITWISE_(or_, |)
ROMP_BITWISE_(xor_, ^)
#undef ROMP_BITWISE_

// Operations for which there is no instruction.
#define ROMP_LOOPED_(name, expression)                                                         \
    struct name {                                                                              \
        template <class A, class B> ROMP_FN static auto of(A x, B e) { return expression; }    \
        template <class T, class E> static constexpr bool native = false;                      \
        template <class P, class T> ROMP_FN static T fetch(P, T e) { return e; }               \
    };
ROMP_LOOPED_(mul, x * e)
ROMP_LOOPED_(div, x / e)
ROMP_LOOPED_(shl, x << e)
ROMP_LOOPED_(shr, x >> e)
ROMP_LOOPED_(rsub, e - x)
ROMP_LOOPED_(rdiv, e / x)
ROMP_LOOPED_(rshl, e << x)
ROMP_LOOPED_(rshr, e >> x)
ROMP_LOOPED_(logical_and, x && e)
ROMP_LOOPED_(logical_or, x || e)
#undef ROMP_LOOPED_

template <class Op, order o, class P, class E> ROMP_FN change<at<P>> apply(P x, E e, source_place here)
{
    using T = at<P>;
    before<o>();
    change<T> result;
    if constexpr (Op::template native<T, E>) {
        const T old = Op::fetch(x, (T)e);
        result = {old, (T)Op::of(old, e), true};
    } else {
        result = update(x, [](T) { return true; }, [=](T old) { return (T)Op::of(old, e); });
    }
    after<o>();
    let_others_run(here);
    return result;
}

template <order o, class P, class E> ROMP_FN change<at<P>> minimum(P x, E e, source_place here)
{
    using T = at<P>;
    before<o>();
    change<T> result;
    if constexpr (ordered<T, E>) {
        const T old = fetch_min(x, (T)e);
        result = {old, (T)e < old ? (T)e : old, (T)e < old};
    } else {
        result = update(x, [=](T old) { return e < old; }, [=](T) { return (T)e; });
    }
    after<o>();
    let_others_run(here);
    return result;
}

template <order o, class P, class E> ROMP_FN change<at<P>> maximum(P x, E e, source_place here)
{
    using T = at<P>;
    before<o>();
    change<T> result;
    if constexpr (ordered<T, E>) {
        const T old = fetch_max(x, (T)e);
        result = {old, old < (T)e ? (T)e : old, old < (T)e};
    } else {
        result = update(x, [=](T old) { return old < e; }, [=](T) { return (T)e; });
    }
    after<o>();
    let_others_run(here);
    return result;
}

} // namespace atomics

template <order o = relaxed, class T> ROMP_FN atomics::bare<T> atomic_read(T &x, source_place here = {})
{
    atomics::before<o>();
    const auto seen = atomics::load((atomics::bare<T> *)&x);
    atomics::after<o>();
    let_others_run(here);
    return seen;
}

// Atomic write; returns the value written.
template <order o = relaxed, class T> ROMP_FN atomics::bare<T> atomic_write(T &x, atomics::bare<T> value)
{
    atomics::before<o>();
    atomics::store((atomics::bare<T> *)&x, value);
    atomics::after<o>();
    return value;
}

namespace atomics {

template <order o, class P> ROMP_FN at<P> replace(P x, at<P> value, source_place here)
{
    using W = word_of<at<P>>;
    before<o>();
    const W old = exchange(as<W>(x), bits<W>(value));
    after<o>();
    let_others_run(here);
    return bits<at<P>>(old);
}

template <order o, class P, class E> ROMP_FN change<at<P>> replace_equal(P x, E expected, at<P> value, source_place here)
{
    using T = at<P>;
    before<o>();
    const auto result = update(x, [=](T old) { return old == expected; }, [=](T) { return value; });
    after<o>();
    let_others_run(here);
    return result;
}

} // namespace atomics

// An element of a copy in shared memory, or of the original in whatever memory. With a pointer for each the compiler
// knows the instructions for the former, and where the team has copies is known once for all.
template <class T> struct updated_element {
    T *copy;
    T *original;
    bool is_copy;
};

// A location with a generic address, which may be in the thread's own memory.
template <class T> struct generic {
    atomics::maybe_local<atomics::bare<T>> x;
    ROMP_FN explicit generic(T &x) : x{(atomics::bare<T> *)&x} {}
};
// An element whose original may be.
template <class T> struct generic<updated_element<T>> {
    updated_element<T> x;
    ROMP_FN explicit generic(updated_element<T> x) : x(x) {}
};
template <class T> generic(T &) -> generic<T>;
template <class T> generic(updated_element<T>) -> generic<updated_element<T>>;

// Atomic write that returns the old value.
template <order o = relaxed, class T> ROMP_FN atomics::bare<T> atomic_exchange(T &x, atomics::bare<T> value, source_place here = {})
{
    return atomics::replace<o>((atomics::bare<T> *)&x, value, here);
}
template <order o = relaxed, class T> ROMP_FN atomics::bare<T> atomic_exchange(generic<T> x, atomics::bare<T> value, source_place here = {})
{
    return atomics::replace<o>(x.x, value, here);
}

// Compare and swap: x = value where x == expected. In the result, `equal` says whether it was, `old` and `now`
// what x was and is.
template <order o = relaxed, class T, class E>
ROMP_FN atomics::change<atomics::bare<T>> atomic_compare_exchange(T &x, E expected, atomics::bare<T> value, source_place here = {})
{
    return atomics::replace_equal<o>((atomics::bare<T> *)&x, expected, value, here);
}
template <order o = relaxed, class T, class E>
ROMP_FN atomics::change<atomics::bare<T>> atomic_compare_exchange(generic<T> x, E expected, atomics::bare<T> value, source_place here = {})
{
    return atomics::replace_equal<o>(x.x, expected, value, here);
}

#define ROMP_ATOMIC_(name, call)                                                                       \
    template <order o = relaxed, class T, class E>                                                     \
    ROMP_FN atomics::bare<T> atomic_##name(T &x, E e, source_place here = {})                          \
    {                                                                                                  \
        return atomics::call((atomics::bare<T> *)&x, e, here).old;                                     \
    }                                                                                                  \
    template <order o = relaxed, class T, class E>                                                     \
    ROMP_FN atomics::bare<T> atomic_##name(generic<T> x, E e, source_place here = {})                 \
    {                                                                                                  \
        return atomics::call(x.x, e, here).old;                                                        \
    }                                                                                                  \
    template <order o = relaxed, class T, class E>                                                     \
    ROMP_FN atomics::bare<T> atomic_##name(updated_element<T> x, E e, source_place here = {})           \
    {                                                                                                  \
        return x.is_copy ? atomic_##name<o>(*atomics::in_shared_memory(x.copy), e, here) : atomic_##name<o>(*x.original, e, here); \
    }                                                                                                  \
    template <order o = relaxed, class T, class E>                                                     \
    ROMP_FN atomics::bare<T> atomic_##name(generic<updated_element<T>> x, E e, source_place here = {})  \
    {                                                                                                  \
        return x.x.is_copy ? atomic_##name<o>(*atomics::in_shared_memory(x.x.copy), e, here)                                      \
                           : atomic_##name<o>(generic<T>(*x.x.original), e, here);                     \
    }                                                                                                  \
    template <order o = relaxed, class T, class E>                                                     \
    ROMP_FN atomics::bare<T> atomic_##name##_fetch(T &x, E e, source_place here = {})                  \
    {                                                                                                  \
        return atomics::call((atomics::bare<T> *)&x, e, here).now;                                     \
    }                                                                                                  \
    template <order o = relaxed, class T, class E>                                                     \
    ROMP_FN atomics::bare<T> atomic_##name##_fetch(generic<T> x, E e, source_place here = {})         \
    {                                                                                                  \
        return atomics::call(x.x, e, here).now;                                                        \
    }
#define ROMP_ATOMIC_OP_(name, op) ROMP_ATOMIC_(name, apply<atomics::op ROMP_COMMA_ o>)
#define ROMP_COMMA_ ,
ROMP_ATOMIC_OP_(add, add)
ROMP_ATOMIC_OP_(sub, sub)
ROMP_ATOMIC_OP_(mul, mul)
ROMP_ATOMIC_OP_(div, div)
ROMP_ATOMIC_OP_(and, and_)
ROMP_ATOMIC_OP_(or, or_)
ROMP_ATOMIC_OP_(xor, xor_)
ROMP_ATOMIC_OP_(shl, shl)
ROMP_ATOMIC_OP_(shr, shr)
ROMP_ATOMIC_OP_(rsub, rsub)
ROMP_ATOMIC_OP_(rdiv, rdiv)
ROMP_ATOMIC_OP_(rshl, rshl)
ROMP_ATOMIC_OP_(rshr, rshr)
ROMP_ATOMIC_OP_(logical_and, logical_and)
ROMP_ATOMIC_OP_(logical_or, logical_or)
ROMP_ATOMIC_(min, minimum<o>)
ROMP_ATOMIC_(max, maximum<o>)
#undef ROMP_ATOMIC_OP_
#undef ROMP_ATOMIC_
#undef ROMP_COMMA_

} // namespace romp
#endif
