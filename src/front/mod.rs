//! The front end: which pragma belongs to which statement, and the lang-c tree of what they need.
//!
//! From [`crate::source::Preprocessed`] text alone. Every rewriting keeps byte offsets, so that lang-c's spans are
//! spans of the preprocessed text. Must not know types, or what a name means beyond "a typedef".

mod blanked;
pub mod conditions;
mod declarators;
mod extents;
pub mod fragment;
pub mod keyword_macros;
mod labels;
mod lexer;
pub mod limits;
mod metadirectives;
pub mod parse;
mod pragmas;
mod reach;
mod results;
mod rewrite;
mod run_choices;
pub mod runtime_macros;
#[cfg(test)]
mod tests;
mod toplevel;
pub mod unit;
mod unread;
mod unrolling;
mod variant_blocks;

pub use crate::omp::sentinel::misspelt as misspelt_sentinel;
pub use conditions::Answer;
pub use fragment::{Fragment, parse_declaration, parse_expression, parse_type_name};
pub use metadirectives::Choice;
pub use parse::{Known, UNREADABLE, on_big_stack, parse, parse_known};
pub use unit::{Attribute, AttributeKind, Role, Site, Unit};
pub use unread::Unread;
pub use variant_blocks::Hidden;
