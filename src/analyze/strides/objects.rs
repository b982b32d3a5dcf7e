//! Whether an access is of certain variables only, however pointers lead to them.
//!
//! From what a region assigns to its pointers. Must not know where the variables live.

use super::definitions::{Definition, Definitions};
use crate::analyze::facts::Facts;
use crate::ir::*;

/// The pointers that a region assigns.
pub struct Objects<'a> {
    program: &'a Program,
    definitions: Definitions,
}

impl<'a> Objects<'a> {
    /// Those of the code in `region`.
    pub fn of(facts: &'a Facts<'a>, region: StmtId) -> Objects<'a> {
        Objects {
            program: facts.program,
            definitions: Definitions::in_body(facts, region),
        }
    }

    /// Whether what the lvalue designates is part of one of the variables `own`, all ways of the program taken
    /// together.
    pub fn is_part(&self, own: &[VarId], lvalue: ExprId) -> bool {
        self.place(own, lvalue, &mut vec![])
    }

    /// Whether a pointer points into one of the variables `own`, all ways of the program taken together.
    pub fn is_address(&self, own: &[VarId], pointer: ExprId) -> bool {
        self.value(own, pointer, &mut vec![])
    }

    fn place(&self, own: &[VarId], id: ExprId, under: &mut Vec<VarId>) -> bool {
        match self.program.expr(id).kind {
            ExprKind::Var(var) => own.contains(&var),
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => self.value(own, base, under),
            ExprKind::Member { base, arrow, .. } => match arrow {
                true => self.value(own, base, under),
                false => self.place(own, base, under),
            },
            _ => false,
        }
    }

    /// Of a pointer's value; `under` are the variables that the question is about already, which add nothing to the
    /// answer: two pointers that are exchanged have what both had at first.
    fn value(&self, own: &[VarId], id: ExprId, under: &mut Vec<VarId>) -> bool {
        let program = self.program;
        match program.expr(id).kind {
            ExprKind::Var(var) if under.contains(&var) => true,
            ExprKind::Var(var) => {
                let Some(all) = self.definitions.get(var).filter(|all| !all.is_empty()) else {
                    return false;
                };
                under.push(var);
                all.iter().all(|one| match *one {
                    Definition::Value(value) => self.value(own, value, under),
                    Definition::Step(_) => true,
                    Definition::Unknown => false,
                })
            }
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            }
            | ExprKind::AddrOf(arg) => self.place(own, arg, under),
            ExprKind::Convert { arg, .. } | ExprKind::IncDec { arg, .. } => {
                self.value(own, arg, under)
            }
            ExprKind::Binary { lhs, rhs, .. } => {
                let types = &program.types;
                let pointer = [lhs, rhs].into_iter();
                let mut pointer =
                    pointer.filter(|&side| types.is_pointer(program.expr(side).ty.id));
                pointer
                    .next()
                    .is_some_and(|one| self.value(own, one, under))
            }
            ExprKind::Cond {
                yes: Some(yes), no, ..
            } => self.value(own, yes, under) && self.value(own, no, under),
            ExprKind::Comma { rhs, .. } | ExprKind::Assign { rhs, .. } => {
                self.value(own, rhs, under)
            }
            _ => false,
        }
    }
}
