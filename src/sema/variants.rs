//! `declare variant` in device code (OpenMP 5.2, 7.5): a call of the base function becomes a call of the variant
//! whose selector matches the place of the call.
//!
//! From the lowered program. The host's text keeps its calls: the host compiler chooses there.

use super::Lower;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::context::{self, Context, Match};
use crate::omp::{DirectiveKind, Leaf};
use crate::source::Span;

impl Lower<'_> {
    pub(super) fn choose_variants(&mut self) {
        if self.program.variants.is_empty() {
            return;
        }
        let program = &self.program;
        let mut chosen: Vec<(ExprId, FuncId)> = vec![];
        let mut found = vec![];
        for (_, func) in program.funcs.iter() {
            let Some(body) = func.body else { continue };
            program.walk_all_stmts(body, &mut |_, stmt| {
                program.each_expr_of(stmt, &mut |top| {
                    program.walk_expr(top, &mut |_, expr| {
                        let ExprKind::Call { callee, .. } = &expr.kind else {
                            return;
                        };
                        let Some((at, base)) = called(program, *callee) else {
                            return;
                        };
                        let context = context_at(program, expr.span);
                        match variant(program, base, &context) {
                            Ok(Some(variant)) => chosen.push((at, variant)),
                            Ok(None) => {}
                            // Only selectors for code on the device have to be known.
                            Err(error) if context.constructs.first() == Some(&Leaf::Target) => {
                                found.push(error.also(expr.span, "called here"));
                            }
                            Err(_) => {}
                        }
                    });
                });
            });
        }
        for (at, variant) in chosen {
            self.program.exprs[at].kind = ExprKind::Func(variant);
        }
        self.diagnostics.extend(found);
    }
}

/// The function that a call names, and the expression that names it.
fn called(program: &Program, callee: ExprId) -> Option<(ExprId, FuncId)> {
    match program.expr(callee).kind {
        ExprKind::Func(func) => Some((callee, func)),
        ExprKind::Convert { arg, .. } => called(program, arg),
        _ => None,
    }
}

/// The constructs around a place. A function of the device counts as called from a `target` region.
fn context_at(program: &Program, at: Span) -> Context {
    let mut around: Vec<(u32, &DirectiveKind)> = program
        .constructs
        .values()
        .filter(|construct| {
            let span = construct.body.map(|body| program.stmt(body).span);
            span.is_some_and(|span| span.lo <= at.lo && at.hi <= span.hi)
        })
        .map(|construct| (construct.pragma.lo, &construct.directive))
        .collect();
    around.sort_by_key(|(lo, _)| *lo);
    let leaves = around.iter().flat_map(|(_, kind)| kind.leaves());
    let mut constructs: Vec<Leaf> = leaves.copied().collect();
    // What stands around `target` belongs to the host.
    match constructs.iter().position(|leaf| *leaf == Leaf::Target) {
        Some(target) => drop(constructs.drain(..target)),
        None => constructs.insert(0, Leaf::Target),
    }
    Context {
        constructs,
        device: true,
    }
}

/// The best variant whose selector matches; none where the base function is called.
fn variant(
    program: &Program,
    base: FuncId,
    context: &Context,
) -> Result<Option<FuncId>, Diagnostic> {
    let mut best: Option<(u64, FuncId)> = None;
    for variant in program.variants.iter().filter(|v| v.base == base) {
        match context::matches(&variant.selector, context) {
            Match::No => {}
            Match::Yes(score) => {
                if best.is_none_or(|(had, _)| score > had) {
                    best = Some((score, variant.variant));
                }
            }
            Match::Open(why) => {
                let name = &program.funcs[base].name;
                return Err(Diagnostic::error(
                    Code::OpenVariant,
                    variant.span,
                    format!("which variant of `{name}` is meant is known at run time only"),
                )
                .note(why)
                .help("call the variant itself in device code"));
            }
        }
    }
    Ok(best.map(|(_, variant)| variant))
}
