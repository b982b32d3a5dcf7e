// romp/allocators.cuh: memory that device code gets by omp_alloc and its relatives (OpenMP 5.2, 18.13).
//
// All allocators have one memory space here, the device's heap, and fulfil every trait but alignment as it is; the
// handle of an allocator with that trait is the alignment, negated (ROMP_ALIGNED_ALLOCATOR of romp.h). In front of the
// memory stands where its block begins and how long it is: omp_free and omp_realloc are not told.
#ifndef ROMP_ALLOCATORS_CUH
#define ROMP_ALLOCATORS_CUH

namespace romp {
namespace detail {

struct alignas(16) allocation {
    void *block;
    size_t bytes;
};

// The alignment that the traits of an allocator ask for, else 0.
template <class Allocator> ROMP_FN size_t alignment_of(Allocator allocator)
{
    const size_t asked = (size_t)0 - (size_t)allocator;
    return asked <= (size_t)1 << 24 ? asked : 0;
}

// `alignment` is a power of two; malloc aligns blocks to 16 bytes.
ROMP_FN void *allocate(size_t alignment, size_t bytes)
{
    if (alignment < sizeof(allocation))
        alignment = sizeof(allocation);
    if (bytes == 0 || (alignment & (alignment - 1)) != 0 || bytes > (size_t)-1 - alignment)
        return nullptr;
    char *block = (char *)malloc(bytes + alignment);
    if (!block)
        return nullptr;
    const size_t misfit = (size_t)block & (alignment - 1);
    allocation *memory = (allocation *)(block + alignment - misfit);
    memory[-1] = {block, bytes};
    return memory;
}

ROMP_FN void *allocate_zeros(size_t alignment, size_t n, size_t size)
{
    if (size != 0 && n > (size_t)-1 / size)
        return nullptr;
    void *memory = allocate(alignment, n * size);
    if (memory)
        memset(memory, 0, n * size);
    return memory;
}

ROMP_FN void deallocate(void *memory)
{
    if (memory)
        free(((allocation *)memory)[-1].block);
}

ROMP_FN void *reallocate(void *memory, size_t alignment, size_t bytes)
{
    void *grown = allocate(alignment, bytes);
    if (memory && grown) {
        const size_t before = ((allocation *)memory)[-1].bytes;
        memcpy(grown, memory, before < bytes ? before : bytes);
    }
    // Where there is no memory left, the old block stays.
    if (grown || bytes == 0)
        deallocate(memory);
    return grown;
}

} // namespace detail

namespace common {

// The handle of an allocator with these traits: of omp_null_allocator (0) where no memory has the alignment, and of
// omp_default_mem_alloc (1) where the alignment is the usual one, as omp_atv_default (-1) says, too.
template <class Space, class Trait> ROMP_FN unsigned long omp_init_allocator(Space, int n, const Trait *traits)
{
    const int omp_atk_alignment = 2;
    size_t alignment = 1;
    for (int i = 0; i < n; i++)
        if ((int)traits[i].key == omp_atk_alignment)
            alignment = (size_t)traits[i].value + 1 <= 2 ? 1 : (size_t)traits[i].value;
    if ((alignment & (alignment - 1)) != 0 || alignment > (size_t)1 << 24)
        return 0;
    return alignment == 1 ? 1 : 0 - (unsigned long)alignment;
}
template <class Space> ROMP_FN unsigned long omp_init_allocator(Space, int, decltype(nullptr)) { return 1; }
template <class Allocator> ROMP_FN void omp_destroy_allocator(Allocator) {}

template <class Allocator> ROMP_FN void *omp_alloc(size_t bytes, Allocator allocator)
{
    return detail::allocate(detail::alignment_of(allocator), bytes);
}
template <class Allocator> ROMP_FN void *omp_aligned_alloc(size_t alignment, size_t bytes, Allocator allocator)
{
    const size_t asked = detail::alignment_of(allocator);
    return detail::allocate(alignment > asked ? alignment : asked, bytes);
}
template <class Allocator> ROMP_FN void *omp_calloc(size_t n, size_t size, Allocator allocator)
{
    return detail::allocate_zeros(detail::alignment_of(allocator), n, size);
}
template <class Allocator>
ROMP_FN void *omp_aligned_calloc(size_t alignment, size_t n, size_t size, Allocator allocator)
{
    const size_t asked = detail::alignment_of(allocator);
    return detail::allocate_zeros(alignment > asked ? alignment : asked, n, size);
}
template <class Allocator, class Before>
ROMP_FN void *omp_realloc(void *memory, size_t bytes, Allocator allocator, Before)
{
    return detail::reallocate(memory, detail::alignment_of(allocator), bytes);
}
template <class Allocator> ROMP_FN void omp_free(void *memory, Allocator) { detail::deallocate(memory); }

} // namespace common
} // namespace romp
#endif
