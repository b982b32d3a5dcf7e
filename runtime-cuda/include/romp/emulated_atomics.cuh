// romp/emulated_atomics.cuh: the atomic operations of romp/cuda_backend.cuh in plain C++17, for the emulated device.
//
// Part of romp/emulated_backend.cuh, whose words it uses.
#ifndef ROMP_EMULATED_ATOMICS_CUH
#define ROMP_EMULATED_ATOMICS_CUH

namespace romp {
namespace atomics {

constexpr bool native_float_add = false;
constexpr bool native_min_max = false;

// Callers state the order of an operation by fences, as on a GPU; the operations here have at least that order.
constexpr int memory_order = ROMP_RACES_ ? __ATOMIC_RELAXED : __ATOMIC_SEQ_CST;

// The host's instructions reach all memory, a thread's stack too.
constexpr bool is_local(const volatile void *) { return false; }

template <class T> ROMP_FN T *in_shared_memory(T *at) { return at; }

template <class T> ROMP_FN T load(T *at)
{
    T value;
    __atomic_load(at, &value, memory_order);
    return value;
}

template <class T> ROMP_FN void store(T *at, T value) { __atomic_store(at, &value, memory_order); }

template <class W> ROMP_FN W compare_and_swap(W *at, W expected, W value)
{
    __atomic_compare_exchange_n(at, &expected, value, false, memory_order, memory_order);
    return expected;
}

template <class W> ROMP_FN W exchange(W *at, W value) { return __atomic_exchange_n(at, value, memory_order); }
template <class T> ROMP_FN T fetch_add(T *at, T e) { return __atomic_fetch_add(at, e, memory_order); }
template <class T> ROMP_FN T fetch_max(T *at, T e)
{
    T seen = load(at);
    while (seen < e) {
        const T found = compare_and_swap(at, seen, e);
        if (found == seen)
            break;
        seen = found;
    }
    return seen;
}
template <class T> ROMP_FN T fetch_min(T *at, T e)
{
    T seen = load(at);
    while (e < seen) {
        const T found = compare_and_swap(at, seen, e);
        if (found == seen)
            break;
        seen = found;
    }
    return seen;
}
template <class T> ROMP_FN T fetch_and_(T *at, T e) { return __atomic_fetch_and(at, e, memory_order); }
template <class T> ROMP_FN T fetch_or_(T *at, T e) { return __atomic_fetch_or(at, e, memory_order); }
template <class T> ROMP_FN T fetch_xor_(T *at, T e) { return __atomic_fetch_xor(at, e, memory_order); }

} // namespace atomics
} // namespace romp
#endif
