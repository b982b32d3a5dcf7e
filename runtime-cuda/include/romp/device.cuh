// romp/device.cuh: the primitives that translated kernels are made of.
//
// Two back ends stand behind one set of names: nvcc, and the host's C++17 compiler when ROMP_EMULATED
// is defined. A team is a block, an OpenMP thread a thread of it; grids and blocks have one dimension.
// Kernels include nothing else. This file knows no kernel and no variable of the user's.
#ifndef ROMP_DEVICE_CUH
#define ROMP_DEVICE_CUH

#ifdef ROMP_EMULATED
#include "romp/emulated_backend.cuh"
#else
#include "romp/cuda_backend.cuh"
#endif

#include "romp/teams.cuh"
#include "romp/ranges.cuh"
#include "romp/schedules.cuh"
#include "romp/worksharing.cuh"
#include "romp/dispensers.cuh"
#include "romp/cancel.cuh"
#include "romp/reductions.cuh"
#include "romp/scans.cuh"
#include "romp/c_library.cuh"
#include "romp/routines.cuh"
#include "romp/atomics.cuh"
#include "romp/array_reductions.cuh"
#include "romp/locks.cuh"
#include "romp/fork.cuh"
#include "romp/state.cuh"
#include "romp/run_schedule.cuh"
#include "romp/team_slices.cuh"
#include "romp/thread_arrays.cuh"
#ifdef ROMP_EMULATED
#include "romp/team_memory.cuh" // nvcc sees it in the units that use it: it brings a device variable
#endif

#endif
