//! The report of one kernel.

use super::launch::{self, Launch};
use super::local::Local;
use super::{
    Kernel, Reason, Shared, SharedMember, Warning, at, findings, location, places, regions,
    variables,
};
use crate::analyze::facts::Facts;
use crate::device::HeaderStorage;
use crate::device::storage::LINE;
use crate::diag::Diagnostic;
use crate::emit::source_text::quoted;
use crate::ir::*;
use crate::plan::architectures::Chosen;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::shared::Member;
use crate::source::{Preprocessed, Span};
use std::collections::BTreeMap;

/// What was decided for a kernel. `own` is the shared memory that the device header reserves, `chosen` names the
/// architectures that code is made for.
pub fn kernel(
    facts: &Facts,
    pre: &Preprocessed,
    plan: &KernelPlan,
    own: &HeaderStorage,
    chosen: Chosen,
    diagnostics: &[Diagnostic],
) -> Kernel {
    let program = facts.program;
    let pragma = program.constructs[plan.construct].pragma;
    let mut kernel = Kernel {
        name: plan.name.clone(),
        place: at(pre, pragma),
        at: location(pre, pragma),
        function: function_around(program, pragma),
        directive: quoted(pre, pragma),
        mode: mode(plan.mode()),
        why: why(pre, plan),
        launch: Launch::of(program, pre, plan),
        parameters: plan.args.iter().filter(|a| a.param.is_some()).count(),
        variables: variables::of(program, pre, plan),
        shared: shared(program, plan, own),
        regions: regions::regions(program, pre, plan),
        tasks: regions::tasks(program, pre, &plan.code),
        findings: findings::of(facts, pre, plan, chosen),
        costs: vec![],
        warnings: warnings(program, pre, plan, diagnostics),
        occupancy: vec![],
        elsewhere: vec![],
        alone: false,
        local: Local::of(facts, pre, plan),
        places: places::of(program, plan),
        spilled_to_global: plan.code.spilled.bytes,
    };
    launch::add_resources(&mut kernel, chosen, (&BTreeMap::new(), false));
    kernel
}

/// The warnings about places in the region.
fn warnings(
    program: &Program,
    pre: &Preprocessed,
    plan: &KernelPlan,
    diagnostics: &[Diagnostic],
) -> Vec<Warning> {
    let construct = &program.constructs[plan.construct];
    let body = construct.body.map(|body| program.stmt(body).span);
    let region = body.map_or(construct.pragma, |body| construct.pragma.to(body));
    let found = diagnostics.iter().filter_map(|one| {
        let label = one.primary()?;
        region.contains(label.span).then(|| Warning {
            code: one.code.number(),
            place: at(pre, label.span),
            at: location(pre, label.span),
            text: one.message.clone(),
        })
    });
    found.collect()
}

/// The function whose body has this place.
fn function_around(program: &Program, place: Span) -> String {
    let around = program.funcs.iter().find(|(_, func)| {
        func.body
            .is_some_and(|body| program.stmt(body).span.contains(place))
    });
    around.map_or(String::new(), |(_, func)| func.name.clone())
}

fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::SingleThread => "one thread a team",
        Mode::Spmd => "SPMD",
        Mode::GuardedSpmd => "guarded SPMD",
        Mode::ForkJoin => "fork-join",
        Mode::Function => "as its callers",
    }
}

fn why(pre: &Preprocessed, plan: &KernelPlan) -> Vec<Reason> {
    let plain = |text: &str| Reason {
        text: text.into(),
        place: None,
        at: None,
        help: None,
        missed: false,
    };
    let mut all = vec![match plan.mode() {
        Mode::SingleThread => plain("nothing in the region forks threads"),
        Mode::GuardedSpmd => {
            plain("thread 0 runs what not every thread can repeat, between barriers of the team")
        }
        Mode::Spmd if plan.code.sequential.any => {
            plain("every thread can repeat the sequential part to the same effect")
        }
        Mode::Spmd => plain("there is no sequential part"),
        Mode::ForkJoin | Mode::Function => plain(
            "one thread of the last warp runs the sequential part, the other warps its parallel regions",
        ),
    }];
    all.extend(plan.notes.iter().map(|note| plain(note)));
    all.extend(plan.reasons.iter().map(|note| Reason {
        text: note.words(|span| at(pre, span)),
        place: Some(at(pre, note.place)),
        at: Some(location(pre, note.place)),
        help: note.help.clone(),
        missed: note.missed,
    }));
    all
}

fn shared(program: &Program, plan: &KernelPlan, own: &HeaderStorage) -> Shared {
    let name = |var: VarId| program.vars[var].name.clone();
    let members = plan
        .code
        .shared
        .slots()
        .into_iter()
        .map(|slot| {
            let (name, what) = match slot.member {
                Member::Var(var) => (name(var), "variable"),
                Member::Copy(_, var) => (name(var), "private copy of the team"),
                Member::Value(_) => ("condition".into(), "computed by thread 0 for all"),
                Member::Literal(_) => ("literal".into(), "compound literal"),
                Member::Broadcast(_, var) => (name(var), "broadcast to a region's threads"),
                Member::Work => ("work".into(), "what the master tells its workers"),
            };
            SharedMember {
                name,
                what,
                offset: slot.offset,
                bytes: slot.bytes,
            }
        })
        .collect();
    let variables = plan.code.shared.bytes;
    let (declared, dynamic) = match plan.code.dynamic {
        true => (own.bytes(), variables),
        false if own.is_empty() => (variables, 0),
        // Whole lines, so that there is no gap.
        false => (variables.next_multiple_of(LINE) + own.bytes(), 0),
    };
    Shared {
        bytes: declared + dynamic,
        at_most: !own.is_exact(),
        declared,
        dynamic,
        variables,
        own: own.objects().cloned().collect(),
        budget: plan.shared_budget,
        members,
    }
}
