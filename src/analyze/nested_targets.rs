//! Device constructs that target regions reach through calls, whose behaviour there is unspecified (OpenMP 5.2, 13.8);
//! on a device the program stops at them.
//!
//! From the IR and the call graph: which device constructs a call of each function that target regions reach encounters,
//! and through which calls. Constructs under a condition that asks `omp_is_initial_device()` are the host's. Calls
//! through pointers and into other files are not followed.

use super::call_graph::CallGraph;
use super::nested_calls::{Path, Step};
use super::use_table::UseTable;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::source::Span;
use la_arena::ArenaMap;
use std::collections::BTreeMap;

/// A device construct that calling a function encounters.
#[derive(Clone, Copy, Debug)]
struct Encountered {
    /// Every call of the function encounters it.
    always: bool,
    /// The call in the function on the way there, where the function does not hold the construct itself.
    call: Option<(FuncId, Span)>,
}

/// Device constructs that some code encounters.
type Known = BTreeMap<ConstructId, Encountered>;

/// A call, and whether the code around it always comes there.
type Call = (FuncId, Span, bool);

/// The device constructs that functions encounter which target regions reach.
#[derive(Debug, Default)]
pub struct NestedTargets {
    /// What a call of each function encounters.
    known: ArenaMap<FuncId, Known>,
}

impl NestedTargets {
    /// The device constructs of the functions that these target constructs reach: a fixed point from the called
    /// functions up to their callers.
    pub fn of(table: &UseTable, graph: &CallGraph, targets: &[ConstructId]) -> NestedTargets {
        let program = table.program;
        let bodies = targets.iter().filter_map(|&id| program.constructs[id].body);
        let reached = graph.reached(table, bodies);
        let mut all = NestedTargets::default();
        let mut calls: Vec<(FuncId, Vec<Call>)> = vec![];
        for &func in graph.bottom_up.iter().filter(|func| reached.contains(func)) {
            let Some(body) = program.funcs[func].body else {
                continue;
            };
            let (own, found) = steps(program, body);
            all.known.insert(func, own);
            calls.push((func, found));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (caller, calls) in &calls {
                let through = all.through(calls);
                let own = &mut all.known[*caller];
                for (construct, encountered) in through {
                    // A way that is always taken replaces another; so ways never lead in a circle.
                    let better = own
                        .get(&construct)
                        .is_none_or(|had| encountered.always && !had.always);
                    if better {
                        own.insert(construct, encountered);
                        changed = true;
                    }
                }
            }
        }
        all
    }

    /// A warning for each target construct and each device construct that its region reaches through calls.
    pub fn check(&self, program: &Program, regions: &[ConstructId]) -> Vec<Diagnostic> {
        let reached = regions.iter().map(|&id| self.region(program, id));
        reached.flatten().collect()
    }

    /// What calls encounter; of several the first that always does, or the first.
    fn through(&self, calls: &[Call]) -> Known {
        let mut found = Known::new();
        for &(callee, at, here) in calls {
            for (&construct, there) in self.known.get(callee).into_iter().flatten() {
                let encountered = Encountered {
                    always: there.always && here,
                    call: Some((callee, at)),
                };
                match found.get(&construct) {
                    Some(had) if had.always || !encountered.always => {}
                    _ => drop(found.insert(construct, encountered)),
                }
            }
        }
        found
    }

    fn region(&self, program: &Program, id: ConstructId) -> Vec<Diagnostic> {
        let region = &program.constructs[id];
        let Some(body) = region.body else {
            return vec![];
        };
        let (_, calls) = steps(program, body);
        let reached = self.through(&calls);
        let each = reached
            .iter()
            .map(|(&inner, encountered)| self.diagnostic(program, region, inner, encountered));
        each.collect()
    }

    fn diagnostic(
        &self,
        program: &Program,
        region: &Construct,
        inner: ConstructId,
        encountered: &Encountered,
    ) -> Diagnostic {
        let chain = self.chain(inner, encountered);
        let construct = &program.constructs[inner];
        let what = construct.name();
        let name = |func: FuncId| &program.funcs[func].name;
        let (first, at) = chain[0];
        let verb = match encountered.always {
            true => "comes",
            false => "may come",
        };
        let message = format!(
            "this call of `{}` {verb} to `{what}` inside of a target region, where the program stops",
            name(first)
        );
        let mut found = Diagnostic::warning(Code::PossibleNesting, at, message)
            .also(region.pragma, "called in this target region");
        for (func, at) in &chain[1..] {
            found = found.also(*at, format!("calls `{}`", name(*func)));
        }
        found
            .also(construct.pragma, format!("`{what}` is here"))
            .note("OpenMP 5.2, section 13.8: device constructs in a target region have unspecified behaviour")
            .help(format!(
                "call it outside of the region, or put the `{what}` under `if (omp_is_initial_device())`"
            ))
    }

    /// The calls from a region to a device construct.
    fn chain(&self, inner: ConstructId, encountered: &Encountered) -> Vec<(FuncId, Span)> {
        let mut chain = vec![];
        let mut next = encountered.call;
        while let Some((func, at)) = next {
            chain.push((func, at));
            next = self.known[func][&inner].call;
        }
        chain
    }
}

/// The device constructs and the calls in a statement.
fn steps(program: &Program, stmt: StmtId) -> (Known, Vec<Call>) {
    let mut own = Known::new();
    let mut calls = vec![];
    let mut visit = |step, always| match step {
        Step::Device(construct) => drop(own.insert(construct, Encountered { always, call: None })),
        Step::Call(func, at) => calls.push((func, at, always)),
        Step::Construct(_) => {}
    };
    Path::of_all(program, &mut visit).stmt(stmt);
    (own, calls)
}
