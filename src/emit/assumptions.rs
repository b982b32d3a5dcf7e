//! Checks, in the CUDA file, of macros from whose values numbers of generated code were computed.
//!
//! From the clauses whose arguments the plan evaluates: the number of threads, lanes, and what an array section of a
//! reduction holds, from the extents of reduced arrays, from enumeration constants, and from the indices of designators,
//! which are places in a list there. Who carries the CUDA file on by hand and changes such a macro gets an error of the
//! CUDA compiler then, instead of code of which a part still has the old value. Extents of other arrays need none:
//! declarations and `sizeof` name the macros, and structs of shared memory check their size.

use super::cuda::{Prec, Printer};
use super::kernel::Kernel;
use crate::device::Block;
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::source::Span;
use crate::source::token::{Kind, tokens_within};
use std::collections::BTreeSet;

const WHY: &str =
    "numbers here and in the launch come from this: translate again, or change them, too";

/// What the plan has evaluated.
enum Evaluated {
    Argument(ExprId),
    /// The extents of an array.
    Extents(VarId),
    /// The index of a designator, and its value.
    Index(Span, u64),
}

impl Kernel<'_> {
    /// Prints the checks for a construct and for those in its body.
    pub(super) fn assume_of_construct(&self, p: &mut Printer, out: &mut Block, id: ConstructId) {
        let construct = &self.program.constructs[id];
        let mut found = evaluated(self.program, construct);
        found.extend(
            construct
                .body
                .into_iter()
                .flat_map(|body| self.evaluated_in(body)),
        );
        assume(p, out, found);
    }

    /// Prints the checks for the constructs in a statement.
    pub(super) fn assume_of_body(&self, p: &mut Printer, out: &mut Block, body: StmtId) {
        assume(p, out, self.evaluated_in(body));
    }

    fn evaluated_in(&self, body: StmtId) -> Vec<Evaluated> {
        let mut found = vec![];
        self.program.walk_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(inner) = stmt.kind {
                found.extend(evaluated(self.program, &self.program.constructs[inner]));
            }
        });
        let span = self.program.stmt(body).span;
        found.extend(designators(self.program, span));
        found
    }
}

/// Prints the checks of what names macros, each once in the block.
fn assume(p: &mut Printer, out: &mut Block, evaluated: Vec<Evaluated>) {
    let numbers = evaluated.into_iter().flat_map(|one| match one {
        Evaluated::Argument(e) => {
            let e = p.program.below_implicit(e);
            let value = is_of_literals(p.program, e).then(|| constants::int_value(p.program, e));
            let value = value.flatten();
            let printed = value.map(|value| (p.expr_prec(e, Prec::Equality), value));
            printed.into_iter().collect()
        }
        Evaluated::Extents(var) => extents(p, var),
        Evaluated::Index(at, value) => {
            let value = i128::from(value);
            let printed = p.constant(at, value).map(|text| (text, value));
            printed.into_iter().collect()
        }
    });
    let numbers: Vec<(String, i128)> = numbers.collect();
    let mut printed = BTreeSet::new();
    for (text, value) in numbers {
        if names_macro(p, &text) && printed.insert(text.clone()) {
            out.declare(format!("static_assert({text} == {value}, \"{WHY}\")"));
        }
    }
}

/// The designators with an index at a place of the text.
fn designators(program: &Program, within: Span) -> impl Iterator<Item = Evaluated> {
    let all = program.designators.iter();
    all.filter(move |(at, _)| within.lo <= at.lo && at.hi <= within.hi)
        .map(|(at, value)| Evaluated::Index(*at, *value))
}

/// The extents of an array as its declaration has them, and their values.
fn extents(p: &mut Printer, var: VarId) -> Vec<(String, i128)> {
    let data = &p.program.vars[var];
    let types = &p.program.types;
    let (mut values, mut of) = (vec![], data.ty);
    while let Type::Array {
        elem,
        len: ArrayLen::Known(n),
    } = types.get(of.id)
    {
        values.push(*n);
        of = *elem;
    }
    p.declaring(data.span, data.ty, |p| {
        let of_text = |n: u64| (p.array_extent(n), i128::from(n));
        values.into_iter().map(of_text).collect()
    })
}

/// Whether an expression is arithmetic on literals, as what macros stand for mostly is: printing it defines nothing
/// but macros.
fn is_of_literals(program: &Program, e: ExprId) -> bool {
    use ExprKind::*;
    let mut literals = true;
    program.walk_expr(e, &mut |_, expr| {
        literals &= matches!(
            expr.kind,
            Int { .. } | Unary { .. } | Binary { .. } | Cond { .. } | Convert { .. }
        );
    });
    literals
}

/// Whether a text names a macro that the CUDA file defines.
fn names_macro(p: &Printer, text: &str) -> bool {
    let tokens = tokens_within(text, 0, text.len());
    let mut names = tokens.iter().filter(|token| token.kind == Kind::Ident);
    names.any(|token| p.uses.macros.contains_key(token.text(text)))
}

/// What the plan evaluates of a construct's clauses where it is constant.
fn evaluated(program: &Program, construct: &Construct) -> Vec<Evaluated> {
    let mut found = vec![];
    for clause in &construct.clauses {
        match &clause.kind {
            ClauseKind::ThreadLimit(e) | ClauseKind::Simdlen(e) | ClauseKind::Collapse(e) => {
                found.push(Evaluated::Argument(*e));
            }
            ClauseKind::NumThreads { threads, .. } => {
                found.extend(threads.iter().map(|e| Evaluated::Argument(*e)));
            }
            // Only thread 0 is treated otherwise than others.
            ClauseKind::Filter(e) if constants::int_value(program, *e) == Some(0) => {
                found.push(Evaluated::Argument(*e));
            }
            ClauseKind::Reduction { items, .. } | ClauseKind::InReduction { items, .. } => {
                for item in items {
                    match &item.kind {
                        ItemKind::Var(var) => found.push(Evaluated::Extents(*var)),
                        ItemKind::Part { dims, .. } => {
                            let bounds = dims.iter().flat_map(|dim| [dim.lower, dim.length]);
                            found.extend(bounds.flatten().map(Evaluated::Argument));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}
