//! Changes that lints suggest: clauses whose text follows from the code.
//!
//! From the IR and the facts. What is certain is machine-applicable: the clause gives the program the meaning that
//! nothing else in it contradicts. Must not know which lint asks.

use super::first::{First, FirstUse, Question};
use super::threads::Conflict;
use super::{Unit, after};
use crate::analyze::facts::Facts;
use crate::diag::Suggestion;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf, MapKind};
use crate::source::{Preprocessed, Span, token};

/// The clause on a construct.
pub fn clause(construct: &Construct, clause: &str) -> Suggestion {
    Suggestion::clause(format!("add `{clause}`"), construct.pragma, clause)
}

/// `private(var)` on the construct whose threads share it, where each iteration assigns it before it reads it and
/// nothing behind the construct reads it. It is not certain of a variable whose address something has: a function that gets
/// it may read what other iterations wrote, and so may what follows the construct.
pub fn private(unit: &Unit, conflict: &Conflict) -> Option<Suggestion> {
    let program = unit.facts.program;
    let construct = &program.constructs[conflict.construct];
    let var = conflict.var;
    if !program.types.is_scalar(program.vars[var].ty.id) || names(construct, var) {
        return None;
    }
    let suggestion = clause(construct, &format!("private({})", program.vars[var].name));
    let local = program.vars[var].storage.is_local();
    let read = after::read_behind(unit.facts, conflict.construct, var).is_some();
    let function = program.funcs[construct.func].body;
    let addressed = function.is_none_or(|body| unit.facts.uses(body).get(var).escapes);
    let doubt = !assigned_first(unit, conflict) || !local || read || addressed;
    Some(suggestion.maybe_if(doubt))
}

/// Whether no iteration, or no thread of a construct without a loop, reads the variable before it has assigned it.
fn assigned_first(unit: &Unit, conflict: &Conflict) -> bool {
    matches!(first_use(unit, conflict), First::Written | First::Neither)
}

/// Whether each iteration, or each thread, begins with a value of its own, and updates it in the construct's own text:
/// what a called function does first with an address is not known.
pub fn begins_anew(unit: &Unit, conflict: &Conflict) -> bool {
    let program = unit.facts.program;
    let body = program.constructs[conflict.construct].body;
    let own = body.is_some_and(|body| program.stmt(body).span.contains(conflict.place));
    own && matches!(first_use(unit, conflict), First::Written)
}

/// What each iteration, or each thread, does first with the variable.
fn first_use(unit: &Unit, conflict: &Conflict) -> First {
    let program = unit.facts.program;
    let construct = &program.constructs[conflict.construct];
    let var = conflict.var;
    let own = |&(shared, how): &(VarId, Private)| shared == var && how == Private::Private;
    let first = FirstUse {
        program,
        facts: unit.facts,
        var,
        elements: false,
        question: Question::Possible,
    };
    match construct.body {
        _ if construct.shared_scalars.iter().any(own) => First::Written,
        Some(body) => first.stmt(body),
        None => First::Unknown,
    }
}

/// The change that makes updates a reduction.
pub struct Reduction {
    pub operator: &'static str,
    pub suggestion: Suggestion,
}

