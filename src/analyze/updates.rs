//! Whether code does nothing with an array but update its elements: `a[i] op= e`, `a[i]++`, `a[i] = a[i] op e`, or
//! replace them by a smaller or larger value with `if` or `?:`; constructs inside may reduce the same array by the
//! same operator.
//!
//! From the IR. Such code needs no copy of the array: the updates can be atomic. Must not know how they are printed.

use super::atomics;
use crate::ir::atomics::{Action, Atomic, Operand};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, MemoryOrder, ReductionOp};

/// The updates of `var` in `body`, all of them by `op`, as atomic operations; none where the body does something else
/// with the array.
pub fn of(
    program: &Program,
    body: StmtId,
    var: VarId,
    op: &ReductionOp,
) -> Option<Vec<(StmtId, Atomic)>> {
    let mut search = Search {
        program,
        var,
        op,
        found: vec![],
    };
    search.stmt(body).then_some(search.found)
}

struct Search<'a> {
    program: &'a Program,
    var: VarId,
    op: &'a ReductionOp,
    found: Vec<(StmtId, Atomic)>,
}

impl Search<'_> {
    fn stmt(&mut self, id: StmtId) -> bool {
        let program = self.program;
        if let Some(update) = self.update(id) {
            self.found.push((id, update));
            return true;
        }
        let stmt = program.stmt(id);
        if let StmtKind::Omp(construct) = stmt.kind {
            let construct = &program.constructs[construct];
            let named = construct.clauses.iter().any(|clause| {
                let listed = clause.kind.items().iter().any(|item| self.in_item(item));
                let same = self.reduces_alike(&clause.kind);
                listed && !same || clause.kind.exprs().iter().any(|e| self.in_expr(**e))
            });
            // What the user has made atomic stays so.
            if named || construct.directive == DirectiveKind::Atomic && self.in_stmt(id) {
                return false;
            }
        }
        let mut used = false;
        program.each_expr_of(stmt, &mut |e| used |= self.in_expr(e));
        if used {
            return false;
        }
        let mut children = vec![];
        program.each_child(stmt, &mut |child| children.push(child));
        children.into_iter().all(|child| self.stmt(child))
    }

    /// Whether the clause makes the construct reduce the array by the same operator.
    fn reduces_alike(&self, clause: &ClauseKind<ExprId, ListItem>) -> bool {
        let sums = |op: &ReductionOp| matches!(op, ReductionOp::Add | ReductionOp::Sub);
        let ClauseKind::Reduction {
            op,
            items,
            modifier: None,
        } = clause
        else {
            return false;
        };
        let alike = op == self.op || sums(op) && sums(self.op);
        let elsewhere = |item: &ListItem| match &item.kind {
            ItemKind::Part { dims, .. } => {
                let parts = dims.iter().flat_map(|d| [d.lower, d.length, d.stride]);
                parts.flatten().any(|e| self.in_expr(e))
            }
            _ => false,
        };
        alike && !items.iter().any(elsewhere)
    }

    /// The statement as a relaxed atomic operation, where it is an update of the array.
    fn update(&self, id: StmtId) -> Option<Atomic> {
        let (x, action) = atomics::update_of(self.program, id)?;
        let operand = match (action, self.op) {
            (
                Action::Update {
                    op,
                    operand,
                    reversed,
                },
                wanted,
            ) => {
                let fits = match wanted {
                    ReductionOp::Add | ReductionOp::Sub => {
                        matches!(op, BinOp::Add) || op == BinOp::Sub && !reversed
                    }
                    ReductionOp::Mul => op == BinOp::Mul,
                    ReductionOp::BitAnd => op == BinOp::BitAnd,
                    ReductionOp::BitOr => op == BinOp::BitOr,
                    ReductionOp::BitXor => op == BinOp::BitXor,
                    // On other types `&&` and `||` would change elements that nobody updates into 0 or 1.
                    ReductionOp::And => op == BinOp::And && self.is_truth(x),
                    ReductionOp::Or => op == BinOp::Or && self.is_truth(x),
                    _ => false,
                };
                if !fits {
                    return None;
                }
                match operand {
                    Operand::One => None,
                    // `&&` and `||` may leave the value unevaluated; an atomic operation evaluates it always.
                    Operand::Expr(e)
                        if matches!(op, BinOp::And | BinOp::Or) && !self.repeatable(e) =>
                    {
                        return None;
                    }
                    Operand::Expr(e) => Some(e),
                }
            }
            // The text has the value twice; the atomic operation evaluates it once.
            (Action::Min(e), ReductionOp::Min) | (Action::Max(e), ReductionOp::Max)
                if self.repeatable(e) && self.repeatable(x) =>
            {
                Some(e)
            }
            _ => return None,
        };
        let scalar = matches!(
            self.program.types.resolve(self.program.expr(x).ty.id),
            Type::Int(_) | Type::Float(_) | Type::Bool
        );
        let fits = scalar
            && self.is_element(x)
            && self.mentions(x) == 1
            && operand.is_none_or(|e| !self.in_expr(e));
        fits.then_some(Atomic {
            x,
            action,
            order: MemoryOrder::Relaxed,
            capture: None,
            result: None,
        })
    }

    fn is_truth(&self, x: ExprId) -> bool {
        *self.program.type_of(x) == Type::Bool
    }

    /// `a[..]..[..]` or `*a`.
    fn is_element(&self, x: ExprId) -> bool {
        match self.program.expr(x).kind {
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => self.leads_to(base),
            _ => false,
        }
    }

    fn leads_to(&self, e: ExprId) -> bool {
        match self.program.expr(e).kind {
            ExprKind::Var(var) => var == self.var,
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.leads_to(arg),
            // A row of an array; not a pointer that an element holds.
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                self.program.types.is_array(self.program.expr(e).ty.id) && self.leads_to(base)
            }
            _ => false,
        }
    }

    fn repeatable(&self, e: ExprId) -> bool {
        let mut plain = true;
        self.program.walk_expr(e, &mut |_, expr| {
            plain &= !expr.kind.has_effect();
        });
        plain
    }

    fn mentions(&self, e: ExprId) -> usize {
        let mut count = 0;
        self.program.walk_expr(e, &mut |_, expr| match expr.kind {
            ExprKind::Var(var) if var == self.var => count += 1,
            // The text may name any variable.
            ExprKind::Opaque { .. } => count += 2,
            _ => {}
        });
        count
    }

    fn in_expr(&self, e: ExprId) -> bool {
        self.mentions(e) > 0
    }

    fn in_stmt(&self, id: StmtId) -> bool {
        let mut found = false;
        self.program.walk_exprs_in(id, &mut |_, expr| {
            found |= matches!(expr.kind, ExprKind::Var(var) if var == self.var);
        });
        found
    }

    fn in_item(&self, item: &ListItem) -> bool {
        let in_part = match &item.kind {
            ItemKind::Part { base, dims, .. } => {
                let parts = dims.iter().flat_map(|d| [d.lower, d.length, d.stride]);
                self.in_expr(*base) || parts.flatten().any(|e| self.in_expr(e))
            }
            _ => false,
        };
        item.var() == Some(self.var) || in_part
    }
}
