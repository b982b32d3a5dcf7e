//! How many elements a pointer leads to, as the program itself says it.
//!
//! From the allocation of the memory, or from the loop that goes over it. Must not know which lint asks.

use super::Unit;
use crate::analyze::loops;
use crate::diag::Applicability;
use crate::ir::constants::int_value;
use crate::ir::nests::Test;
use crate::ir::*;
use crate::source::Span;

/// A number of elements as text of the program.
pub struct Extent {
    pub text: String,
    /// What is known of the changes that have this text: they are certain where it is the allocation's, and still has
    /// the value that it had there.
    pub applicability: Applicability,
}

/// The elements behind a pointer that a construct uses, or a word for what the user has to say; `allocated` is the
/// value that the pointer got first, where that is memory of the host.
pub fn of(unit: &Unit, construct: &Construct, var: VarId, allocated: Option<ExprId>) -> Extent {
    let allocated = allocated.and_then(|value| allocation(unit, construct, var, value));
    let found = allocated.or_else(|| gone_over(unit, construct, var));
    found.unwrap_or_else(|| Extent {
        text: "COUNT".into(),
        applicability: Applicability::HasPlaceholders,
    })
}

/// From `malloc(n * sizeof *p)`, `calloc(n, sizeof *p)` and their like.
fn allocation(unit: &Unit, construct: &Construct, var: VarId, value: ExprId) -> Option<Extent> {
    let program = unit.facts.program;
    let size = element_size(program, var)?;
    let ExprKind::Call { callee, args } = &program.expr(program.unconverted(value)).kind else {
        return None;
    };
    let name = &program.funcs[program.callee(*callee)?].name;
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let count = match (name, args.as_slice()) {
        ("malloc", [bytes]) | ("realloc" | "aligned_alloc", [_, bytes]) => {
            counted(program, *bytes, size)?
        }
        ("calloc", [count, one]) if int_value(program, *one) == Some(size) => *count,
        ("calloc", [one, count]) if int_value(program, *one) == Some(size) => *count,
        _ => return None,
    };
    let count = program.unconverted(count);
    let same = named(program, count).into_iter().all(|named| {
        let seen = is_seen(program, construct.func, named);
        seen && keeps(program, construct.func, named, program.expr(value).span)
    });
    Some(Extent {
        text: text(unit, count)?,
        applicability: match same {
            true => Applicability::MachineApplicable,
            false => Applicability::MaybeIncorrect,
        },
    })
}

/// The number of elements in a product that has their size as a factor.
fn counted(program: &Program, bytes: ExprId, size: i128) -> Option<ExprId> {
    let ExprKind::Binary {
        op: BinOp::Mul,
        lhs,
        rhs,
    } = program.expr(program.unconverted(bytes)).kind
    else {
        return None;
    };
    let is_size = |id: ExprId| {
        let sized = matches!(
            program.expr(program.unconverted(id)).kind,
            ExprKind::SizeOf { .. }
        );
        sized && int_value(program, id) == Some(size)
    };
    match (is_size(lhs), is_size(rhs)) {
        (false, true) => Some(lhs),
        (true, false) => Some(rhs),
        _ => None,
    }
}

/// From a loop of the region from 0 to a bound whose variable is the subscript.
fn gone_over(unit: &Unit, construct: &Construct, var: VarId) -> Option<Extent> {
    let program = unit.facts.program;
    let body = construct.body?;
    let mut subscripts = vec![];
    program.walk_exprs_in(body, &mut |_, expr| {
        if let ExprKind::Index { base, index } = expr.kind
            && matches!(program.expr(program.unconverted(base)).kind, ExprKind::Var(one) if one == var)
            && let ExprKind::Var(by) = program.expr(program.unconverted(index)).kind
        {
            subscripts.push(by);
        }
    });
    let mut bound = None;
    program.walk_stmts(body, &mut |id, stmt| {
        if bound.is_none()
            && matches!(stmt.kind, StmtKind::For { .. })
            && let Ok(found) = loops::canonical(program, id)
            && subscripts.contains(&found.var)
            && int_value(program, found.lo) == Some(0)
            && found.test == Test::Lt
            && named(program, found.hi).iter().all(|&one| {
                is_seen(program, construct.func, one) && !program.is_declared_in(one, construct.id)
            })
        {
            bound = Some(found.hi);
        }
    });
    Some(Extent {
        text: text(unit, program.unconverted(bound?))?,
        applicability: Applicability::MaybeIncorrect,
    })
}

/// The variables in an expression.
fn named(program: &Program, id: ExprId) -> Vec<VarId> {
    let mut found = vec![];
    program.walk_expr(id, &mut |_, expr| {
        if let ExprKind::Var(var) = expr.kind {
            found.push(var);
        }
    });
    found
}

/// As the user wrote it, macros included.
fn text(unit: &Unit, id: ExprId) -> Option<String> {
    let span = unit.facts.program.expr(id).span;
    let written = unit.pre.raw_text(span).map(str::to_string);
    let text = written.unwrap_or_else(|| unit.pre.with_macros(span));
    let text = without_parentheses(&text);
    (!text.is_empty() && !text.contains('\n')).then(|| text.to_string())
}

/// Without parentheses around all of it.
fn without_parentheses(text: &str) -> &str {
    let Some(inside) = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
    else {
        return text;
    };
    let mut depth = 0i32;
    let closes = inside.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    if closes { text } else { inside }
}

fn element_size(program: &Program, pointer: VarId) -> Option<i128> {
    let element = program.types.element(program.vars[pointer].ty.id)?;
    program.size_of(element.id).map(i128::from)
}

/// Whether the name means the variable anywhere in the function: it is at file scope, a parameter, or declared in the
/// body's own block.
fn is_seen(program: &Program, func: FuncId, var: VarId) -> bool {
    let data = &program.vars[var];
    let shadowed = program
        .vars
        .iter()
        .any(|(id, other)| id != var && other.name == data.name && other.func == Some(func));
    if shadowed {
        return false;
    }
    let in_body = || {
        let body = program.funcs[func].body?;
        let StmtKind::Block(stmts) = &program.stmt(body).kind else {
            return None;
        };
        let declares = |stmt: &StmtId| match &program.stmt(*stmt).kind {
            StmtKind::Decl(decls) => decls
                .iter()
                .any(|one| matches!(one, Decl::Var(v) if *v == var)),
            _ => false,
        };
        stmts.iter().any(declares).then_some(())
    };
    data.func.is_none() || program.funcs[func].params.contains(&var) || in_body().is_some()
}

/// Whether nothing changes the variable behind a place of the function, nor any loop around the place.
fn keeps(program: &Program, func: FuncId, var: VarId, place: Span) -> bool {
    if program.is_constant(program.vars[var].ty) {
        return true;
    }
    let is_it = |id: ExprId| matches!(program.expr(id).kind, ExprKind::Var(one) if one == var);
    let Some(body) = program.funcs[func]
        .body
        .filter(|_| program.vars[var].func == Some(func))
    else {
        return false;
    };
    let mut kept = true;
    program.walk_exprs_in(body, &mut |id, expr| {
        let changes = match expr.kind {
            ExprKind::Assign { lhs, .. } | ExprKind::AddrOf(lhs) => {
                is_it(lhs) && program.expr(id).span.hi > place.lo
            }
            ExprKind::CompoundAssign { lhs, .. } => is_it(lhs),
            ExprKind::IncDec { arg, .. } => is_it(arg),
            _ => false,
        };
        kept &= !changes;
    });
    kept
}
