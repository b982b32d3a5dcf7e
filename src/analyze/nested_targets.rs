//! Device constructs that target regions reach through calls, whose behaviour there is unspecified (OpenMP 5.2, 13.8);
//! on a device the program stops at them.
//!
//! From the IR: which device constructs a call of each function encounters, and through which calls. Constructs under a
//! condition that asks `omp_is_initial_device()` are the host's. Calls through pointers and into other files are not
//! followed.

use super::nested_calls::{Path, Step};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::source::Span;
use std::collections::BTreeMap;

/// A warning for each target region and device construct that the region reaches through calls.
pub fn check(program: &Program, regions: &[ConstructId]) -> Vec<Diagnostic> {
    let search = Search::of(program);
    let reached = regions.iter().map(|&id| search.region(id));
    reached.flatten().collect()
}

/// A device construct that calling a function encounters.
#[derive(Clone, Copy)]
struct Encountered {
    /// Every call of the function encounters it.
    always: bool,
    /// The call in the function on the way there, where the function does not hold the construct itself.
    call: Option<(FuncId, Span)>,
}

/// Device constructs that some code encounters.
type Known = BTreeMap<ConstructId, Encountered>;

struct Search<'a> {
    program: &'a Program,
    /// What a call of each function encounters.
    known: BTreeMap<FuncId, Known>,
}

/// A call, and whether the code around it always comes there.
type Call = (FuncId, Span, bool);

impl Search<'_> {
    fn of(program: &Program) -> Search<'_> {
        let mut known: BTreeMap<FuncId, Known> = BTreeMap::new();
        let mut calls: BTreeMap<FuncId, Vec<Call>> = BTreeMap::new();
        for (id, func) in program.funcs.iter() {
            let Some(body) = func.body else { continue };
            let (own, found) = steps(program, body);
            known.insert(id, own);
            calls.insert(id, found);
        }
        let mut search = Search { program, known };
        let mut changed = true;
        while changed {
            changed = false;
            for (&caller, calls) in &calls {
                let through = search.through(calls);
                let own = search.known.entry(caller).or_default();
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
        search
    }

    /// What calls encounter; of several the first that always does, or the first.
    fn through(&self, calls: &[Call]) -> Known {
        let mut found = Known::new();
        for &(callee, at, here) in calls {
            for (&construct, there) in self.known.get(&callee).into_iter().flatten() {
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

    fn region(&self, id: ConstructId) -> Vec<Diagnostic> {
        let region = &self.program.constructs[id];
        let Some(body) = region.body else {
            return vec![];
        };
        let (_, calls) = steps(self.program, body);
        let reached = self.through(&calls);
        let each = reached
            .iter()
            .map(|(&inner, encountered)| self.diagnostic(region, inner, encountered));
        each.collect()
    }

    fn diagnostic(
        &self,
        region: &Construct,
        inner: ConstructId,
        encountered: &Encountered,
    ) -> Diagnostic {
        let chain = self.chain(inner, encountered);
        let construct = &self.program.constructs[inner];
        let what = construct.directive.name();
        let name = |func: FuncId| &self.program.funcs[func].name;
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
            next = self.known[&func][&inner].call;
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
