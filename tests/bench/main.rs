//! `romp2cuda bench` on small folders: on the emulated device, and on a GPU that is not there.
//!
//! The second kind puts a `libcuda.so.1` of its own before the linker's, which says that there is a GPU, and compilers
//! that are scripts around gcc. Its programs write the records that the injected library would write. So all of the
//! command runs but CUPTI's part.

#[path = "../support/mod.rs"]
mod support;

mod emulated;
mod ending;
mod kept;
mod kernel_times;
mod machine;
mod measured;
mod sanitized;
mod tables;
