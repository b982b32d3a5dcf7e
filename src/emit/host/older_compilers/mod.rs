//! Directives in the words of OpenMP 5.0 and 5.1, which host compilers know (gcc 12).
//!
//! From directives and the constructs that they became. Each replacement means the same on the host.

pub mod atomics;
pub mod conditions;
pub mod imperfect;
pub mod loops;
pub mod nests;
pub mod scans;
pub mod split;
pub mod teams;
pub mod words;
