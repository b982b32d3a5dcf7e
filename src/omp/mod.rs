//! OpenMP directives and clauses as typed values, their grammar, and the rules of which clause may
//! stand on which directive.
//!
//! Knows the text of a directive and OpenMP 5.2 (with the C parts of 6.0). Must not know C's grammar,
//! names or types: expressions stay text ([`ExprText`]) until `sema` resolves them.
//!
//! `lexer` -> `parse` -> `check` makes a [`Directive`] of a pragma's text; the tables
//! `directives` and `clauses` say what they follow, `combine` and `allowed` what that means for combined directives;
//! `nesting` holds the rules that need more than one directive.

pub mod allowed;
pub mod ast;
pub mod check;
mod classify;
pub mod clauses;
pub mod combine;
pub mod context;
pub mod directives;
pub mod display;
mod lexer;
mod map_clause;
mod names;
pub mod nesting;
mod parse;
pub mod sentinel;
pub mod shape;
pub mod suggest;
pub mod support;
#[cfg(test)]
mod tests;
pub mod uses_allocators;

pub use ast::*;
pub use parse::{parse_directive, parse_unchecked};
