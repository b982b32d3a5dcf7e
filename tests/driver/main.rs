//! The driver as build systems meet it: odd inputs, other compilers' objects, files that are in the way. Whatever
//! is asked for, a device construct becomes device code or the user is told.

#[path = "../support/mod.rs"]
mod support;

mod checking;
mod inputs;
mod linking;
mod outputs;
mod project;
mod warnings;
