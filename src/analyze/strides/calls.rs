//! What a call of a function accesses: a summary of each function, into which calls put their arguments.
//!
//! The address of an access in a function is taken for a sum of the parameters, each times the distance by which the
//! address moves with it; at a call the parameters move as the arguments do. What calls through pointers, recursive
//! functions and functions of other files access is not known, and found as such.

use super::moves::Moves;
use super::objects::Objects;
use super::walk::{Depth, Walk};
use super::{Access, Called, Stride};
use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::library::{is_omp_routine, of_c};
use la_arena::ArenaMap;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The most accesses of a function that are known: those that are made most often.
const MOST: usize = 256;

/// A call of which it is not known what it accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The call.
    pub call: ExprId,
    /// Why it is not known.
    pub why: Open,
    /// The call by which it is reached; none where it stands in the text that was asked about.
    pub called: Option<Called>,
}

/// Why it is not known what a call accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// It is one through a pointer.
    Pointer,
    /// The function calls itself, directly or through others.
    Recursive,
    /// Another file defines the function, or may.
    Elsewhere,
}

/// The summaries of a unit's functions, each made when it is first asked for.
#[derive(Debug)]
pub struct Summaries {
    known: ArenaMap<FuncId, OnceCell<Option<Summary>>>,
}

/// What a function accesses, with all that it calls.
#[derive(Debug)]
struct Summary {
    /// Their strides are for each unit by which a parameter moves.
    accesses: Vec<Access>,
    unknown: Vec<Unknown>,
}

impl Summaries {
    /// Room for those of a program.
    pub fn of(program: &Program) -> Summaries {
        let funcs = program.funcs.iter();
        Summaries {
            known: funcs.map(|(id, _)| (id, OnceCell::new())).collect(),
        }
    }

    /// The summary of a function; none where it may call itself. Those that it calls are summarised before it, so that
    /// a long chain of calls needs no deep stack.
    fn get<'a>(&'a self, facts: &'a Facts<'a>, func: FuncId, body: StmtId) -> Option<&'a Summary> {
        if self.known[func].get().is_none() {
            let below = facts.calls.reached(&facts.uses, [body]);
            let bottom_up = facts.calls.bottom_up.iter();
            for &one in bottom_up.filter(|one| below.contains(one)) {
                if let Some(body) = facts.program.funcs[one].body {
                    self.summarise(facts, one, body);
                }
            }
        }
        self.summarise(facts, func, body)
    }

    fn summarise<'a>(
        &'a self,
        facts: &'a Facts<'a>,
        func: FuncId,
        body: StmtId,
    ) -> Option<&'a Summary> {
        let summary = || (!is_recursive(facts, func, body)).then(|| summary(facts, func, body));
        self.known[func].get_or_init(summary).as_ref()
    }
}

/// Whether calls by names lead back to the function.
fn is_recursive(facts: &Facts, func: FuncId, body: StmtId) -> bool {
    if !facts.calls.of_func(func).circles {
        return false;
    }
    let mut seen = BTreeSet::new();
    let mut open = vec![body];
    while let Some(body) = open.pop() {
        for &called in &facts.uses(body).calls {
            if called == func {
                return true;
            }
            if seen.insert(called) {
                open.extend(facts.program.funcs[called].body);
            }
        }
    }
    false
}

fn summary(facts: &Facts, func: FuncId, body: StmtId) -> Summary {
    let params = &facts.program.funcs[func].params;
    let moves = Moves::along_parameters(facts, params, body);
    let objects = Objects::of(facts, body);
    let own = (params.as_slice(), Some(&objects));
    let mut walk = Walk::new(facts, moves, vec![body], own, Depth::Calls);
    walk.stmt(body);
    let mut accesses = walk.found;
    accesses.sort_by_key(|access| Reverse(access.times));
    accesses.truncate(MOST);
    Summary {
        accesses,
        unknown: walk.unknown,
    }
}

impl<'a> Walk<'a> {
    /// The accesses that a call makes.
    pub(super) fn call(&mut self, call: ExprId, callee: ExprId, args: &[ExprId]) {
        let facts = self.facts;
        let program = facts.program;
        let Some(func) = program.callee(callee) else {
            return self.open(call, Open::Pointer);
        };
        let Some(body) = program.funcs[func]
            .body
            .filter(|_| !program.gives_way(func))
        else {
            let is_known = is_omp_routine(program, func) || of_c(program, func).is_some();
            let points = |arg: &ExprId| program.types.is_pointer(program.expr(*arg).ty.id);
            if !is_known && args.iter().any(points) {
                self.open(call, Open::Elsewhere);
            }
            return;
        };
        let Some(summary) = facts.accesses.get(facts, func, body) else {
            return self.open(call, Open::Recursive);
        };
        let by_pointers = self.objects.map(|objects| (objects, self.all_own()));
        let points_to_own = |&arg: &ExprId| {
            let by_pointers = by_pointers.as_ref();
            self.points_to_own(arg)
                || by_pointers.is_some_and(|(objects, own)| objects.is_address(own, arg))
        };
        let own: Vec<bool> = args.iter().map(points_to_own).collect();
        let given: Vec<Vec<Stride>> = self
            .moves
            .iter_mut()
            .map(|moves| args.iter().map(|&arg| moves.value(arg)).collect())
            .collect();
        for access in &summary.accesses {
            let mut parts = access.along.iter().zip(&own);
            if parts.any(|(&by, &own)| own && by != Stride::NONE) {
                continue;
            }
            let along = given.iter().map(|given| {
                let parts = access.along.iter().zip(given);
                parts.fold(Stride::NONE, |all, (by, moves)| all.plus(by.per(*moves)))
            });
            self.found.push(Access {
                times: self.times.saturating_mul(access.times),
                along: along.collect(),
                called: Some(leads_to(call, func, access.called)),
                ..access.clone()
            });
        }
        for one in &summary.unknown {
            let called = Some(leads_to(call, func, one.called));
            self.unknown.push(Unknown { called, ..*one });
        }
    }

    fn open(&mut self, call: ExprId, why: Open) {
        self.unknown.push(Unknown {
            call,
            why,
            called: None,
        });
    }

    /// Whether an argument is the address of a part of a variable that the thread has for itself.
    fn points_to_own(&self, id: ExprId) -> bool {
        match self.facts.program.expr(id).kind {
            ExprKind::AddrOf(arg)
            | ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.in_registers(arg),
            ExprKind::Convert { arg, .. } => self.points_to_own(arg),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => self.points_to_own(lhs) || self.points_to_own(rhs),
            _ => false,
        }
    }
}

/// What a call of `func` leads to; `further` is the call in its text, if any.
fn leads_to(call: ExprId, func: FuncId, further: Option<Called>) -> Called {
    Called {
        call,
        func: further.map_or(func, |called| called.func),
    }
}
