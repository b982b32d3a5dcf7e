//! The types of directives and clauses.
//!
//! A clause is generic over its expressions `E` and list items `I`: the parser makes `Clause<ExprText, ItemText>`, and
//! `sema` turns that into `Clause<ir::ExprId, ir::ListItem>`.

mod clause;
mod directive;
mod keywords;

pub use clause::*;
pub use directive::*;
pub use keywords::*;

use crate::source::Span;

/// An expression as written: balanced tokens, not yet C.
#[derive(Clone, Debug, PartialEq)]
pub struct ExprText {
    pub span: Span,
    pub text: String,
}

/// A list item as written, with the parts of its array section (5.2, 3.2.1 and 3.2.5).
#[derive(Clone, Debug, PartialEq)]
pub struct ItemText {
    pub span: Span,
    /// The whole item.
    pub text: String,
    /// What stands before the trailing brackets: `a`, `s.p`, `*q`, `p->x`.
    pub base: ExprText,
    /// The trailing brackets.
    pub dims: Vec<DimText>,
}

impl ItemText {
    /// A whole variable.
    pub fn name(name: &str, span: Span) -> ItemText {
        let text = name.to_string();
        ItemText {
            span,
            base: ExprText {
                span,
                text: text.clone(),
            },
            text,
            dims: vec![],
        }
    }
}

/// One pair of brackets of a list item.
#[derive(Clone, Debug, PartialEq)]
pub enum DimText {
    /// `[index]`.
    Index(ExprText),
    /// `[lower : length : stride]`, each of which may be left out.
    Section {
        lower: Option<ExprText>,
        length: Option<ExprText>,
        stride: Option<ExprText>,
    },
}
