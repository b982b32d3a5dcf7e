// romp/device.cuh: the primitives that translated kernels are made of.
//
// Two back ends stand behind one set of names: nvcc, and the host's C++17 compiler when ROMP_EMULATED
// is defined. A team is a block, an OpenMP thread a thread of it; blocks have one dimension, and grids
// too but for kernels that are one nest of loops (romp/nests.cuh).
// Kernels include nothing else. This file knows no kernel and no variable of the user's.
#ifndef ROMP_DEVICE_CUH
#define ROMP_DEVICE_CUH

#ifdef ROMP_EMULATED
#include "romp/emulated_backend.cuh"
#include "romp/emulated_lanes.cuh"
#include "romp/emulated_barriers.cuh"
#include "romp/emulated_launches.cuh"
#else
#include "romp/cuda_backend.cuh"
#include "romp/cuda_lanes.cuh"
#include "romp/cuda_barriers.cuh"
#endif

#include "romp/check_notes.cuh"
#include "romp/teams.cuh"
#include "romp/ranges.cuh"
#include "romp/schedules.cuh"
#include "romp/nests.cuh"
#include "romp/worksharing.cuh"
#include "romp/work_queues.cuh"
#include "romp/conditional.cuh"
#include "romp/cancel.cuh"
#include "romp/doacross.cuh"
#include "romp/combiners.cuh"
#include "romp/reductions.cuh"
#include "romp/selected_arrays.cuh"
#include "romp/league_reductions.cuh"
#include "romp/lanes.cuh"
#include "romp/scans.cuh"
#include "romp/league_scans.cuh"
#include "romp/c_library.cuh"
#include "romp/complex.cuh"
#include "romp/complex_functions.cuh"
#include "romp/volatile.cuh"
#include "romp/members.cuh"
#include "romp/printf.cuh"
#include "romp/allocators.cuh"
#include "romp/routines.cuh"
#include "romp/atomics.cuh"
#include "romp/array_reductions.cuh"
#include "romp/wishes.cuh"
#include "romp/locks.cuh"
#include "romp/reduction_turns.cuh"
#include "romp/wide_atomics.cuh"
#include "romp/fork.cuh"
#include "romp/state.cuh"
#include "romp/ordered.cuh"
#include "romp/run_schedule.cuh"
#include "romp/team_slices.cuh"
#include "romp/task_pool.cuh"
#include "romp/task_dependences.cuh"
#include "romp/task_queue.cuh"
#include "romp/task_groups.cuh"
#include "romp/tasks.cuh"
#include "romp/taskloops.cuh"
#include "romp/thread_arrays.cuh"
#include "romp/team_memory.cuh"

namespace romp {

// An array that a kernel receives by value.
template <class T> struct by_value {
    T of;
};

} // namespace romp

#ifdef ROMP_EMULATED
#include "romp/cuda_words.cuh"
#endif
#endif
