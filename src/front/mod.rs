//! The front end: which pragma belongs to which statement, and the lang-c tree of what they need.
//!
//! From [`crate::source::Preprocessed`] text alone. Every rewriting keeps byte offsets, so that lang-c's spans are
//! spans of the preprocessed text. Must not know types, or what a name means beyond "a typedef".

pub mod parse;
pub mod unit;

pub use parse::{Fragment, parse, parse_declaration, parse_expression, parse_type_name};
pub use unit::{Attribute, AttributeKind, Role, Site, Unit};
