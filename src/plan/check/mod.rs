//! What is refused: rules of OpenMP that depend on names, types and calls, and what has no form in device code.
//!
//! From the IR to diagnostics; a file for each subject. Must not know how accepted code will run.

pub mod address_circles;
pub mod allocators;
pub mod device_code;
pub mod foreign_types;
pub mod host_functions;
pub mod one_symbol;
pub mod placement;
pub mod rules;
pub mod support;
pub mod synchronise;
pub mod weak_symbols;
