//! The table of variables: attribute, the rule that gives it (OpenMP 5.2, 5.1 and 5.8), where it lives.

use super::{Variable, at, brief, location};
use crate::analyze::sharing::{Captured, DeviceAttr, Rule};
use crate::analyze::tasks;
use crate::ir::*;
use crate::omp::MapKind;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::shared::{Member, SharedLayout};
use crate::plan::decisions::steps::Step;
use crate::source::Preprocessed;

pub fn of(program: &Program, pre: &Preprocessed, plan: &KernelPlan) -> Vec<Variable> {
    let mut table = Table {
        program,
        pre,
        plan,
        rows: vec![],
    };
    for captured in &plan.data.vars {
        table.captured(captured);
    }
    table.construct(plan.construct, false);
    table.rows
}

struct Table<'a> {
    program: &'a Program,
    pre: &'a Preprocessed,
    plan: &'a KernelPlan,
    rows: Vec<Variable>,
}

impl Table<'_> {
    fn row(
        &mut self,
        var: VarId,
        construct: ConstructId,
        attribute: String,
        (kind, rule): (&'static str, String),
        lives: String,
    ) {
        let v = &self.program.vars[var];
        self.rows.push(Variable {
            name: v.name.clone(),
            declared: at(self.pre, v.span),
            at: location(self.pre, v.span),
            construct: self.directive(construct),
            construct_at: location(self.pre, self.program.constructs[construct].pragma),
            mapped: false,
            attribute,
            kind,
            rule,
            lives,
            bytes: self.program.size_of(v.ty.id),
            id: (var, construct),
        });
    }

    fn directive(&self, construct: ConstructId) -> String {
        let text = brief(self.pre.slice(self.program.constructs[construct].pragma));
        text.strip_prefix("#pragma omp ").unwrap_or(&text).into()
    }

    fn captured(&mut self, captured: &Captured) {
        let at = |span| at(self.pre, span);
        let rule = match captured.rule {
            Rule::Explicit(span) => (
                "explicit",
                format!("`{}`, {}", brief(self.pre.slice(span)), at(span)),
            ),
            Rule::Predetermined(text) => ("predetermined", text.to_string()),
            Rule::Implicit(text) => ("implicit", text.to_string()),
            Rule::Defaultmap(span) => ("implicit", format!("`defaultmap`, {}", at(span))),
        };
        let lives = match self.plan.code.storage_of(captured.var) {
            Some(Storage::Value) => "kernel parameter".into(),
            Some(Storage::Reference | Storage::Array) => {
                "device memory, by a pointer parameter".into()
            }
            Some(Storage::Symbol) => "variable of the device image".into(),
            Some(Storage::Local) => self
                .shared(Member::Var(captured.var))
                .unwrap_or_else(|| "each thread's own".into()),
            None => "nowhere: no code of the kernel uses it".into(),
        };
        let attribute = attribute(captured.attr);
        self.row(captured.var, self.plan.construct, attribute, rule, lives);
        if let Some(row) = self.rows.last_mut() {
            use DeviceAttr::*;
            row.mapped = matches!(
                captured.attr,
                Map(_) | PointerLookup | SectionBase | IsDevicePtr | HasDeviceAddr
            );
        }
    }

    fn shared(&self, member: Member) -> Option<String> {
        let place = |layout: &SharedLayout| {
            let slots = layout.slots();
            let slot = slots.iter().find(|slot| slot.member == member)?;
            Some(slot.offset)
        };
        let code = &self.plan.code;
        place(&code.shared)
            .map(|at| format!("shared memory, at {at}"))
            .or_else(|| {
                let at = place(&code.spilled)?;
                Some(format!(
                    "global memory of the team, at {at}: over the budget"
                ))
            })
    }

    fn construct(&mut self, id: ConstructId, parallel: bool) {
        let program = self.program;
        let construct = &program.constructs[id];
        let mut forks = false;
        let steps = self
            .plan
            .code
            .lowering(id)
            .map_or(&[][..], |l| l.steps.as_slice());
        for step in steps {
            let private = match step {
                Step::Block { private } => private,
                Step::Task(one) => &one.copies,
                Step::Parallel(one) => {
                    forks = true;
                    &one.private
                }
                Step::Loop(one) => {
                    forks |= matches!(one.spread, Spread::League | Spread::Team);
                    &one.private
                }
                _ => continue,
            };
            for &(var, how) in private {
                let clause = construct.clauses.iter().find(|clause| {
                    let names = clause.items().iter().any(|item| item.var() == Some(var));
                    names && privatises(how, clause.kind.name())
                });
                let rule = match clause {
                    Some(clause) => (
                        "explicit",
                        format!(
                            "`{}`, {}",
                            brief(self.pre.slice(clause.span)),
                            at(self.pre, clause.span)
                        ),
                    ),
                    None if construct.shared_scalars.contains(&(var, how)) => (
                        "implicit",
                        "each iteration assigns it before it reads it".into(),
                    ),
                    None if construct.last_values.contains(&var) => (
                        "predetermined",
                        "iteration variable of a `simd` loop (5.2, 5.1.1)".into(),
                    ),
                    None if how == Private::LoopVar => (
                        "predetermined",
                        "iteration variable of an associated loop (5.2, 5.1.1)".into(),
                    ),
                    None if tasks::generates(construct) => (
                        "implicit",
                        "private where the task is made, or `default` clause (5.2, 5.1.1)".into(),
                    ),
                    None => ("implicit", "`default` clause (5.2, 5.4.1)".into()),
                };
                let lives = self
                    .shared(Member::Copy(id, var))
                    .unwrap_or_else(|| self.own(parallel || forks));
                self.row(var, id, private_name(how).into(), rule, lives);
            }
        }
        if let Some(body) = construct.body {
            self.stmt(body, id, parallel || forks);
        }
    }

    fn stmt(&mut self, stmt: StmtId, around: ConstructId, parallel: bool) {
        let program = self.program;
        let node = program.stmt(stmt);
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(*construct, parallel),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl {
                        self.declared(*var, around, parallel);
                    }
                }
            }
            _ => program.each_child(node, &mut |child| self.stmt(child, around, parallel)),
        }
    }

    /// A variable that the region declares.
    fn declared(&mut self, var: VarId, around: ConstructId, parallel: bool) {
        let v = &self.program.vars[var];
        if !v.storage.is_local() {
            let rule = (
                "predetermined",
                "static storage duration (5.2, 5.1.1)".to_string(),
            );
            let lives = "variable of the device image".to_string();
            self.row(var, around, "shared".into(), rule, lives);
            return;
        }
        let rule = (
            "predetermined",
            "declared inside the construct (5.2, 5.1.1)".to_string(),
        );
        let lives = match self.shared(Member::Var(var)) {
            Some(place) => place,
            None if parallel => self.own(true),
            None => self.sequential(var),
        };
        self.row(var, around, "private".into(), rule, lives);
    }

    /// A variable of the sequential part that does not lie in shared memory.
    fn sequential(&self, var: VarId) -> String {
        let forked = &self.plan.code.fork_join;
        let mut ways = vec![self.own(false)];
        for (at, region) in forked.regions.iter().enumerate() {
            if region.broadcast.contains(&var) {
                let place = self.shared(Member::Broadcast(region.construct, var));
                let place = place.unwrap_or_default();
                ways.push(format!("broadcast to region {} ({place})", at + 1));
            }
            if region.recomputed.contains(&var) {
                ways.push(format!("recomputed by the threads of region {}", at + 1));
            }
        }
        ways.join("; ")
    }

    fn own(&self, parallel: bool) -> String {
        let text = match (parallel, self.plan.mode()) {
            (true, _) => "each thread's own",
            (false, Mode::SingleThread) => "the team's thread's own",
            (false, Mode::ForkJoin) => "the master's own",
            (false, _) => "every thread computes it",
        };
        text.into()
    }
}

