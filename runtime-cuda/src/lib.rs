//! romp-runtime: OpenMP device semantics for programs translated by romp2cuda.
//!
//! Translated host text calls the C ABI of `include/romp.h`; nothing else enters. The modules, outermost
//! first:
//!
//! | module | computes | must not know |
//! |---|---|---|
//! | [`abi`], [`omp_api`], [`interop`] | C entry points; no panic crosses them | CUDA |
//! | [`region`] | one `target` construct from its argument list to its end | CUDA |
//! | [`shape`] | teams and threads of a launch | mapping |
//! | [`mapping`] | present table, reference counts, attachment | launches |
//! | [`runtime`], [`registry`] | which devices there are; images and globals | a region's list |
//! | [`queue`] | each host thread's order of device work | what the work is |
//! | [`device`] | memory, copies, launches on CUDA or emulated | OpenMP |
//! | [`trace`], [`error`], [`env`], [`checks`], [`pool`], [`ffi`] | what they are called | the above |

// Raw pointers come from C everywhere; what each call relies on stands at its `SAFETY` comment.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

pub mod abi;
pub mod checks;
pub mod device;
pub mod device_icvs;
pub mod env;
pub mod error;
pub mod ffi;
pub mod icv;
pub mod interop;
pub mod mapping;
pub mod omp_api;
pub mod pool;
pub mod queue;
pub mod region;
pub mod registry;
pub mod runtime;
pub mod scratch;
pub mod shape;
pub mod team_memory;
pub mod trace;
