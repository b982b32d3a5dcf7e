//! What is known and decided of a unit before it is text, as text: for those who change the translator or ask why code
//! is as it is.
//!
//! Its form may change with any version; no code reads it back.

use crate::analyze::facts::Facts;
use crate::analyze::loops;
use crate::analyze::sharing::Rule;
use crate::device::{Item, outline};
use crate::ir::*;
use crate::plan::decisions::kernel::{CodePlan, KernelPlan};
use crate::plan::decisions::launch::ArgWhat;
use crate::plan::decisions::shared::{Member, Part, SharedLayout};
use crate::plan::decisions::steps::Step;
use crate::plan::decisions::unit::UnitPlan;
use crate::source::Preprocessed;
use std::fmt::{Debug, Write as _};

/// What lies between the user's text and CUDA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Attributes of variables with the rule that gives them, loops, private copies: by construct.
    Facts,
    /// Mode, launch, what the host passes, the steps of each construct, places in shared memory: by kernel and function.
    Plan,
    /// Statements with the team that executes each: by kernel and function with constructs.
    Device,
}

/// The facts of each construct.
pub fn facts(facts: &Facts, pre: &Preprocessed, planned: &UnitPlan) -> String {
    let program = facts.program;
    let show = Show { program, pre };
    let mut out = String::new();
    for (id, construct) in program.constructs.iter() {
        let kernel = planned.kernels.iter().find(|k| k.construct == id);
        out += &show.facts(facts, construct, kernel);
    }
    out
}

/// The decisions on each kernel, and on each function with constructs.
pub fn plan(program: &Program, pre: &Preprocessed, planned: &UnitPlan) -> String {
    let show = Show { program, pre };
    let kernels = planned.kernels.iter().map(|kernel| show.kernel(kernel));
    let functions = planned.functions.iter().map(|function| {
        let name = &program.funcs[function.func].name;
        format!("function {name}: {}", show.code(&function.code))
    });
    kernels.chain(functions).collect()
}

/// The device code of functions with constructs and of kernels, by their names.
pub fn device(code: &[(String, Item)]) -> String {
    let mut out = String::new();
    for (name, item) in code {
        let _ = writeln!(out, "{name}");
        for line in outline(item).lines() {
            let _ = writeln!(out, "  {line}");
        }
    }
    out
}

/// Ids as the names and lines that they have in the text.
struct Show<'a> {
    program: &'a Program,
    pre: &'a Preprocessed,
}

