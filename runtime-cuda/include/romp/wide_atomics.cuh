// romp/wide_atomics.cuh: `atomic` on what instructions may not change in one step: complex numbers, which are aligned
// as one of their parts and have up to 16 bytes.
//
//     romp::atomic_add(romp::wide(z, romp_wide_locks), e)
//
// The address selects a lock of a table that all files of a program share; the thread that holds it reads and
// writes as usual. A number of at most 8 bytes at a multiple of its size is compared and swapped instead. Every
// atomic operation on such a location goes through here, reads and writes included.
#ifndef ROMP_WIDE_ATOMICS_CUH
#define ROMP_WIDE_ATOMICS_CUH

namespace romp {

struct lock_table {
    queue_lock lock[256];
};

template <class T> struct wide_location {
    T *at;
    queue_lock *lock;
};

template <class T> ROMP_FN wide_location<atomics::bare<T>> wide(T &x, lock_table &table)
{
    const size_t address = (size_t)&x;
    return {(atomics::bare<T> *)&x, &table.lock[(address >> 3 ^ address >> 11) % 256]};
}

namespace atomics {

// Changes x to next(x) if wanted(x) holds. A lock orders everything, whatever memory order was asked for; so does
// the other way.
template <class T, class Wanted, class Next> ROMP_FN change<T> update(wide_location<T> x, Wanted wanted, Next next)
{
    if constexpr (sizeof(T) <= 8)
        if ((size_t)x.at % sizeof(T) == 0) {
            before<seq_cst>();
            const change<T> result = update(maybe_local<T>{x.at}, wanted, next);
            after<seq_cst>();
            let_others_run();
            return result;
        }
    change<T> result;
    for (brief_critical section(*x.lock); section.pending();)
        if (section.enter()) {
            const T old = *x.at;
            result = {old, old, wanted(old)};
            if (result.equal)
                *x.at = result.now = next(old);
        }
    let_others_run();
    return result;
}

template <class Op, class T, class E> ROMP_FN change<T> apply(wide_location<T> x, E e)
{
    return update(x, [](T) { return true; }, [=](T old) { return (T)Op::of(old, e); });
}

} // namespace atomics

template <order o = relaxed, class T> ROMP_FN T atomic_read(wide_location<T> x)
{
    return atomics::update(x, [](T) { return false; }, [](T old) { return old; }).old;
}

template <order o = relaxed, class T> ROMP_FN T atomic_exchange(wide_location<T> x, T value)
{
    return atomics::update(x, [](T) { return true; }, [=](T) { return value; }).old;
}

// Converts a value of another type as an assignment to a variable does.
template <order o = relaxed, class T, class V> ROMP_FN T atomic_exchange(wide_location<T> x, V value)
{
    return atomic_exchange<o>(x, (T)value);
}

template <order o = relaxed, class T, class V> ROMP_FN T atomic_write(wide_location<T> x, V value)
{
    atomic_exchange<o>(x, (T)value);
    return (T)value;
}

template <order o = relaxed, class T, class E, class V>
ROMP_FN atomics::change<T> atomic_compare_exchange(wide_location<T> x, E expected, V value)
{
    return atomics::update(x, [=](T old) { return old == expected; }, [=](T) { return (T)value; });
}

#define ROMP_WIDE_(name)                                                                                   \
    template <order o = relaxed, class T, class E> ROMP_FN T atomic_##name(wide_location<T> x, E e)        \
    {                                                                                                      \
        return atomics::apply<atomics::name>(x, e).old;                                                    \
    }                                                                                                      \
    template <order o = relaxed, class T, class E> ROMP_FN T atomic_##name##_fetch(wide_location<T> x, E e) \
    {                                                                                                      \
        return atomics::apply<atomics::name>(x, e).now;                                                    \
    }
ROMP_WIDE_(add)
ROMP_WIDE_(sub)
ROMP_WIDE_(mul)
ROMP_WIDE_(div)
ROMP_WIDE_(rsub)
ROMP_WIDE_(rdiv)
#undef ROMP_WIDE_

} // namespace romp
#endif
