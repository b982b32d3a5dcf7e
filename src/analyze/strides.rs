//! How far the addresses that a loop's body accesses move with the loop's own variable, and with those of the loops
//! around it.
//!
//! From the IR: subscripts as sums, variables by what they are assigned. Good for an estimate, no proof of anything.
//! Must not know on which threads the loops run.

mod definitions;
mod moves;

use self::moves::Moves;
use super::facts::Facts;
use super::loops;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;

/// How far a value moves when a loop goes on to its next iteration: an address in bytes, an integer in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// By so much; zero where it stays.
    By(i64),
    /// By a distance that is not known, or by another one in each iteration.
    Unknown,
}

impl Stride {
    /// Neighbouring iterations have the same value.
    pub const NONE: Stride = Stride::By(0);

    fn plus(self, other: Stride) -> Stride {
        match (self, other) {
            (Stride::By(a), Stride::By(b)) => a.checked_add(b).map_or(Stride::Unknown, Stride::By),
            _ => Stride::Unknown,
        }
    }

    fn times(self, factor: Option<i64>) -> Stride {
        match (self, factor) {
            (Stride::By(0), _) => Stride::NONE,
            (Stride::By(a), Some(b)) => a.checked_mul(b).map_or(Stride::Unknown, Stride::By),
            _ => Stride::Unknown,
        }
    }

    /// Of a value computed in another way than by sums and products with constants.
    fn blurred(self) -> Stride {
        self.times(None)
    }

    /// Of a value that is one or the other, as of `i > 0 ? i - 1 : 0`: mostly the one that moves.
    fn or(self, other: Stride) -> Stride {
        match (self, other) {
            (one, Stride::NONE) | (Stride::NONE, one) => one,
            (a, b) if a == b => a,
            _ => Stride::Unknown,
        }
    }
}

/// An access to memory.
#[derive(Clone, Debug)]
pub struct Access {
    /// The expression that makes it.
    pub expr: ExprId,
    /// The bytes that it reads or writes.
    pub size: u64,
    /// Whether it writes them.
    pub how: How,
    /// How often an iteration of the innermost of the loops makes it, by an estimate.
    pub times: u64,
    /// Its stride in each of the loops.
    pub along: Vec<Stride>,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "variants say it")]
pub enum How {
    Read,
    Write,
    ReadAndWrite,
    /// Nothing yet: the address is computed, of what is accessed elsewhere, if at all (`&a[i]`).
    Address,
}

impl Access {
    /// Whether neighbouring iterations of a loop access neighbouring memory.
    pub fn is_next(&self, at: usize) -> bool {
        matches!(self.along[at], Stride::By(bytes) if bytes.unsigned_abs() == self.size)
    }

    /// Whether neighbouring iterations of a loop access memory that is neither the same nor next to each other.
    pub fn is_scattered(&self, at: usize) -> bool {
        self.along[at] != Stride::NONE && !self.is_next(at)
    }
}

/// The accesses in `stmt`, the body of the last of `loops`; each loop stands in the body of the one before. `own` are
/// variables of which each thread has a copy, which are no memory that threads share sectors of.
pub fn accesses(
    facts: &Facts,
    loops: &[&CanonicalLoop],
    own: &[VarId],
    stmt: StmtId,
) -> Vec<Access> {
    let mut walk = Walk {
        facts,
        moves: loops.iter().map(|one| Moves::along(facts, one)).collect(),
        bodies: loops.iter().map(|one| one.body).collect(),
        own,
        times: 1,
        found: vec![],
    };
    walk.stmt(stmt);
    walk.found
}

/// How often a loop in the body goes round where that is not constant: more than once.
const OPEN_TRIPS: u64 = 16;
/// More trips than these say no more about which accesses count.
const MANY_TRIPS: u64 = 64;
/// The most that nested loops make of it.
const MOST_TIMES: u64 = 1 << 20;

