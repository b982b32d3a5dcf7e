//! romp-runtime: OpenMP device semantics for programs translated by romp2cuda.
//!
//! Translated host text calls the C ABI of `include/romp.h`, and programs call the routines of OpenMP; there is no other
//! way in. The modules stand from the outermost to the innermost; none imports one above it:
//!
//! | module | computes | must not know |
//! |---|---|---|
//! | [`abi`], [`omp_api`], [`interop`], [`clocks`] | C entry points; no panic crosses them | CUDA |
//! | [`region`] | one `target` construct from its argument list to its end | CUDA |
//! | [`opening`] | opens the devices of the process | constructs |
//! | [`failures`] | what is said of devices and kernels that fail | |
//! | [`cuda`], [`emulated`] | memory, copies and launches of either kind of device | OpenMP |
//! | [`trace`] | what ran where | |
//! | [`runtime`] | images and globals on each device; which device a construct gets | a region's list |
//! | [`mapping`] | present table, reference counts, attachment | launches |
//! | [`shape`], [`scratch`], [`team_memory`] | what a launch gets | mapping |
//! | [`queue`] | each host thread's order of device work; when the host waits for it | what the work is |
//! | [`device`] | what a device can do, as a trait | who implements it |
//! | [`registry`] | what constructors of the program have announced | devices |
//! | [`error`], [`env`], [`icv`], [`device_icvs`], [`checks`], [`pool`], [`held`], `wrapped`, [`ffi`], [`libraries`], [`message`] | their names say it | the above |

// Raw pointers come from C everywhere; what each call relies on stands at its `SAFETY` comment.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

pub mod abi;
pub mod checks;
pub mod clocks;
pub mod cuda;
pub mod device;
pub mod device_icvs;
pub mod emulated;
pub mod env;
pub mod error;
pub mod failures;
pub mod ffi;
pub mod held;
pub mod icv;
pub mod interop;
pub mod libraries;
pub mod mapping;
pub mod message;
pub mod omp_api;
pub mod opening;
pub mod pool;
pub mod queue;
pub mod region;
pub mod registry;
pub mod runtime;
pub mod scratch;
pub mod shape;
pub mod sizes;
pub mod team_memory;
pub mod trace;
mod wrapped;
