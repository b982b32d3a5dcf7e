//! What is refused: rules of OpenMP that hang on names, types and calls, and what device code cannot hold.
//!
//! From the IR to diagnostics; a file a subject. Must not know how anything that passes will run.

pub mod address_circles;
pub mod allocators;
pub mod device_code;
pub mod foreign_types;
pub mod host_functions;
pub mod initialisers;
pub mod placement;
pub mod rules;
pub mod support;
pub mod synchronise;
pub mod weak_symbols;