struct Walk<'a> {
    facts: &'a Facts<'a>,
    moves: Vec<Moves<'a>>,
    bodies: Vec<StmtId>,
    own: &'a [VarId],
    times: u64,
    found: Vec<Access>,
}

impl Walk<'_> {
    fn stmt(&mut self, id: StmtId) {
        let program = self.facts.program;
        let node = program.stmt(id);
        let outside = self.times;
        if let StmtKind::For { init, .. } = node.kind {
            init.into_iter().for_each(|init| self.stmt(init));
        }
        self.times = (outside * self.trips(id)).min(MOST_TIMES);
        program.each_expr_of(node, &mut |expr| self.visit(expr, How::Read));
        match node.kind {
            StmtKind::For { body, .. } => self.stmt(body),
            _ => program.each_child(node, &mut |child| self.stmt(child)),
        }
        self.times = outside;
    }

    /// How often a statement executes what stands in it.
    fn trips(&self, id: StmtId) -> u64 {
        let program = self.facts.program;
        match program.stmt(id).kind {
            StmtKind::For { .. } => loops::canonical_in(&self.facts.uses, id)
                .ok()
                .and_then(|one| one.constant_trips(program))
                .map_or(OPEN_TRIPS, |n| n.min(MANY_TRIPS.into()) as u64),
            StmtKind::While { .. } | StmtKind::DoWhile { .. } => OPEN_TRIPS,
            _ => 1,
        }
    }

    fn visit(&mut self, id: ExprId, how: How) {
        let program = self.facts.program;
        let expr = program.expr(id);
        match expr.kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                if !self.in_registers(id) {
                    let along = self.moves.iter_mut().map(|one| one.place(id)).collect();
                    self.found.push(Access {
                        expr: id,
                        size: program.size_of(expr.ty.id).unwrap_or(1),
                        how,
                        times: self.times,
                        along,
                    });
                }
                self.parts(id);
            }
            ExprKind::Assign { lhs, rhs } => {
                self.visit(lhs, How::Write);
                self.visit(rhs, How::Read);
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.visit(lhs, How::ReadAndWrite);
                self.visit(rhs, How::Read);
            }
            ExprKind::IncDec { arg, .. } => self.visit(arg, How::ReadAndWrite),
            ExprKind::AddrOf(arg)
            | ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.visit(arg, How::Address),
            ExprKind::StmtExpr(block) => self.stmt(block),
            _ => program.each_operand(expr, &mut |sub| self.visit(sub, How::Read)),
        }
    }

    /// The accesses that computing the address of an access makes.
    fn parts(&mut self, id: ExprId) {
        let program = self.facts.program;
        match program.expr(id).kind {
            ExprKind::Index { base, index } => {
                self.visit(index, How::Read);
                match program.expr(base).kind {
                    ExprKind::Convert {
                        arg,
                        why: Conversion::ArrayDecay,
                    } => self.parts(arg),
                    _ => self.visit(base, How::Read),
                }
            }
            ExprKind::Member {
                base, arrow: false, ..
            } => self.parts(base),
            ExprKind::Member { base, .. } | ExprKind::Deref(base) => self.visit(base, How::Read),
            _ => {}
        }
    }

    /// Whether the expression is a part of a variable that the thread has for itself.
    fn in_registers(&self, id: ExprId) -> bool {
        let own = |var: &VarId| {
            let mut bodies = self.bodies.iter();
            self.own.contains(var)
                || bodies.any(|body| self.facts.uses(*body).declared.contains(var))
        };
        object(self.facts.program, id).is_some_and(|var| own(&var))
    }
}

/// The variable of which an lvalue designates a part; none where it lies behind a pointer.
fn object(program: &Program, id: ExprId) -> Option<VarId> {
    match program.expr(id).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Member {
            base, arrow: false, ..
        } => object(program, base),
        ExprKind::Index { base, .. } => match program.expr(base).kind {
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => object(program, arg),
            _ => None,
        },
        _ => None,
    }
}
