//! Expressions of the user's in the host text: their own words, in one line.

use super::context::Host;
use super::older_compilers::loops;
use crate::emit::operands::operand;
use crate::ir::*;
use crate::omp::{self, ExprText, ItemText};
use crate::plan::items::sections::strip_decay;
use crate::source::Span;
use std::convert::Infallible;

/// The user's text of an expression, in one line, with the macros by which it was written.
pub fn text(host: &Host, id: ExprId) -> String {
    let plain = strip_decay(host.program, id);
    if let Some(made) = host.program.spelled.get(&plain) {
        return made.clone();
    }
    if host.program.loops.is_made_expr(id) {
        return loops::expression(host.program, host.pre, id);
    }
    single_line(&host.pre.with_macros(host.program.expr(plain).span))
}

pub fn paren(host: &Host, id: ExprId) -> String {
    operand(text(host, id))
}

/// The text without line breaks, and without the line markers that the expansion of a macro may have.
pub fn single_line(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A list item as the user wrote it, in one line.
pub fn written(host: &Host, item: &ListItem) -> String {
    single_line(&own_words(host, item.span, &item.text))
}

/// A clause of a directive with the macros by which it was written.
pub fn by_macros(
    host: &Host,
    clause: omp::Clause<ExprText, ItemText>,
) -> omp::Clause<ExprText, ItemText> {
    let mut expression = |e: ExprText| {
        let text = own_words(host, e.span, &e.text);
        Ok::<_, Infallible>(ExprText { text, ..e })
    };
    let mut item = |item: ItemText| {
        let text = own_words(host, item.span, &item.text);
        Ok(ItemText { text, ..item })
    };
    clause
        .try_map(&mut expression, &mut item)
        .unwrap_or_else(|never| match never {})
}

/// The text of a span with its macros, where it is the user's own.
fn own_words(host: &Host, span: Span, text: &str) -> String {
    match host.pre.slice(span) == text {
        true => host.pre.with_macros(span),
        false => text.to_string(),
    }
}
