// romp/thread_arrays.cuh: an array of variable length that belongs to one thread, on the device's heap.
//
//     const romp::thread_array<double> v_array((unsigned long long)n);
//     double *v = v_array.at;             gone at the end of the scope
//
// The heap is the one that malloc uses in kernels: of limited size, which a thread that gets nothing tells. On
// the emulated device it is memory that accesses are checked against.
#ifndef ROMP_THREAD_ARRAYS_CUH
#define ROMP_THREAD_ARRAYS_CUH

namespace romp {

namespace detail {

// What no memory has, where the product is no size.
template <class T> ROMP_FN unsigned long long array_bytes(unsigned long long count)
{
    return count < 1ull << 48 ? count * sizeof(T) : 1ull << 62;
}

#ifdef ROMP_EMULATED
ROMP_FN void *heap_alloc(unsigned long long bytes) { return romp_emulated_allocate(emulated::here.device, bytes); }
ROMP_FN void heap_free(void *at, unsigned long long bytes) { romp_emulated_free(emulated::here.device, at, bytes); }
#else
ROMP_FN void *heap_alloc(unsigned long long bytes) { return malloc(bytes); }
ROMP_FN void heap_free(void *at, unsigned long long) { free(at); }
#endif

template <class T> ROMP_FN T *heap_array(unsigned long long count)
{
    static_assert(alignof(T) <= 16, "the heap is aligned to 16 bytes");
    void *const at = heap_alloc(array_bytes<T>(count));
    if (!at)
        fail("no memory is left on the device's heap for an array of variable length");
    return (T *)at;
}

} // namespace detail

template <class T> struct thread_array {
    unsigned long long count;
    T *at;

    ROMP_FN explicit thread_array(unsigned long long count) : count(count), at(detail::heap_array<T>(count)) {}
    ROMP_FN ~thread_array() { detail::heap_free(at, detail::array_bytes<T>(count)); }
    thread_array(const thread_array &) = delete;
};

} // namespace romp
#endif
