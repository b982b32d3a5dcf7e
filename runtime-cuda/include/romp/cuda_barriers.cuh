// romp/cuda_barriers.cuh: barriers of a block, or of its first threads, as nvcc compiles them.
#ifndef ROMP_CUDA_BARRIERS_CUH
#define ROMP_CUDA_BARRIERS_CUH

namespace romp {

// Every thread of the team arrives before any goes on; memory is consistent among them.
ROMP_FN void team_barrier(source_place = {}) { __syncthreads(); }

// The barrier at both ends of a parallel region, where the master and its workers wait for each other: for all
// threads of the block. With ROMP_ONE_WAY the side that only signals does not wait. A thread count in a register makes
// a barrier 12 cycles slower (H200), and counts warps as a whole.
#ifdef ROMP_ONE_WAY
ROMP_FN unsigned threads_of_all_warps() { return (threads() + 31) / 32 * 32; }
ROMP_FN void fork_wait(source_place = {}) { asm volatile("bar.sync 0, %0;" ::"r"(threads_of_all_warps()) : "memory"); }
ROMP_FN void fork_signal(source_place = {})
{
    asm volatile("bar.arrive 0, %0;" ::"r"(threads_of_all_warps()) : "memory");
}
ROMP_FN void join_signal(source_place = {})
{
    // A warp arrives as a whole: lanes that did not take part in the region wait for those that did.
    __syncwarp();
    asm volatile("bar.arrive 2, %0;" ::"r"(threads_of_all_warps()) : "memory");
}
ROMP_FN void join_wait(source_place = {}) { asm volatile("bar.sync 2, %0;" ::"r"(threads_of_all_warps()) : "memory"); }
#else
ROMP_FN void fork_wait(source_place = {})
{
#ifdef ROMP_SANITIZER
    // compute-sanitizer takes the master and its workers, who pass the block's barrier at different places of the
    // program, for threads that diverge at a barrier. It does not where the barrier is one that lanes may pass one by
    // one, which is 10 cycles slower (H200).
    asm volatile("barrier.sync 0;" ::: "memory");
#else
    asm volatile("bar.sync 0;" ::: "memory");
#endif
}
ROMP_FN void fork_signal(source_place = {}) { fork_wait(); }
ROMP_FN void join_signal(source_place = {}) { fork_wait(); }
ROMP_FN void join_wait(source_place = {}) { fork_wait(); }
#endif

// The same barrier, which returns to every thread whether any of them passed `true`.
ROMP_FN bool fork_barrier_or(bool mine, source_place = {})
{
#ifdef ROMP_SANITIZER
    // Only the master passes `true`, at the end of the kernel.
    static __shared__ volatile bool any_of_them;
    if (thread() == threads() - 1)
        any_of_them = mine;
    fork_wait();
    return any_of_them;
#else
    unsigned any;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, 0, p; selp.u32 %0, 1, 0, q; }"
                 : "=r"(any)
                 : "r"((unsigned)mine)
                 : "memory");
    return any != 0;
#endif
}

// A barrier of the first n threads of the block, n a multiple of 32. The others may wait at barrier 0 meanwhile.
ROMP_FN void warps_barrier(unsigned n, source_place = {}) { asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); }

// A barrier of the first n threads of the block, n at most 32.
ROMP_FN void lanes_barrier(unsigned n, source_place = {}) { __syncwarp(n < 32 ? (1u << n) - 1 : ~0u); }

// A barrier of the first n threads of the block, for any n below 1024. A warp some of whose lanes stay away must
// not use a named barrier (it traps or hangs), so arrivals are counted in shared memory. One word serves every n, one
// region after the other; it is initialised once in a kernel, before a barrier of the block.
struct alignas(16) barrier_word {
    unsigned long long value;
};
static_assert(sizeof(barrier_word) == 16, "the translator plans with this size");
ROMP_TEAM_STORAGE(barrier_word, partial_barrier_word)

#if __CUDA_ARCH__ >= 800 && !defined(ROMP_COUNTED_BARRIER)
// An mbarrier that always expects 1024 arrivals: thread 0 arrives in place of threads that the region does not
// have.
ROMP_FN void ready_partial_barrier()
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(&partial_barrier_word());
    asm volatile("mbarrier.init.shared.b64 [%0], 1024;" ::"r"(at) : "memory");
}

