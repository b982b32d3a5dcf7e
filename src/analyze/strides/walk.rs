//! Finds the accesses of a text: those that it makes itself, and those that its calls make.

use super::address::{Address, Addresses};
use super::calls::Unknown;
use super::definitions::Definitions;
use super::moves::Moves;
use super::objects::Objects;
use super::{Access, How};
use crate::analyze::facts::Facts;
use crate::analyze::loops;
use crate::ir::*;
use crate::omp::DirectiveKind;

/// How often a loop in the body goes round where that is not constant: more than once.
const OPEN_TRIPS: u64 = 16;
/// More trips than these say no more about which accesses count.
const MANY_TRIPS: u64 = 64;
/// The most that nested loops make of it.
const MOST_TIMES: u64 = 1 << 20;

/// A loop of no more trips is as good as unrolled: a thread makes its accesses right after each other.
const FEW_TRIPS: u128 = 8;
/// The most places that an access is followed to in such loops.
const MOST_REPEATED: usize = 64;

/// A loop with a constant number of iterations, a small one.
#[derive(Clone, Copy)]
struct Short {
    var: VarId,
    trips: i64,
    step: i64,
}

/// Whether accesses of called functions are found, too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Those of the text alone.
    Text,
    Calls,
}

pub(super) struct Walk<'a> {
    pub facts: &'a Facts<'a>,
    /// What strides are asked for: along loops, or for each parameter of a function.
    pub moves: Vec<Moves<'a>>,
    /// The statements whose variables each thread has for itself, with `own`.
    bodies: Vec<StmtId>,
    own: &'a [VarId],
    /// Where pointers point, where it is asked for.
    pub objects: Option<&'a Objects<'a>>,
    depth: Depth,
    /// What the innermost of the bodies gives its variables.
    definitions: Option<Definitions>,
    /// The short loops around the place, in that body.
    short: Vec<Short>,
    pub times: u64,
    /// The innermost `atomic` construct around.
    atomic: Option<ConstructId>,
    pub found: Vec<Access>,
    pub unknown: Vec<Unknown>,
}

impl<'a> Walk<'a> {
    pub fn new(
        facts: &'a Facts<'a>,
        moves: Vec<Moves<'a>>,
        bodies: Vec<StmtId>,
        (own, objects): (&'a [VarId], Option<&'a Objects<'a>>),
        depth: Depth,
    ) -> Walk<'a> {
        let definitions = bodies.last().map(|&body| Definitions::in_body(facts, body));
        Walk {
            facts,
            moves,
            definitions,
            short: vec![],
            bodies,
            own,
            objects,
            depth,
            times: 1,
            atomic: None,
            found: vec![],
            unknown: vec![],
        }
    }

    pub fn stmt(&mut self, id: StmtId) {
        let program = self.facts.program;
        let node = program.stmt(id);
        let (outside, atomic) = (self.times, self.atomic);
        if let StmtKind::Omp(construct) = node.kind
            && program.constructs[construct].directive == DirectiveKind::Atomic
        {
            self.atomic = Some(construct);
        }
        if let StmtKind::For { init, .. } = node.kind {
            init.into_iter().for_each(|init| self.stmt(init));
        }
        self.times = (outside * self.trips(id)).min(MOST_TIMES);
        let short = self.short(id);
        self.short.extend(short);
        program.each_expr_of(node, &mut |expr| self.visit(expr, How::Read));
        match node.kind {
            StmtKind::For { body, .. } => self.stmt(body),
            _ => program.each_child(node, &mut |child| self.stmt(child)),
        }
        if short.is_some() {
            self.short.pop();
        }
        (self.times, self.atomic) = (outside, atomic);
    }

    fn short(&self, id: StmtId) -> Option<Short> {
        let program = self.facts.program;
        if !matches!(program.stmt(id).kind, StmtKind::For { .. }) {
            return None;
        }
        let one = loops::canonical_in(&self.facts.uses, id).ok()?;
        let trips = one.constant_trips(program);
        let trips = trips.filter(|trips| (2..=FEW_TRIPS).contains(trips))?;
        Some(Short {
            var: one.var,
            trips: i64::try_from(trips).ok()?,
            step: one.step.value.and_then(|step| i64::try_from(step).ok())?,
        })
    }

    /// The address of an access, and the places that it is made at from there.
    fn address(&self, id: ExprId) -> (Address, Vec<i64>) {
        let program = self.facts.program;
        let Some(definitions) = &self.definitions else {
            return (Address::default(), vec![0]);
        };
        let addresses = Addresses {
            program,
            definitions,
        };
        let mut address = addresses.of(id);
        let mut repeated = vec![0];
        for one in &self.short {
            let step = address.without(program, one.var).wrapping_mul(one.step);
            if step != 0 && repeated.len() * (one.trips as usize) <= MOST_REPEATED {
                let each = |&at: &i64| (0..one.trips).map(move |trip| at.wrapping_add(trip * step));
                repeated = repeated.iter().flat_map(each).collect();
            }
        }
        (address, repeated)
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
                    self.access(id, how);
                }
                self.parts(id);
            }
            // Other accesses of variables by their names are the same ones for all threads, or lie in registers.
            ExprKind::Var(var) if self.atomic.is_some() && is_static(program, var) => {
                self.access(id, how);
            }
            ExprKind::Call { callee, ref args } => {
                program.each_operand(expr, &mut |sub| self.visit(sub, How::Read));
                if self.depth == Depth::Calls {
                    self.call(id, callee, args);
                }
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

    fn access(&mut self, id: ExprId, how: How) {
        let program = self.facts.program;
        let along = self.moves.iter_mut().map(|one| one.place(id)).collect();
        let (address, repeated) = self.address(id);
        self.found.push(Access {
            expr: id,
            size: program.size_of(program.expr(id).ty.id).unwrap_or(1),
            how,
            times: self.times,
            along,
            atomic: self.atomic,
            called: None,
            address,
            repeated,
        });
    }

    /// The accesses that computing the address of an access makes.
    fn parts(&mut self, id: ExprId) {
        let program = self.facts.program;
        match program.lvalue(id) {
            Lvalue::Part(of) => self.parts(of),
            Lvalue::Behind { pointer, index } => {
                index
                    .into_iter()
                    .for_each(|index| self.visit(index, How::Read));
                match index.and(program.decayed(pointer)) {
                    Some(array) => self.parts(array),
                    None => self.visit(pointer, How::Read),
                }
            }
            Lvalue::Var(_) | Lvalue::Other => {}
        }
    }

    /// The variables that the thread has for itself.
    pub fn all_own(&self) -> Vec<VarId> {
        let bodies = self.bodies.iter();
        let declared = bodies.flat_map(|body| self.facts.uses(*body).declared.iter());
        self.own.iter().chain(declared).copied().collect()
    }

    /// Whether the expression is a part of a variable that the thread has for itself.
    pub fn in_registers(&self, id: ExprId) -> bool {
        let own = |var: &VarId| {
            let mut bodies = self.bodies.iter();
            self.own.contains(var)
                || bodies.any(|body| self.facts.uses(*body).declared.contains(var))
        };
        let object = self.facts.program.part_of(id);
        object.is_some_and(|var| own(&var))
    }
}

/// Whether the variable is one for all threads of the device.
fn is_static(program: &Program, var: VarId) -> bool {
    !matches!(program.vars[var].storage, Storage::Auto | Storage::Param)
}
