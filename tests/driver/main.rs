//! The driver under build systems: odd inputs, objects of other compilers, output files that exist. Whatever the command,
//! a device construct becomes device code, or a message says that it does not.

#[path = "../support/mod.rs"]
mod support;

mod agreement;
mod builds;
mod by_hand;
mod by_hand_launches;
mod by_hand_macros;
mod checking;
mod diff;
mod inputs;
mod linking;
mod make_names;
mod outputs;
mod progress;
mod project;
mod reports;
mod shared_headers;
mod shared_stderr;
mod warnings;
