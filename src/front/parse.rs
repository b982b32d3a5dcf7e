//! Runs lang-c.

use super::unit::Unit;
use crate::diag::{self, Code, Diagnostic};
use crate::source::{Preprocessed, Span};
use lang_c::ast::{Declaration, Expression, TypeName};
use lang_c::span::Node;

/// The whole front end.
pub fn parse(_pre: &Preprocessed) -> diag::Result<Unit> {
    Err(vec![Diagnostic::bare(
        Code::Internal,
        diag::Severity::Error,
        "not written yet",
    )])
}

/// A piece of a clause, parsed on its own. lang-c's spans in it are shifted.
pub struct Fragment<T> {
    pub node: Node<T>,
    /// To be added to every offset of the tree to get one of the preprocessed text.
    pub shift: i64,
}

impl<T> Fragment<T> {
    /// The span in the preprocessed text of a node inside this fragment.
    pub fn span(&self, _span: lang_c::span::Span) -> Span {
        Span::default()
    }
}

/// Parses an expression of a clause. `at` is where `text` begins in the preprocessed text;
/// `typedef_names` those names visible there that are types (others may be among them).
pub fn parse_expression(
    _text: &str,
    _typedef_names: &dyn Fn(&str) -> bool,
    at: usize,
) -> diag::Result<Fragment<Expression>> {
    Err(vec![Diagnostic::error(
        Code::Internal,
        Span::new(at, at),
        "not written yet",
    )])
}

/// `double *`, `struct s[10]`.
pub fn parse_type_name(
    _text: &str,
    _typedef_names: &dyn Fn(&str) -> bool,
    at: usize,
) -> diag::Result<Fragment<TypeName>> {
    Err(vec![Diagnostic::error(
        Code::Internal,
        Span::new(at, at),
        "not written yet",
    )])
}

/// `struct s v` of `declare mapper`: without its semicolon.
pub fn parse_declaration(
    _text: &str,
    _typedef_names: &dyn Fn(&str) -> bool,
    at: usize,
) -> diag::Result<Fragment<Declaration>> {
    Err(vec![Diagnostic::error(
        Code::Internal,
        Span::new(at, at),
        "not written yet",
    )])
}
