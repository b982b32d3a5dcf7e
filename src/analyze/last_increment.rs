//! Loops whose last increment may leave the type of the iteration variable.
//!
//! OpenMP counts the iterations before the first one (5.2, 4.4.2), so that the increment behind the last iteration does
//! not take place. Where one thread executes a loop as it is written, that increment must stay in the type: a signed
//! variable would overflow, a wider or an unsigned one would begin anew. From the loop's bounds and its step, and from
//! the values that their types and operators allow.

use super::facts::Facts;
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Test};
use crate::ir::*;
use crate::omp::DirectiveKind;

/// The loops of the construct itself and of those in its body whose last increment may leave the type.
pub fn of_construct(facts: &Facts, construct: &Construct) -> Vec<CanonicalLoop> {
    let mut found = associated(facts, construct);
    found.extend(construct.body.map_or(vec![], |body| of_stmt(facts, body)));
    found
}

/// The loops of the constructs in a statement whose last increment may leave the type.
pub fn of_stmt(facts: &Facts, stmt: StmtId) -> Vec<CanonicalLoop> {
    let program = facts.program;
    let mut found = vec![];
    program.walk_all_stmts(stmt, &mut |_, stmt| {
        if let StmtKind::Omp(id) = stmt.kind {
            found.extend(associated(facts, &program.constructs[id]));
        }
    });
    found
}

/// Such loops of those that a construct applies to.
fn associated(facts: &Facts, construct: &Construct) -> Vec<CanonicalLoop> {
    let program = facts.program;
    let mut loops = match facts.nest(construct) {
        Ok(nest) => nest.loops.clone(),
        Err(_) if construct.directive == DirectiveKind::Unroll => {
            let body = construct.body;
            let head = body.and_then(|body| super::loops::nest_head(program, body));
            let one = head.map(|head| super::loops::canonical_in(&facts.uses, head));
            one.into_iter().flatten().collect()
        }
        Err(_) => vec![],
    };
    loops.retain(|one| may_leave(program, one));
    loops
}

/// Whether adding the step to the variable's last value may give a value that its type does not have.
pub fn may_leave(program: &Program, one: &CanonicalLoop) -> bool {
    // A pointer far behind its array has no meaning, but it is in order with the others. With `!=` the step is one, and
    // the variable ends with the bound.
    let Some(of_type) = Extent::of_type(program, program.vars[one.var].ty.id) else {
        return false;
    };
    let Some(step) = one.step.value.map(i128::abs) else {
        return one.test != Test::Ne;
    };
    if let (Some(trips), Some(first)) = (one.constant_trips(program), int_value(program, one.lo)) {
        let way = step.saturating_mul(i128::try_from(trips).unwrap_or(i128::MAX));
        let end = match one.test {
            Test::Lt | Test::Le | Test::Ne => first.saturating_add(way),
            Test::Gt | Test::Ge => first.saturating_sub(way),
        };
        return !of_type.has(end);
    }
    let bound = Extent::of(program, one.hi);
    let bound = bound.map_or(of_type, |bound| bound.within(of_type));
    match one.test {
        Test::Lt => !of_type.has(bound.high - 1 + step),
        Test::Le => !of_type.has(bound.high + step),
        Test::Gt => !of_type.has(bound.low + 1 - step),
        Test::Ge => !of_type.has(bound.low - step),
        Test::Ne => false,
    }
}

/// The values from `low` to `high`, these included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    low: i128,
    high: i128,
}

impl Extent {
    /// The values of an integer type of at most 64 bits.
    fn of_type(program: &Program, ty: TypeId) -> Option<Extent> {
        let kind = match program.types.resolve(ty) {
            Type::Bool => return Some(Extent { low: 0, high: 1 }),
            Type::Int(kind) => *kind,
            Type::Enum(id) => program.enums[*id].repr,
            _ => return None,
        };
        let bits = u32::try_from(kind.size() * 8)
            .ok()
            .filter(|&bits| bits <= 64)?;
        Some(match kind.signed() {
            true => Extent {
                low: -(1 << (bits - 1)),
                high: (1 << (bits - 1)) - 1,
            },
            false => Extent {
                low: 0,
                high: (1 << bits) - 1,
            },
        })
    }

    /// The values that an expression may have, as far as its operators show.
    fn of(program: &Program, id: ExprId) -> Option<Extent> {
        let expr = program.expr(id);
        if let Some(value) = int_value(program, id) {
            return Some(Extent {
                low: value,
                high: value,
            });
        }
        let of_type = Extent::of_type(program, expr.ty.id)?;
        let found = match &expr.kind {
            ExprKind::Convert { arg, .. } => Extent::of(program, *arg),
            ExprKind::Binary { op, lhs, rhs } => Extent::of_binary(program, *op, *lhs, *rhs),
            ExprKind::Cond {
                yes: Some(yes), no, ..
            } => Extent::of(program, *yes)
                .zip(Extent::of(program, *no))
                .map(|(yes, no)| Extent {
                    low: yes.low.min(no.low),
                    high: yes.high.max(no.high),
                }),
            _ => None,
        };
        let Some(found) = found else {
            return Some(of_type);
        };
        // A signed operation whose result leaves the type has no meaning; any other wraps around.
        let fits = of_type.has(found.low) && of_type.has(found.high);
        let operation = matches!(expr.kind, ExprKind::Binary { .. });
        Some(match fits || operation && of_type.low < 0 {
            true => found.within(of_type),
            false => of_type,
        })
    }

    fn of_binary(program: &Program, op: BinOp, lhs: ExprId, rhs: ExprId) -> Option<Extent> {
        let (a, b) = (Extent::of(program, lhs)?, Extent::of(program, rhs)?);
        let constant = (b.low == b.high && b.low > 0).then_some(b.low);
        Some(match (op, constant) {
            (BinOp::Add, _) => Extent {
                low: a.low + b.low,
                high: a.high + b.high,
            },
            (BinOp::Sub, _) => Extent {
                low: a.low - b.high,
                high: a.high - b.low,
            },
            (BinOp::Div, Some(by)) => Extent {
                low: a.low / by,
                high: a.high / by,
            },
            (BinOp::Rem, Some(by)) => Extent {
                low: a.low.clamp(1 - by, 0),
                high: a.high.clamp(0, by - 1),
            },
            (BinOp::Shr, Some(by)) if by < 64 => Extent {
                low: a.low >> by,
                high: a.high >> by,
            },
            (BinOp::BitAnd, Some(mask)) => Extent { low: 0, high: mask },
            _ => return None,
        })
    }

    fn has(self, value: i128) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Those of the values that the other ones have, too.
    fn within(self, other: Extent) -> Extent {
        Extent {
            low: self.low.clamp(other.low, other.high),
            high: self.high.clamp(other.low, other.high),
        }
    }
}
