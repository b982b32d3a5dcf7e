//! Inline assembly whose template is empty (GNU C, 6.47): it has no instructions, and only tells the compiler what it
//! must not assume. Such a statement is a compiler barrier that device code can have, too; other assembly is the
//! host's.
//!
//! The operands of `asm("" : "=r"(x), "+r"(y) : "0"(z), "r"(w) : "memory")` keep their meaning: `x = z` is what the
//! matching constraint says, `w` is evaluated, and `y` keeps its value.

use super::Lower;
use crate::ir::*;
use crate::omp::ExprText;
use crate::source::Span;
use crate::source::token::{Kind, Token, tokens};

/// One operand: `[name] "constraint" (expression)`.
struct Operand<'a> {
    name: Option<&'a str>,
    constraint: &'a str,
    expr: ExprText,
}

/// The parts of a statement with an empty template.
struct Operands<'a> {
    outputs: Vec<Operand<'a>>,
    inputs: Vec<Operand<'a>>,
}

impl Lower<'_> {
    /// What the `asm` statement at `span` does.
    pub(super) fn inline_asm(&mut self, span: Span) -> StmtKind {
        let Some(operands) = operands(self.text(span), span.lo) else {
            return StmtKind::Asm {
                text: self.line(span),
            };
        };
        let mut stmts = vec![];
        let outputs: Vec<_> = operands
            .outputs
            .iter()
            .map(|output| self.clause_expr(&output.expr).ok())
            .collect();
        for input in &operands.inputs {
            let Ok(value) = self.clause_expr(&input.expr) else {
                continue;
            };
            let matching = operands
                .outputs
                .iter()
                .enumerate()
                .position(|(at, output)| input.matches(at, output));
            let expr = match matching.and_then(|at| outputs[at]) {
                Some(output) => self.assign(output, value, span),
                None => value,
            };
            stmts.push(self.stmt_of(StmtKind::Expr(expr), span));
        }
        if stmts.is_empty() {
            return StmtKind::CompilerBarrier;
        }
        stmts.push(self.stmt_of(StmtKind::CompilerBarrier, span));
        StmtKind::Block(stmts)
    }
}

impl Operand<'_> {
    /// Whether the input is in the place of the output: its constraint is the number or the name of it.
    fn matches(&self, at: usize, output: &Operand) -> bool {
        let constraint = self.constraint.trim_start_matches('%');
        match constraint
            .strip_prefix('[')
            .and_then(|c| c.strip_suffix(']'))
        {
            Some(name) => output.name == Some(name),
            None => constraint.parse() == Ok(at),
        }
    }
}

/// The operands of `asm qualifiers ("" : outputs : inputs : clobbers)`; `None` where the template is not empty or
/// the statement may jump. `lo` is the text's place in the preprocessed text.
fn operands(text: &str, lo: u32) -> Option<Operands<'_>> {
    let tokens = tokens(text);
    let open = tokens.iter().position(|t| t.text(text) == "(")?;
    let qualifiers = &tokens[..open];
    let may_jump = |t: &Token| t.kind == Kind::Line || t.text(text) == "goto";
    if qualifiers.iter().any(may_jump) {
        return None;
    }
    let mut sections: Vec<Vec<&[Token]>> = vec![vec![]];
    let (mut depth, mut from) = (0, open + 1);
    for (at, token) in tokens.iter().enumerate().skip(open + 1) {
        match token.text(text) {
            "(" | "[" | "{" => depth += 1,
            ")" if depth == 0 => {
                sections.last_mut()?.push(&tokens[from..at]);
                break;
            }
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => {
                sections.last_mut()?.push(&tokens[from..at]);
                from = at + 1;
            }
            ":" | "::" if depth == 0 => {
                sections.last_mut()?.push(&tokens[from..at]);
                sections.resize_with(sections.len() + token.text(text).len(), Vec::new);
                from = at + 1;
            }
            _ if token.kind == Kind::Line => return None,
            _ => {}
        }
    }
    let template = sections.first()?;
    let is_empty =
        |t: &Token| t.kind == Kind::Str && t.text(text).trim_matches('"').trim().is_empty();
    if !template.iter().all(|part| part.iter().all(is_empty)) {
        return None;
    }
    let list = |at: usize| -> Option<Vec<Operand>> {
        let parts = sections.get(at).map_or(&[][..], Vec::as_slice);
        let written = parts.iter().filter(|part| !part.is_empty());
        written.map(|part| operand(text, lo, part)).collect()
    };
    Some(Operands {
        outputs: list(1)?,
        inputs: list(2)?,
    })
}

fn operand<'a>(text: &'a str, lo: u32, part: &[Token]) -> Option<Operand<'a>> {
    let constraint = part.iter().position(|t| t.kind == Kind::Str)?;
    let name = match &part[..constraint] {
        [open, name, _] if open.text(text) == "[" => Some(name.text(text)),
        _ => None,
    };
    let (first, last) = (part.get(constraint + 2)?, part.last()?);
    let (from, to) = (first.lo, last.lo);
    Some(Operand {
        name,
        constraint: part[constraint].text(text).trim_matches('"'),
        expr: ExprText {
            span: Span {
                lo: lo + from,
                hi: lo + to,
            },
            text: text[from as usize..to as usize].to_owned(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Vec<String>, Vec<String>)> {
        let texts = |list: Vec<Operand>| list.into_iter().map(|o| o.expr.text).collect();
        operands(text, 0).map(|o| (texts(o.outputs), texts(o.inputs)))
    }

    fn lists(outputs: &[&str], inputs: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let owned = |list: &[&str]| list.iter().map(|s| s.to_string()).collect();
        Some((owned(outputs), owned(inputs)))
    }

    #[test]
    fn empty_templates_have_operands() {
        assert_eq!(read("asm(\"\")"), lists(&[], &[]));
        assert_eq!(read("asm volatile(\"\" ::: \"memory\")"), lists(&[], &[]));
        let both = "__asm__ (\" \" : [a] \"+r\" (x[f(1, 2)]), \"=m\"(y) : \"r\"(p ? 1 : 2), \"0\"(z) : \"cc\")";
        assert_eq!(read(both), lists(&["x[f(1, 2)]", "y"], &["p ? 1 : 2", "z"]));
    }

    #[test]
    fn instructions_and_jumps_are_the_hosts() {
        assert_eq!(read("asm(\"nop\")"), None);
        assert_eq!(read("asm(\"\" \"nop\" : \"=r\"(x))"), None);
        assert_eq!(read("asm goto(\"\" : : : : out)"), None);
    }
}
