//! Pieces of clauses, parsed on their own: expressions, type names, declarations.
//!
//! lang-c offers whole units only, so a piece is wrapped in one. Its spans are off by a constant,
//! which [`Fragment::span`] adds.

use super::lexer::Stream;
use super::rewrite::Rewriter;
use super::unit::Attribute;
use super::{limits, parse};
use crate::diag::{self, Code, Diagnostic};
use crate::source::Span;
use crate::source::token::Kind;
use lang_c::ast::*;
use lang_c::span::Node;
use std::collections::BTreeSet;

/// A piece of a clause. lang-c's spans in it are shifted by a constant.
pub struct Fragment<T> {
    pub node: Node<T>,
    /// To be added to every offset of the tree to get one of the preprocessed text.
    pub shift: i64,
    /// What the rewriting removed, with spans of the preprocessed text.
    pub attributes: Vec<Attribute>,
}

impl<T> Fragment<T> {
    /// The span in the preprocessed text of a node inside this fragment.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        shifted(span, self.shift)
    }
}

/// A span of a tree moved by a fragment's shift.
pub fn shifted(span: lang_c::span::Span, shift: i64) -> Span {
    let moved = |at: usize| (at as i64).saturating_add(shift).clamp(0, u32::MAX as i64) as u32;
    Span {
        lo: moved(span.start),
        hi: moved(span.end),
    }
}

/// Parses an expression of a clause. `at` is where `text` begins in the preprocessed text;
/// `is_type` says which names mean types there.
pub fn parse_expression(
    text: &str,
    is_type: &dyn Fn(&str) -> bool,
    at: usize,
) -> diag::Result<Fragment<Expression>> {
    let wrapped = Wrapped::new("int __omp_e = (", text, ");", is_type, at)?;
    wrapped.finish(|declaration| {
        let init = declaration.declarators.into_iter().next()?;
        match init.node.initializer?.node {
            Initializer::Expression(e) => Some(*e),
            Initializer::List(_) => None,
        }
    })
}

/// `double *`, `struct s[10]`.
pub fn parse_type_name(
    text: &str,
    is_type: &dyn Fn(&str) -> bool,
    at: usize,
) -> diag::Result<Fragment<TypeName>> {
    let wrapped = Wrapped::new("int __omp_e = sizeof(", text, ");", is_type, at)?;
    wrapped.finish(|declaration| {
        let init = declaration.declarators.into_iter().next()?;
        let Initializer::Expression(e) = init.node.initializer?.node else {
            return None;
        };
        match e.node {
            Expression::SizeOfTy(size) => Some(size.node.0),
            _ => None,
        }
    })
}

/// `struct s v` of `declare mapper`, `int i` of an iterator: without a semicolon.
pub fn parse_declaration(
    text: &str,
    is_type: &dyn Fn(&str) -> bool,
    at: usize,
) -> diag::Result<Fragment<Declaration>> {
    let wrapped = Wrapped::new("", text, ";", is_type, at)?;
    wrapped.finish(|declaration| Some(Node::new(declaration, lang_c::span::Span::none())))
}

struct Wrapped {
    unit: String,
    /// Where the piece begins in `unit`, and in the preprocessed text.
    from: usize,
    at: usize,
    length: usize,
    attributes: Vec<Attribute>,
}

impl Wrapped {
    fn new(
        before: &str,
        text: &str,
        after: &str,
        is_type: &dyn Fn(&str) -> bool,
        at: usize,
    ) -> diag::Result<Wrapped> {
        let whole = Span::new(at, at + text.len());
        let stream = Stream::new(text);
        if stream.len() == 0 || stream.unbalanced.is_some() || ends_early(&stream) {
            let message = "an expression or a type is expected here";
            return Err(vec![Diagnostic::error(Code::Clause, whole, message)]);
        }
        limits::run(&stream, 0, stream.len() - 1).map_err(|e| vec![moved(e, at)])?;
        let mut types = BTreeSet::new();
        let mut rewriter = Rewriter::new(&stream);
        for (i, token) in stream.tokens.iter().enumerate() {
            if token.kind == Kind::Ident
                && let Some(name) = stream.name(i)
                && is_type(stream.str(i))
            {
                types.insert(stream.str(i));
                rewriter.typedefs.insert(name);
            }
        }
        rewriter.fragment();
        if !rewriter.errors.is_empty() {
            return Err(rewriter.errors.into_iter().map(|e| moved(e, at)).collect());
        }
        let mut unit = String::new();
        for name in types {
            unit.push_str(&format!("typedef int {name};\n"));
        }
        unit.push_str(before);
        let from = unit.len();
        unit.push_str(&String::from_utf8_lossy(&rewriter.out));
        unit.push_str(after);
        let attributes = rewriter.attributes.into_iter().map(|mut a| {
            a.span = Span {
                lo: a.span.lo + at as u32,
                hi: a.span.hi + at as u32,
            };
            a
        });
        Ok(Wrapped {
            unit,
            from,
            at,
            length: text.len(),
            attributes: attributes.collect(),
        })
    }

    fn finish<T>(
        self,
        pick: impl FnOnce(Declaration) -> Option<Node<T>>,
    ) -> diag::Result<Fragment<T>> {
        let Wrapped {
            unit,
            from,
            at,
            length,
            attributes,
        } = self;
        let whole = Span::new(at, at + length);
        let failed = |offset: usize| {
            let place = (offset.max(from) - from).min(length.saturating_sub(1));
            let span = if place == 0 {
                whole
            } else {
                Span::new(at + place, at + place + 1)
            };
            vec![Diagnostic::error(
                Code::Clause,
                span,
                "this is not C that the translator can read",
            )]
        };
        let (_, tree) = parse::run_lang_c(unit).map_err(failed)?;
        let last = tree.0.into_iter().last();
        let declaration = match last.map(|d| d.node) {
            Some(ExternalDeclaration::Declaration(d)) => d.node,
            _ => return Err(failed(from)),
        };
        match pick(declaration) {
            // The parentheses that were put around it do not count.
            Some(node) => Ok(Fragment {
                node: Node::new(node.node, lang_c::span::Span::span(from, from + length)),
                shift: at as i64 - from as i64,
                attributes,
            }),
            None => Err(failed(from)),
        }
    }
}

/// A `;` or a line stands outside of all brackets.
fn ends_early(stream: &Stream) -> bool {
    let mut at = 0;
    while at < stream.len() {
        if stream.is(at, b';') || stream.is_line(at) {
            return true;
        }
        at = stream.past(at);
    }
    false
}

fn moved(mut diagnostic: Diagnostic, by: usize) -> Diagnostic {
    for span in diagnostic.spans() {
        *span = Span {
            lo: span.lo + by as u32,
            hi: span.hi + by as u32,
        };
    }
    diagnostic
}