// What a thread keeps in registers for the partial barriers of a region of n threads.
struct partial_arrival {
    unsigned at, mine;

    ROMP_FN explicit partial_arrival(unsigned n)
        : at((unsigned)__cvta_generic_to_shared(&partial_barrier_word())), mine(thread() == 0 ? 1025 - n : 1)
    {
    }
    // Computed once, where the region begins. ptxas would compute the address again at each barrier, from a
    // special register that is slow to read; it keeps what depends on a vote. (A lane that runs is in the mask.)
    ROMP_FN static partial_arrival kept(unsigned n)
    {
        partial_arrival my(n);
        unsigned lanes;
        asm volatile("activemask.b32 %0;" : "=r"(lanes));
        my.at += lanes == 0;
        return my;
    }
};

namespace detail {

#define ROMP_PHASE_(name, instruction)                                                                       \
    ROMP_FN bool name(unsigned at, unsigned long long phase)                                                \
    {                                                                                                       \
        unsigned done;                                                                                      \
        asm volatile("{ .reg .pred p; mbarrier." instruction ".shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" \
                     : "=r"(done)                                                                           \
                     : "r"(at), "l"(phase)                                                                  \
                     : "memory");                                                                           \
        return done != 0;                                                                                   \
    }
ROMP_PHASE_(phase_is_over, "test_wait")
// Puts the warp to sleep for a while.
#if __CUDA_ARCH__ >= 900
ROMP_PHASE_(phase_ends, "try_wait")
#else
ROMP_PHASE_(phase_ends, "test_wait")
#endif
#undef ROMP_PHASE_

} // namespace detail

ROMP_FN void partial_barrier(partial_arrival my, unsigned n, source_place = {})
{
    unsigned long long phase;
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;" : "=l"(phase) : "r"(my.at), "r"(my.mine) : "memory");
#else
    if (thread() == 0)
        asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;" : "=l"(phase) : "r"(my.at), "r"(1024 - n) : "memory");
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(my.at) : "memory");
#endif
    // The first test stands alone: a loop yields the warp before each test, which takes as long as the barrier.
    if (detail::phase_ends(my.at, phase))
        return;
    // If all of the warp's threads of the team are here, the warp sleeps in hardware. Otherwise these lanes sleep
    // by nanoseconds, since the barrier may be waiting for other lanes of the same warp.
    const unsigned warp = thread() / 32, lanes = warp < n / 32 ? ~0u : (1u << n % 32) - 1;
    if (__activemask() == lanes) {
        while (!detail::phase_ends(my.at, phase))
            ;
    } else {
        while (!detail::phase_is_over(my.at, phase))
            __nanosleep(64);
    }
}
#else
// The word counts arrivals in its low half and has the generation in its high half; the last thread to arrive
// changes both.
ROMP_FN void ready_partial_barrier() { *(volatile unsigned *)&partial_barrier_word() = 0; }

struct partial_arrival {
    ROMP_FN explicit partial_arrival(unsigned) {}
    ROMP_FN static partial_arrival kept(unsigned n) { return partial_arrival(n); }
};

ROMP_FN void partial_barrier(partial_arrival, unsigned n, source_place = {})
{
    unsigned *const word = (unsigned *)&partial_barrier_word();
    __threadfence_block();
    const unsigned before = atomicAdd(word, 1);
    if ((before & 0xffff) == n - 1)
        atomicAdd(word, 0x10000 - n);
    else
        while (((*(volatile unsigned *)word ^ before) >> 16) == 0);
    __threadfence_block();
}
#endif

// A barrier of the first n threads of the block whose lanes may stand at different places of the program: arrivals
// are counted thread by thread.
ROMP_FN void scattered_barrier(unsigned n, source_place = {})
{
#if __CUDA_ARCH__ >= 800 && !defined(ROMP_COUNTED_BARRIER)
    if (n == 1024) {
        asm volatile("barrier.sync 1, 1024;" ::: "memory");
        return;
    }
#endif
    partial_barrier(partial_arrival(n), n);
}

} // namespace romp
#endif
