//! What the host's text needs to say of constructs, because host compilers do not see it or do not accept it.
//!
//! From the facts. Must not know how the text is edited.

use crate::analyze::facts::Facts;
use crate::analyze::scans;
use crate::analyze::sharing::{DeviceAttr, DeviceData, Rule};
use crate::ir::constants::int_value;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::plan::decisions::host::{HostNest, HostScan, HostVersion};

/// The loops with `scan` that have the required form. Others are refused in device code, and left to the host
/// compiler elsewhere.
pub fn scans(facts: &Facts) -> Vec<HostScan> {
    let program = facts.program;
    let mut found = vec![];
    for (id, construct) in program.constructs.iter() {
        if construct.inscan().is_none() {
            continue;
        }
        let Ok(Some(phases)) = scans::of(&facts.uses, &facts.nests, construct) else {
            continue;
        };
        let Ok(nest) = facts.nest(construct) else {
            continue;
        };
        let private = facts.privatised(construct).into_iter();
        let by_rule = private.filter(|(_, how)| *how == Private::LoopVar);
        found.push(HostScan {
            construct: id,
            phases,
            body: nest.body,
            loop_variables: by_rule.map(|(var, _)| var).collect(),
        });
    }
    found
}

/// The collapsed nests that gcc does not accept. It accepts the bounds `var` and `a * var`, and these with something
/// added or subtracted; gcc 12 ends with an internal error where `a` is not constant, and counts too few iterations
/// where a loop with `!=` has such bounds.
pub fn nests(facts: &Facts) -> Vec<HostNest> {
    let program = facts.program;
    let mut found = vec![];
    for (id, construct) in program.constructs.iter() {
        let collapses = |c: &Clause| matches!(c.kind, ClauseKind::Collapse(_));
        if !construct.clauses.iter().any(collapses) {
            continue;
        }
        let Ok(nest) = facts.nest(construct) else {
            continue;
        };
        let vars: Vec<VarId> = nest.loops.iter().map(|one| one.var).collect();
        let taken = nest.loops.iter().enumerate().all(|(depth, one)| {
            let outer = &vars[..depth];
            let mut bounds = [one.lo, one.hi].into_iter();
            bounds.all(|bound| is_taken(program, bound, outer))
                && !(tests_not_equal(program, one) && depends(program, one, outer))
        });
        if taken {
            continue;
        }
        let items = || construct.clauses.iter().flat_map(|c| c.kind.items());
        let inner = nest.loops[1..].iter().filter(|one| !one.declared);
        let private = inner.map(|one| one.var);
        found.push(HostNest {
            construct: id,
            private: private
                .filter(|&var| !items().any(|item| item.var() == Some(var)))
                .collect(),
        });
    }
    found
}

/// The variables that the host version of a target region shares with the code around it, though the host compiler
/// would privatise them.
pub fn version(program: &Program, data: &DeviceData) -> HostVersion {
    let mut version = HostVersion::default();
    for captured in &data.vars {
        let v = &program.vars[captured.var];
        let scalar = program.types.is_scalar(v.ty.id);
        if program.types.resolve_qual(v.ty).quals.is_const {
            continue;
        }
        let implicit = !matches!(captured.rule, Rule::Explicit(_));
        let by_default = matches!(captured.rule, Rule::Defaultmap(_));
        match captured.attr {
            DeviceAttr::DeclareTarget | DeviceAttr::Map(_) if implicit && scalar => {
                version.mapped.push(captured.var);
            }
            DeviceAttr::Firstprivate if by_default && !scalar => version.copied.push(captured.var),
            _ => {}
        }
    }
    version
}

/// Whether the program writes `!=` in the loop's condition.
fn tests_not_equal(program: &Program, one: &CanonicalLoop) -> bool {
    let StmtKind::For {
        cond: Some(cond), ..
    } = program.stmt(one.stmt).kind
    else {
        return false;
    };
    matches!(
        program.expr(cond).kind,
        ExprKind::Binary { op: BinOp::Ne, .. }
    )
}

/// Whether a loop's bounds use variables of loops around it.
fn depends(program: &Program, one: &CanonicalLoop, outer: &[VarId]) -> bool {
    let uses = |&var: &VarId| program.mentions(one.lo, var) || program.mentions(one.hi, var);
    outer.iter().any(uses)
}

/// Whether gcc accepts a bound.
fn is_taken(program: &Program, bound: ExprId, outer: &[VarId]) -> bool {
    let fixed = |e| !outer.iter().any(|&var| program.mentions(e, var));
    if fixed(bound) {
        return true;
    }
    match program.expr(bound).kind {
        ExprKind::Convert { arg, .. } => is_taken(program, arg, outer),
        ExprKind::Binary {
            op: BinOp::Add | BinOp::Sub,
            lhs,
            rhs,
        } => {
            fixed(lhs) && is_term(program, rhs, outer) || is_term(program, lhs, outer) && fixed(rhs)
        }
        _ => is_term(program, bound, outer),
    }
}

/// Whether an expression is `var`, or `var` multiplied by a constant.
fn is_term(program: &Program, e: ExprId, outer: &[VarId]) -> bool {
    let var = |e| is_variable(program, e, outer);
    let constant = |e| int_value(program, e).is_some();
    match program.expr(e).kind {
        ExprKind::Convert { arg, .. } => is_term(program, arg, outer),
        ExprKind::Binary {
            op: BinOp::Mul,
            lhs,
            rhs,
        } => var(lhs) && constant(rhs) || constant(lhs) && var(rhs),
        _ => var(e),
    }
}

fn is_variable(program: &Program, e: ExprId, outer: &[VarId]) -> bool {
    match program.expr(e).kind {
        ExprKind::Var(var) => outer.contains(&var),
        ExprKind::Convert { arg, .. } => is_variable(program, arg, outer),
        _ => false,
    }
}
