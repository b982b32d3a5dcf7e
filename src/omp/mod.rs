//! OpenMP directives and clauses as typed values, their grammar, and the rules of which clause may
//! stand on which directive.
//!
//! Knows the text of a directive and OpenMP 5.2 (with the C parts of 6.0). Must not know C's grammar,
//! names or types: expressions stay text ([`ExprText`]) until `sema` resolves them.

pub mod ast;
mod classify;
mod map_clause;

pub use ast::*;