fn privatises(how: Private, clause: &str) -> bool {
    match how {
        Private::Private => clause == "private",
        Private::Firstprivate => clause == "firstprivate",
        Private::Lastprivate => clause == "lastprivate",
        Private::FirstLastprivate => matches!(clause, "firstprivate" | "lastprivate"),
        Private::Reduction => matches!(clause, "reduction" | "in_reduction"),
        Private::Linear => clause == "linear",
        Private::LoopVar | Private::LoopCopy => false,
    }
}

fn private_name(how: Private) -> &'static str {
    match how {
        Private::Private | Private::LoopVar | Private::LoopCopy => "private",
        Private::Firstprivate => "firstprivate",
        Private::Lastprivate => "lastprivate",
        Private::FirstLastprivate => "firstprivate, lastprivate",
        Private::Reduction => "reduction",
        Private::Linear => "linear",
    }
}

fn attribute(attr: DeviceAttr) -> String {
    match attr {
        DeviceAttr::Map(kind) => return format!("map({})", map_name(kind)),
        DeviceAttr::Firstprivate => "firstprivate",
        DeviceAttr::Private => "private",
        DeviceAttr::PointerLookup => "zero-length section",
        DeviceAttr::SectionBase => "base of a mapped section",
        DeviceAttr::IsDevicePtr => "is_device_ptr",
        DeviceAttr::HasDeviceAddr => "has_device_addr",
        DeviceAttr::DeclareTarget => "declare target",
        DeviceAttr::ConstantTable => "constant of the device image",
    }
    .into()
}

fn map_name(kind: MapKind) -> &'static str {
    match kind {
        MapKind::To => "to",
        MapKind::From => "from",
        MapKind::Tofrom => "tofrom",
        MapKind::Alloc => "alloc",
        MapKind::Storage => "storage",
        MapKind::Release => "release",
        MapKind::Delete => "delete",
    }
}
