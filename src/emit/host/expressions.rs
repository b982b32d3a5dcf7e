//! Expressions of the user's in the host text: their own words, in one line.

use super::context::Host;
use super::older_compilers::loops;
use crate::ir::*;
use crate::plan::items::sections::strip_decay;

/// The user's text of an expression, in one line.
pub fn text(host: &Host, id: ExprId) -> String {
    let plain = strip_decay(host.program, id);
    if let Some(made) = host.program.spelled.get(&plain.into_raw().into_u32()) {
        return made.clone();
    }
    if host.program.loops.is_made_expr(id) {
        return loops::expression(host.program, host.pre, id);
    }
    single_line(host.pre.slice(host.program.expr(plain).span))
}

pub fn paren(host: &Host, id: ExprId) -> String {
    wrap(&text(host, id))
}

/// The text without line breaks, and without the line markers that the expansion of a macro may have.
pub fn single_line(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The text, in parentheses unless it is one word.
pub fn wrap(text: &str) -> String {
    if text.chars().all(|c| c.is_alphanumeric() || c == '_') {
        text.to_string()
    } else {
        format!("({text})")
    }
}
