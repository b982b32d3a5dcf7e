// romp/fork.cuh: a kernel whose sequential code one thread runs, with the others as workers.
//
//     extern "C" __global__ void __launch_bounds__(129) f_1(int n, double *a)
//     {
//         __shared__ romp::fork_point work;
//         if (romp::is_worker()) {
//             while (romp::next_region(work)) {
//                 switch (work.region) {
//                 case 1: {
//                     const romp::first_threads omp{work.size};
//                     if (omp.has_me()) { ... omp.barrier(); ... }
//                     break;
//                 }
//                 }
//                 romp::join();
//             }
//             return;
//         }
//         ... romp::fork(work, 1, romp::region_size(n)); romp::join(); ...
//         romp::finish(work);
//     }
//
// The block has one thread more than workers, which are whole warps: its first threads are the workers, and the last
// thread, alone in its warp, is the master. Both sides wait for each other where a region begins and where it ends, at
// the block's barrier; between the two the master waits. Workers see what the master wrote before the fork, and the
// master sees after the join what they wrote.
//
// A region's number is anything but `no_region`, and 0 only with romp/state.cuh. Where a kernel has one
// region, of constant size, it needs no fork_point: next_region(), fork(), finish(). A size above 32 that is
// no multiple of 32 also needs ready_partial_barrier() by the master before its first fork.
#ifndef ROMP_FORK_CUH
#define ROMP_FORK_CUH

namespace romp {

ROMP_FN unsigned workers() { return threads() - 1; }
ROMP_FN bool is_worker() { return thread() < workers(); }
ROMP_FN bool is_master() { return thread() == workers(); }

constexpr unsigned no_region = ~0u;

// The fork point, in shared memory: what the workers have to do next.
struct __align__(8) fork_point {
    unsigned region;
    unsigned size; // threads of the region
};
static_assert(sizeof(fork_point) == 8, "the translator plans with this size");

// For workers: waits for the next region; false where the kernel ends.
ROMP_FN bool next_region(const fork_point &work, source_place at = {})
{
    fork_wait(at);
    return work.region != no_region;
}

// For the master: begins a region. Between fork and join it may only wait.
ROMP_FN void fork(fork_point &work, unsigned region, unsigned size, source_place at = {})
{
    work.region = region;
    work.size = size;
    fork_signal(at);
}

// A fork in kernels none of whose regions reads `size`.
ROMP_FN void fork(fork_point &work, unsigned region, source_place at = {})
{
    work.region = region;
    fork_signal(at);
}

// The end of a region, for the master and its workers.
ROMP_FN void join(source_place at = {})
{
    if (is_worker())
        join_signal(at);
    else
        join_wait(at);
}

// For the master, at the end of the kernel and before each return: lets the workers leave their loop.
ROMP_FN void finish(fork_point &work, source_place at = {})
{
    work.region = no_region;
    fork_signal(at);
}

// The functions for kernels with one region, whose size is constant: the barrier itself signals the end of the
// kernel.
ROMP_FN bool next_region(source_place at = {}) { return !fork_barrier_or(false, at); }
ROMP_FN void fork(source_place at = {}) { fork_barrier_or(false, at); }
ROMP_FN void finish(source_place at = {}) { fork_barrier_or(true, at); }

// num_threads(n): the number of threads that the region gets, at most `most`; the trace reports where they are
// fewer.
ROMP_FN unsigned region_size(long long n, unsigned most)
{
    if (n > (long long)most) {
        note_threads_asked(n > 0xffffffffll ? ~0u : (unsigned)n);
        return most;
    }
    return n < 1 ? 1 : (unsigned)n;
}
ROMP_FN unsigned region_size(long long n) { return region_size(n, workers()); }
ROMP_FN unsigned region_size() { return workers(); }

// The omp_* routines in the sequential part of a kernel without romp/state.cuh.
namespace master {

// `team_size`: the most threads of a region.
using namespace sequential;
ROMP_FN int omp_get_thread_limit(unsigned team_size) { return (int)team_size; }
ROMP_FN int omp_get_max_threads(unsigned team_size) { return (int)team_size; }
ROMP_FN int omp_get_num_procs(unsigned team_size) { return (int)team_size; }
ROMP_FN int omp_get_teams_thread_limit(unsigned team_size) { return (int)team_size; }

} // namespace master

} // namespace romp
#endif