/// `reduction(OPERATOR: var)` on each construct whose teams or threads update the variable, and `map(tofrom: var)` on
/// a `target` of its own; none where its other uses let no one operator do.
pub fn reduction(unit: &Unit, conflict: &Conflict) -> Option<Reduction> {
    let program = unit.facts.program;
    let var = conflict.var;
    let data = &program.vars[var];
    let inner = &program.constructs[conflict.construct];
    if !program.types.is_arithmetic(data.ty.id) {
        return None;
    }
    let outside = |one: &&Construct| !program.is_declared_in(var, one.id);
    let shares =
        |one: &&Construct| one.directive.has(Leaf::Teams) || one.directive.has(Leaf::Parallel);
    let around: Vec<&Construct> = program
        .around(inner)
        .take_while(|one| outside(one))
        .collect();
    let chain: Vec<&Construct> = [inner].into_iter().chain(around).collect();
    let sharing: Vec<&Construct> = chain.iter().copied().filter(shares).collect();
    let outermost = sharing.last()?;
    if sharing.iter().any(|one| names_but_in_map(one, var)) {
        return None;
    }
    let operator = only_update(unit.facts, outermost.body?, var)?;
    let text = format!("reduction({operator}: {})", data.name);
    let mut places: Vec<(&Construct, String)> =
        sharing.iter().map(|one| (*one, text.clone())).collect();
    let target = chain.iter().find(|one| one.directive.has(Leaf::Target));
    if let Some(target) = target.filter(|target| !shares(target) && !names(target, var)) {
        places.push((target, format!("map(tofrom: {})", data.name)));
    }
    let title = match places.as_slice() {
        [_] => format!("add `{text}`"),
        _ => format!("add `{text}` to each construct that has teams or threads update it"),
    };
    let (first, others) = places.split_first()?;
    let suggestion = Suggestion::clause(title, first.0.pragma, &first.1);
    let suggestion = others.iter().fold(suggestion, |all, (construct, text)| {
        all.and_clause(construct.pragma, text)
    });
    let to_alone = target.is_some_and(|target| names(target, var) && !brings_back(target, var));
    let hidden =
        to_alone || !data.storage.is_local() || unit.facts.uses(outermost.body?).get(var).escapes;
    Some(Reduction {
        operator,
        suggestion: suggestion.maybe_if(hidden),
    })
}

/// Whether a clause of the construct names the variable.
fn names(construct: &Construct, var: VarId) -> bool {
    let clauses = construct.clauses.iter();
    let mut items = clauses.flat_map(|clause| clause.kind.items());
    items.any(|item| item.var() == Some(var))
}

/// Whether a clause of a `target` construct has the value come back to the host.
fn brings_back(construct: &Construct, var: VarId) -> bool {
    construct.clauses.iter().any(|clause| match &clause.kind {
        ClauseKind::Map(map) => {
            matches!(map.kind, None | Some(MapKind::From | MapKind::Tofrom))
                && map.items.iter().any(|item| item.var() == Some(var))
        }
        _ => false,
    })
}

fn names_but_in_map(construct: &Construct, var: VarId) -> bool {
    construct.clauses.iter().any(|clause| {
        let items = clause.kind.items();
        !matches!(clause.kind, ClauseKind::Map(_)) && items.iter().any(|it| it.var() == Some(var))
    })
}

/// The operator by which a statement updates a variable, if it does nothing else with it.
fn only_update(facts: &Facts, body: StmtId, var: VarId) -> Option<&'static str> {
    let program = facts.program;
    let is_it = |id: ExprId| matches!(program.expr(id).kind, ExprKind::Var(one) if one == var);
    let (mut mentioned, mut updated, mut operators) = (0, 0, vec![]);
    program.walk_exprs_in(body, &mut |_, expr| match &expr.kind {
        ExprKind::Var(one) if *one == var => mentioned += 1,
        ExprKind::CompoundAssign { op, lhs, .. } if is_it(*lhs) => {
            updated += 1;
            operators.push(reducing(*op));
        }
        ExprKind::IncDec { arg, .. } if is_it(*arg) => {
            updated += 1;
            operators.push(Some("+"));
        }
        ExprKind::Assign { lhs, rhs } if is_it(*lhs) => {
            if let Some(operator) = combined(program, *rhs, &is_it) {
                updated += 2;
                operators.push(Some(operator));
            }
        }
        _ => {}
    });
    let first = operators.first().copied().flatten()?;
    let one = operators.iter().all(|operator| *operator == Some(first));
    // An update whose value something uses sees the copy of a thread.
    let used = values_used(program, body, &is_it);
    (one && updated == mentioned && !used).then_some(first)
}

