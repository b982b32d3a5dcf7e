// romp/emulated_barriers.cuh: the barriers of romp/cuda_barriers.cuh in plain C++17, for the emulated device.
#ifndef ROMP_EMULATED_BARRIERS_CUH
#define ROMP_EMULATED_BARRIERS_CUH

namespace romp {

namespace emulated {
// The other threads of the block run meanwhile, and change the record of which thread runs.
ROMP_FN void wait_at(unsigned barrier, unsigned count, int kind, source_place at)
{
    const unsigned me = here.thread;
    romp_emulated_barrier_of(barrier, count, kind, at.file, at.line);
    set_current_thread(me);
}
} // namespace emulated

// A barrier of all threads of the block that have not returned.
ROMP_FN void team_barrier(source_place at = {}) { emulated::wait_at(emulated::barrier_of_block, 0, emulated::as_placed, at); }
// The barrier at both ends of a parallel region, where the master and its workers wait for each other.
ROMP_FN void fork_wait(source_place at = {}) { emulated::wait_at(emulated::barrier_of_block, 0, emulated::as_fork, at); }
ROMP_FN void fork_signal(source_place at = {}) { fork_wait(at); }
ROMP_FN void join_wait(source_place at = {}) { emulated::wait_at(emulated::barrier_of_block, 0, emulated::as_join, at); }
ROMP_FN void join_signal(source_place at = {}) { join_wait(at); }

// The word is reset where every thread has read it: at the next barrier.
inline thread_local bool fork_word_of_block;
ROMP_FN bool fork_barrier_or(bool mine, source_place at = {})
{
    if (mine)
        fork_word_of_block = true;
    fork_wait(at);
    const bool any = fork_word_of_block;
    fork_wait(at);
    fork_word_of_block = false;
    return any;
}

// A barrier of the first n threads of the block.
ROMP_FN void warps_barrier(unsigned n, source_place at = {}) { emulated::wait_at(emulated::barrier_of_region, n, emulated::as_placed, at); }
struct partial_arrival {
    ROMP_FN explicit partial_arrival(unsigned) {}
    ROMP_FN static partial_arrival kept(unsigned n) { return partial_arrival(n); }
};
ROMP_FN void partial_barrier(partial_arrival, unsigned n, source_place at = {}) { emulated::wait_at(emulated::barrier_of_region, n, emulated::as_placed, at); }
ROMP_FN void lanes_barrier(unsigned n, source_place at = {}) { emulated::wait_at(emulated::barrier_of_lanes, n, emulated::as_placed, at); }
// A barrier of threads at different places of the program, where they leave a cancelled region.
ROMP_FN void scattered_barrier(unsigned n) { emulated::wait_at(emulated::barrier_of_region, n, emulated::as_scattered, {}); }
ROMP_FN void ready_partial_barrier() {}

} // namespace romp
#endif