impl Show<'_> {
    fn var(&self, var: VarId) -> &str {
        &self.program.vars[var].name
    }

    fn vars(&self, vars: &[VarId]) -> String {
        let names: Vec<_> = vars.iter().map(|&var| self.var(var)).collect();
        names.join(", ")
    }

    fn privates(&self, copies: &[(VarId, Private)]) -> String {
        let names = copies
            .iter()
            .map(|(var, how)| format!("{} {}", word(how), self.var(*var)));
        names.collect::<Vec<_>>().join(", ")
    }

    /// `5: parallel for`
    fn place(&self, construct: &Construct) -> String {
        let (_, line) = self.pre.location(construct.pragma.lo as usize);
        format!("{line}: {}", construct.directive.name())
    }

    fn facts(&self, facts: &Facts, construct: &Construct, kernel: Option<&KernelPlan>) -> String {
        let mut out = format!("{}\n", self.place(construct));
        for captured in kernel.iter().flat_map(|kernel| &kernel.data.vars) {
            let rule = match captured.rule {
                Rule::Explicit(_) => "a clause",
                Rule::Defaultmap(_) => "defaultmap",
                Rule::Predetermined(rule) | Rule::Implicit(rule) => rule,
            };
            let (var, attr) = (self.var(captured.var), captured.attr);
            let _ = writeln!(out, "  variable {var}: {attr:?}, by {rule}");
        }
        if construct.directive.shares_loops()
            && let Ok(nest) = loops::nest(self.program, construct)
        {
            for one in &nest.loops {
                let (lo, hi) = (self.program.show(one.lo), self.program.show(one.hi));
                let step = one.step.value.map_or("unknown".into(), |n| n.to_string());
                let (var, test) = (self.var(one.var), one.test);
                let _ = writeln!(out, "  loop {var}: from {lo}, {test:?} {hi}, step {step}");
            }
        }
        let copies = facts.privatised(construct);
        if !copies.is_empty() {
            let _ = writeln!(out, "  copies: {}", self.privates(&copies));
        }
        out
    }

    fn kernel(&self, kernel: &KernelPlan) -> String {
        let shape = &kernel.shape;
        let teams = match (shape.teams, shape.one_team) {
            (Some(teams), _) => self.program.show(teams),
            (None, true) => "one".into(),
            (None, false) => "as many as suit".into(),
        };
        let mut out = format!("kernel {}: {}", kernel.name, self.code(&kernel.code));
        let (block, most) = (shape.block, shape.max_block);
        let shared = match shape.teams_of_block {
            0 => String::new(),
            teams => format!(", up to {teams} a block"),
        };
        let _ = writeln!(
            out,
            "  launch: {block} threads a team, at most {most}; teams: {teams}{shared}"
        );
        for arg in &kernel.args {
            let what = match &arg.what {
                ArgWhat::Item(item, kind) => format!("Item {}, {kind:?}", item.text),
                ArgWhat::Var(var, kind) => format!("Var {}, {kind:?}", self.var(*var)),
                ArgWhat::Value(var)
                | ArgWhat::PrivateCopy(var)
                | ArgWhat::PrivateSpace(var)
                | ArgWhat::Pointer(var)
                | ArgWhat::DevicePointer(var)
                | ArgWhat::DeviceAddress(var) => format!("{} {}", word(&arg.what), self.var(*var)),
                other => word(other),
            };
            let implicit = if arg.implicit { ", implicit" } else { "" };
            let _ = writeln!(out, "  host passes: {what}{implicit}");
        }
        out
    }

    /// What kernels and functions have in common: the mode, the steps of each construct, shared memory.
    fn code(&self, code: &CodePlan) -> String {
        let mut out = format!("{:?}\n", code.mode);
        for (id, construct) in self.program.constructs.iter() {
            let Some(lowering) = code.lowering(id) else {
                continue;
            };
            let steps: Vec<_> = lowering.steps.iter().map(|step| self.step(step)).collect();
            let _ = writeln!(out, "  {}: {}", self.place(construct), steps.join(" > "));
        }
        for forked in &code.fork_join.regions {
            let (broadcast, recomputed) = (&forked.broadcast, &forked.recomputed);
            let region = self.place(&self.program.constructs[forked.construct]);
            let (broadcast, recomputed) = (self.vars(broadcast), self.vars(recomputed));
            let _ = writeln!(
                out,
                "  fork of {region}: broadcast [{broadcast}], recomputed [{recomputed}]"
            );
        }
        self.layout(&code.shared, &mut out);
        out
    }

    fn step(&self, step: &Step) -> String {
        let barrier = |wait: bool| if wait { ", barrier" } else { "" };
        let copies = |private: &[(VarId, Private)]| match private {
            [] => String::new(),
            private => format!(", {}", self.privates(private)),
        };
        match step {
            Step::Block { private } => format!("block{}", copies(private)),
            Step::Parallel(parallel) => {
                let (fork, join) = (parallel.fork_barrier, parallel.join_barrier);
                let fork = if fork { ", barrier before" } else { "" };
                let join = if join { ", barrier behind" } else { "" };
                let team = parallel.team;
                let team = format!("{}{fork}{join}", word(&team));
                format!("parallel by {team}{}", copies(&parallel.private))
            }
            Step::Loop(one) => {
                let (spread, order) = (word(&one.spread), word(&one.order));
                let private = copies(&one.private);
                format!(
                    "loop over {spread}, order {order}{private}{}",
                    barrier(one.barrier)
                )
            }
            Step::Reduce(reduction) => {
                let items: Vec<_> = reduction.items.iter().map(|item| item.var).collect();
                let over = word(&reduction.over);
                let wait = barrier(reduction.barrier);
                let turns = if reduction.by_turns { " by turns" } else { "" };
                format!("reduce {} over {over}{turns}{wait}", self.vars(&items))
            }
            Step::Single(single) => {
                format!(
                    "single{}{}",
                    copies(&single.private),
                    barrier(single.barrier)
                )
            }
            Step::Sections(sections) => {
                let parts = sections.parts.len();
                let wait = barrier(sections.barrier);
                format!("{parts} sections{}{wait}", copies(&sections.private))
            }
            Step::Scope(scope) => {
                format!("scope{}{}", copies(&scope.private), barrier(scope.barrier))
            }
            Step::Task(task) => format!("task at once{}", copies(&task.copies)),
            Step::Deferred(task) => {
                let (captured, shared) = (self.vars(&task.captured), self.vars(&task.shared));
                format!("deferred task, copies [{captured}], shares [{shared}]")
            }
            other => word(other).to_lowercase(),
        }
    }

    fn layout(&self, layout: &SharedLayout, out: &mut String) {
        for part in &layout.parts {
            match part {
                Part::Slot(slot) => {
                    let what = match slot.member {
                        Member::Var(var) => self.var(var).to_string(),
                        Member::Copy(_, var) => format!("copy of {}", self.var(var)),
                        Member::Broadcast(_, var) => format!("broadcast {}", self.var(var)),
                        other => word(&other),
                    };
                    let (offset, bytes) = (slot.offset, slot.bytes);
                    let _ = writeln!(out, "  shared memory at {offset}: {what}, {bytes} bytes");
                }
                Part::Union(layouts) => layouts.iter().for_each(|one| self.layout(one, out)),
                Part::Room(_) => {}
            }
        }
    }
}

/// The name of a variant.
fn word(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let end = text.find(|c: char| !c.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_string()
}