/// The operator of `x op e`, or of `e op x` where that is the same.
fn combined(
    program: &Program,
    value: ExprId,
    is_it: &dyn Fn(ExprId) -> bool,
) -> Option<&'static str> {
    let reads = |id: ExprId| is_it(program.unconverted(id));
    match &program.expr(value).kind {
        ExprKind::Convert { arg, .. } => combined(program, *arg, is_it),
        ExprKind::Binary { op, lhs, rhs } => match (reads(*lhs), reads(*rhs)) {
            (true, false) => reducing(*op),
            (false, true) if *op != BinOp::Sub => reducing(*op),
            _ => None,
        },
        ExprKind::Call { callee, args } => {
            let name = &program.funcs[program.callee(*callee)?].name;
            let operator = match name.strip_prefix("__builtin_").unwrap_or(name) {
                "fmax" | "fmaxf" => "max",
                "fmin" | "fminf" => "min",
                _ => return None,
            };
            let read = args.iter().filter(|&&arg| reads(arg)).count();
            (read == 1).then_some(operator)
        }
        _ => None,
    }
}

/// The reduction that an operator of C is (5.2, 5.5.5); a difference is a sum of negated values.
fn reducing(op: BinOp) -> Option<&'static str> {
    match op {
        BinOp::Add | BinOp::Sub => Some("+"),
        BinOp::Mul => Some("*"),
        BinOp::BitAnd => Some("&"),
        BinOp::BitOr => Some("|"),
        BinOp::BitXor => Some("^"),
        _ => None,
    }
}

/// Whether the value of an update of the variable is more than thrown away.
fn values_used(program: &Program, body: StmtId, is_it: &dyn Fn(ExprId) -> bool) -> bool {
    let (mut all, mut alone) = (0, 0);
    let updates = |id: ExprId| match program.expr(id).kind {
        ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => is_it(lhs),
        ExprKind::IncDec { arg, .. } => is_it(arg),
        _ => false,
    };
    program.walk_exprs_in(body, &mut |id, _| all += usize::from(updates(id)));
    program.walk_stmts(body, &mut |_, stmt| {
        let thrown_away = match &stmt.kind {
            StmtKind::Expr(expr) => vec![*expr],
            StmtKind::For {
                step: Some(step), ..
            } => vec![*step],
            _ => vec![],
        };
        for expr in thrown_away {
            let mut parts = vec![expr];
            while let Some(part) = parts.pop() {
                match program.expr(part).kind {
                    ExprKind::Comma { lhs, rhs } => parts.extend([lhs, rhs]),
                    _ => alone += usize::from(updates(part)),
                }
            }
        }
    });
    alone < all
}

/// `#pragma omp atomic` in front of the statement that updates an element.
pub fn atomic(unit: &Unit, conflict: &Conflict) -> Option<Suggestion> {
    let program = unit.facts.program;
    let construct = &program.constructs[conflict.construct];
    let mut found = None;
    program.walk_stmts(construct.body?, &mut |_, stmt| {
        let StmtKind::Expr(expr) = stmt.kind else {
            return;
        };
        let updated = match program.expr(expr).kind {
            ExprKind::CompoundAssign { lhs, op, .. } if op != BinOp::Rem => lhs,
            ExprKind::IncDec { arg, .. } => arg,
            _ => return,
        };
        if program.expr(updated).span == conflict.place {
            found = Some(stmt.span);
        }
    });
    let update: Span = found?;
    let indentation = unit.pre.indentation(update);
    let text = format!("#pragma omp atomic\n{indentation}");
    let title = "put `#pragma omp atomic` in front of the update";
    Some(Suggestion::new(title, update.start(), text).maybe())
}

/// `map(tofrom: ...)` in place of `map(from: ...)`.
pub fn both_ways(pre: &Preprocessed, clause: &Clause) -> Option<Suggestion> {
    let ClauseKind::Map(map) = &clause.kind else {
        return None;
    };
    if map.kind != Some(MapKind::From) {
        return None;
    }
    let before = map.items.first()?.span.lo as usize;
    let tokens = token::tokens_within(pre.text(), clause.span.lo as usize, before);
    let word = tokens.iter().rfind(|one| one.text(pre.text()) == "from")?;
    let word = Span::new(word.lo as usize, word.hi as usize);
    Some(Suggestion::new("map it `tofrom`", word, "tofrom"))
}
