// romp/allocators.cuh: memory that device code gets by omp_alloc and its relatives (OpenMP 5.2, 18.13).
//
// All allocators have one memory space here, the device's heap. Three traits make a difference (5.2, 6.2): the alignment,
// the size of the pool, and what happens where the pool cannot fulfil a request. The handle of an allocator with an
// alignment alone is that, negated (ROMP_ALIGNED_ALLOCATOR of romp.h), which is even; of one with a pool it is the
// address of its `pool` with the lowest bit set (romp_pool of romp.h). In front of memory stands where its block begins,
// how long it is and what pool it is of: omp_free and omp_realloc are not told.
#ifndef ROMP_ALLOCATORS_CUH
#define ROMP_ALLOCATORS_CUH

namespace romp {
namespace detail {

// An allocator with a pool; romp_pool of romp.h lays it out, too.
struct pool {
    unsigned long long alignment;
    unsigned long long bytes;
    unsigned long long used;
    // An omp_atv_..._fb, and for omp_atv_allocator_fb the handle of the other allocator.
    unsigned long long fallback;
    unsigned long long other;
};
enum : unsigned long long { default_mem_fb = 11, null_fb = 12, abort_fb = 13, allocator_fb = 14 };

struct alignas(16) allocation {
    unsigned long long bytes : 40;
    // From the block's beginning to the memory, in units of 16 bytes.
    unsigned long long offset : 24;
    pool *from;
};

ROMP_FN bool is_negated_alignment(size_t handle) { return (size_t)0 - handle <= (size_t)1 << 24; }

// The pool of an allocator, else null.
ROMP_FN pool *pool_of(size_t handle)
{
    const size_t last_predefined = 8;
    const bool has_pool = (handle & 1) != 0 && handle > last_predefined && !is_negated_alignment(handle);
    return has_pool ? (pool *)(handle - 1) : nullptr;
}

// The alignment that the traits of an allocator ask for, else 0.
ROMP_FN size_t alignment_of(size_t handle)
{
    if (pool *from = pool_of(handle))
        return from->alignment;
    return is_negated_alignment(handle) ? (size_t)0 - handle : 0;
}

// Takes so much of what is left of a pool.
ROMP_FN bool take(pool *from, unsigned long long bytes)
{
    for (unsigned long long seen = atomics::load(&from->used);;) {
        if (seen > from->bytes || bytes > from->bytes - seen)
            return false;
        const unsigned long long found = atomics::compare_and_swap(&from->used, seen, seen + bytes);
        if (found == seen)
            return true;
        seen = found;
    }
}

ROMP_FN void give_back(pool *from, unsigned long long bytes) { atomics::fetch_add(&from->used, 0 - bytes); }

// Memory of the heap that is of this pool, if any. `alignment` is a power of two; malloc aligns blocks to 16 bytes.
ROMP_FN void *allocate(pool *from, size_t alignment, size_t bytes)
{
    if (alignment < sizeof(allocation))
        alignment = sizeof(allocation);
    if (bytes == 0 || (alignment & (alignment - 1)) != 0 || bytes >> 40 != 0 || alignment >> 27 != 0)
        return nullptr;
    char *block = (char *)malloc(bytes + alignment);
    if (!block)
        return nullptr;
    const size_t offset = alignment - ((size_t)block & (alignment - 1));
    allocation *memory = (allocation *)(block + offset);
    memory[-1].bytes = bytes;
    memory[-1].offset = offset / 16;
    memory[-1].from = from;
    return memory;
}

// A request that an allocator whose fallback is omp_atv_abort_fb cannot fulfil ends the program.
#ifdef ROMP_EMULATED
inline void pool_is_used_up(unsigned long long bytes)
{
    char text[160];
    snprintf(text, sizeof(text), "an allocator with omp_atv_abort_fb has no %llu bytes left", bytes);
    fail(text);
}
#else
inline __device__ __noinline__ void pool_is_used_up(unsigned long long bytes)
{
    printf("romp: an allocator with omp_atv_abort_fb has no %llu bytes left\n", bytes);
    __trap();
}
#endif

// What an allocator gives for a request, or those that its traits name in its place.
ROMP_FN void *request(size_t handle, size_t alignment, size_t bytes)
{
    const size_t asked = alignment_of(handle);
    if (alignment < asked)
        alignment = asked;
    if (bytes == 0)
        return nullptr;
    for (pool *from = pool_of(handle); from; from = from->fallback == allocator_fb ? pool_of(from->other) : nullptr) {
        if (take(from, bytes)) {
            if (void *memory = allocate(from, alignment, bytes))
                return memory;
            give_back(from, bytes);
        }
        if (from->fallback == abort_fb)
            pool_is_used_up(bytes);
        if (from->fallback == null_fb || from->fallback == abort_fb)
            return nullptr;
    }
    return allocate(nullptr, alignment, bytes);
}

ROMP_FN void *request_zeros(size_t handle, size_t alignment, size_t n, size_t size)
{
    if (size != 0 && n > (size_t)-1 / size)
        return nullptr;
    void *memory = request(handle, alignment, n * size);
    if (memory)
        memset(memory, 0, n * size);
    return memory;
}

ROMP_FN void release(void *memory)
{
    const allocation head = ((allocation *)memory)[-1];
    if (head.from)
        give_back(head.from, head.bytes);
    free((char *)memory - (size_t)head.offset * 16);
}

// What the block takes of its pool counts as free for the new one.
ROMP_FN void *reallocate(void *memory, size_t handle, size_t bytes)
{
    if (!memory)
        return request(handle, 0, bytes);
    allocation *head = (allocation *)memory - 1;
    const size_t before = head->bytes;
    pool *from = head->from;
    head->from = nullptr;
    if (from)
        give_back(from, before);
    void *grown = request(handle, 0, bytes);
    if (grown)
        memcpy(grown, memory, before < bytes ? before : bytes);
    if (grown || bytes == 0) {
        release(memory);
        return grown;
    }
    // Where there is no memory left, the old block stays.
    head->from = from;
    if (from)
        atomics::fetch_add(&from->used, (unsigned long long)before);
    return nullptr;
}

} // namespace detail

namespace common {

// The handle of an allocator with these traits: of omp_null_allocator (0) where no memory has the alignment, or none is
// left for the pool, and of omp_default_mem_alloc (1) where the traits say nothing that makes a difference. A value may
// be omp_atv_default (-1).
template <class Space, class Trait> ROMP_FN unsigned long omp_init_allocator(Space, int n, const Trait *traits)
{
    const int omp_atk_alignment = 2, omp_atk_pool_size = 4, omp_atk_fallback = 5, omp_atk_fb_data = 6;
    const unsigned long long unlimited = ~0ull;
    detail::pool made = {1, unlimited, 0, detail::default_mem_fb, 0};
    for (int i = 0; i < n; i++) {
        const unsigned long long value = traits[i].value;
        switch ((int)traits[i].key) {
        case omp_atk_alignment: made.alignment = value + 1 <= 2 ? 1 : value; break;
        case omp_atk_pool_size: made.bytes = value; break;
        case omp_atk_fallback: made.fallback = value == unlimited ? detail::default_mem_fb : value; break;
        case omp_atk_fb_data: made.other = value; break;
        }
    }
    if ((made.alignment & (made.alignment - 1)) != 0 || made.alignment > (size_t)1 << 24)
        return 0;
    if (made.bytes == unlimited && made.fallback != detail::abort_fb)
        return made.alignment == 1 ? 1 : 0 - (unsigned long)made.alignment;
    detail::pool *pool = (detail::pool *)malloc(sizeof(detail::pool));
    if (!pool)
        return 0;
    *pool = made;
    return (unsigned long)pool | 1;
}
template <class Space> ROMP_FN unsigned long omp_init_allocator(Space, int, decltype(nullptr)) { return 1; }
template <class Allocator> ROMP_FN void omp_destroy_allocator(Allocator allocator)
{
    if (detail::pool *pool = detail::pool_of((size_t)allocator))
        free(pool);
}

template <class Allocator> ROMP_FN void *omp_alloc(size_t bytes, Allocator allocator)
{
    return detail::request((size_t)allocator, 0, bytes);
}
template <class Allocator> ROMP_FN void *omp_aligned_alloc(size_t alignment, size_t bytes, Allocator allocator)
{
    return detail::request((size_t)allocator, alignment, bytes);
}
template <class Allocator> ROMP_FN void *omp_calloc(size_t n, size_t size, Allocator allocator)
{
    return detail::request_zeros((size_t)allocator, 0, n, size);
}
template <class Allocator>
ROMP_FN void *omp_aligned_calloc(size_t alignment, size_t n, size_t size, Allocator allocator)
{
    return detail::request_zeros((size_t)allocator, alignment, n, size);
}
template <class Allocator, class Before>
ROMP_FN void *omp_realloc(void *memory, size_t bytes, Allocator allocator, Before)
{
    return detail::reallocate(memory, (size_t)allocator, bytes);
}
template <class Allocator> ROMP_FN void omp_free(void *memory, Allocator)
{
    if (memory)
        detail::release(memory);
}

} // namespace common
} // namespace romp
#endif
