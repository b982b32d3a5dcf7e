//! How far the addresses that a loop's body accesses move with the loop's own variable, and with that of the loop
//! around it.
//!
//! From the IR: subscripts as sums, variables of the body by their initial values. Good for an estimate, no proof of
//! anything. Must not know on which threads the loops run.

use super::facts::Facts;
use super::uses::Uses;
use crate::ir::constants::int_value;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;

/// How far an address moves, in elements, when the loop's variable grows by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// It stays.
    None,
    /// One, up or down.
    One,
    /// By another distance, or by one that is not known.
    Other,
}

impl Stride {
    fn plus(self, other: Stride) -> Stride {
        match (self, other) {
            (Stride::None, one) | (one, Stride::None) => one,
            _ => Stride::Other,
        }
    }

    /// The stride of a value multiplied by something else than one.
    fn scaled(self) -> Stride {
        match self {
            Stride::None => Stride::None,
            _ => Stride::Other,
        }
    }
}

/// An access to memory in the inner loop.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Its stride in the outer loop.
    pub along_outer: Stride,
    /// Its stride in the inner loop.
    pub along_inner: Stride,
}

/// The accesses in `stmt`, the body of the loop over `inner`, which stands in the body of the loop over `outer`.
pub fn accesses(
    facts: &Facts,
    outer: VarId,
    outer_body: StmtId,
    inner: &CanonicalLoop,
    stmt: StmtId,
) -> Vec<Access> {
    let program = facts.program;
    let mut walk = Walk {
        program,
        outer,
        inner,
        outside: facts.uses(outer_body),
        inside: facts.uses(stmt),
        found: vec![],
    };
    program.walk_stmts(stmt, &mut |_, node| {
        program.each_expr_of(node, &mut |expr| walk.visit(expr));
    });
    walk.found
}

/// How many definitions of variables are followed, one leading to the next.
const DEPTH: u32 = 8;

struct Walk<'a> {
    program: &'a Program,
    outer: VarId,
    inner: &'a CanonicalLoop,
    outside: &'a Uses,
    inside: &'a Uses,
    found: Vec<Access>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    Outer,
    Inner,
}

impl Walk<'_> {
    fn visit(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match expr.kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                if !self.in_registers(id) {
                    self.found.push(Access {
                        along_outer: self.place(id, Along::Outer, DEPTH),
                        along_inner: self.place(id, Along::Inner, DEPTH),
                    });
                }
                self.parts(id);
            }
            _ => program.each_operand(expr, &mut |sub| self.visit(sub)),
        }
    }

    /// The accesses that computing the address of an access makes.
    fn parts(&mut self, id: ExprId) {
        let program = self.program;
        match program.expr(id).kind {
            ExprKind::Index { base, index } => {
                self.visit(index);
                match program.expr(base).kind {
                    ExprKind::Convert {
                        arg,
                        why: Conversion::ArrayDecay,
                    } => self.parts(arg),
                    _ => self.visit(base),
                }
            }
            ExprKind::Member {
                base, arrow: false, ..
            } => self.parts(base),
            ExprKind::Member { base, .. } | ExprKind::Deref(base) => self.visit(base),
            _ => {}
        }
    }

    /// Whether the expression is a variable that the loops' bodies declare, or a part of one.
    fn in_registers(&self, id: ExprId) -> bool {
        match self.program.expr(id).kind {
            ExprKind::Var(var) => {
                self.outside.declared.contains(&var) || self.inside.declared.contains(&var)
            }
            ExprKind::Member {
                base, arrow: false, ..
            } => self.in_registers(base),
            ExprKind::Index { base, .. } => match self.program.expr(base).kind {
                ExprKind::Convert {
                    arg,
                    why: Conversion::ArrayDecay,
                } => self.in_registers(arg),
                _ => false,
            },
            _ => false,
        }
    }

    /// How the address of the object that `id` designates moves along a loop.
    fn place(&self, id: ExprId, along: Along, depth: u32) -> Stride {
        match self.program.expr(id).kind {
            ExprKind::Index { base, index } => {
                let base = self.value(base, along, depth);
                base.plus(self.value(index, along, depth))
            }
            ExprKind::Deref(pointer) => self.value(pointer, along, depth),
            ExprKind::Member {
                base, arrow: true, ..
            } => self.value(base, along, depth).scaled(),
            ExprKind::Member { base, .. } => self.place(base, along, depth).scaled(),
            _ => Stride::None,
        }
    }

    /// How a value moves along a loop; of a pointer, the address that it holds.
    fn value(&self, id: ExprId, along: Along, depth: u32) -> Stride {
        let program = self.program;
        let expr = program.expr(id);
        let Some(depth) = depth.checked_sub(1) else {
            return Stride::Other;
        };
        match &expr.kind {
            ExprKind::Var(var) => self.variable(*var, along, depth),
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.place(*arg, along, depth).scaled(),
            ExprKind::Convert { arg, .. } => self.value(*arg, along, depth),
            ExprKind::AddrOf(arg) => self.place(*arg, along, depth),
            ExprKind::Unary {
                op: UnOp::Neg | UnOp::Plus,
                arg,
            } => self.value(*arg, along, depth),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => {
                let left = self.value(*lhs, along, depth);
                left.plus(self.value(*rhs, along, depth))
            }
            ExprKind::Binary {
                op: BinOp::Mul,
                lhs,
                rhs,
            } if int_value(program, *rhs) == Some(1) => self.value(*lhs, along, depth),
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                let mut moves = self.place(id, along, depth).scaled();
                let mut index = |sub| moves = moves.plus(self.value(sub, along, depth).scaled());
                if let ExprKind::Index { base, index: at } = expr.kind {
                    index(base);
                    index(at);
                }
                moves
            }
            _ => {
                let mut moves = Stride::None;
                program.each_operand(expr, &mut |sub| {
                    moves = moves.plus(self.value(sub, along, depth).scaled());
                });
                moves
            }
        }
    }

    fn variable(&self, var: VarId, along: Along, depth: u32) -> Stride {
        if along == Along::Outer && var == self.outer
            || along == Along::Inner && var == self.inner.var
        {
            return Stride::One;
        }
        // The inner loop begins at another value in each iteration of the outer one.
        if var == self.inner.var {
            return self.value(self.inner.lo, along, depth);
        }
        let own = self.outside.declared.contains(&var);
        let written = match along {
            Along::Outer => self.outside.get(var).maybe_written(),
            Along::Inner => self.inside.get(var).maybe_written(),
        };
        match &self.program.vars[var].init {
            _ if written => Stride::Other,
            Some(Init::Expr(init)) if own => self.value(*init, along, depth),
            None if own && along == Along::Outer => Stride::Other,
            _ => Stride::None,
        }
    }
}
