//! Device functions with constructs of their own, and those that fork by what they call.
//!
//! From a [`FunctionPlan`]: the frame of what the function shares with the workers of its regions, the
//! function, and a function for each region. `romp/state.cuh` tells at run time who executes them.

use super::cuda::{Names, Printer, Uses, Writer};
use super::fork_join::{handed, or_one};
use super::kernel::Kernel;
use super::merged;
use super::own_storage;
use super::own_storage::Storage;
use super::user_text::UserText;
use crate::ir::*;
use crate::plan::layout::Member;
use crate::plan::{FunctionPlan, Lowering, Parallel, TeamSize};
use std::cell::RefCell;

/// The threads that run a function together.
pub const TEAM: &str = "romp::orphan_team()";

/// The name of the function that holds a region's code.
pub fn region_name(names: &Names, func: FuncId, at: usize) -> String {
    names.fresh(&format!("{}_parallel_{}", names.func(func), at + 1))
}

/// What printing a function leaves for behind it.
#[derive(Default)]
pub struct OfFunction {
    func: Option<FuncId>,
    numbers: Vec<u32>,
    regions: RefCell<Vec<String>>,
}

pub fn print(
    p: &Printer,
    out: &mut Writer,
    plan: &FunctionPlan,
    names: &Names,
    needs: &Uses,
    text: &UserText,
    own: &RefCell<own_storage::OfFunctions>,
) {
    let program = p.program;
    let func = &program.funcs[plan.func];
    let name = names.func(plan.func).to_string();
    let mut kernel = Kernel::new(program, text, &plan.code, &format!("{name}_frame"), names);
    kernel.function = OfFunction {
        func: Some(plan.func),
        numbers: plan.numbers.clone(),
        regions: RefCell::default(),
    };
    let kernel = kernel;
    let inner = Printer::new(program, names, &kernel, needs);
    let mut body = Writer::at(1);
    let shares = !plan.code.shared.is_empty();
    if shares {
        kernel.keeps(Storage::TeamStack);
        let (frame, shared) = (names.fresh("frame"), kernel.shared.object());
        let tag = kernel.shared.tag();
        body.line(format!(
            "romp::team_frame<{tag}> {frame}(\"`{}`\");",
            func.name
        ));
        body.line(format!("{tag} &{shared} = *{frame};"));
    } else if !plan.numbers.is_empty() {
        body.line(format!("romp::no_frame {};", names.fresh("shared")));
    }
    for &param in &func.params {
        if let Some(member) = kernel.shared.of(Member::Var(param)) {
            let from = names.var(param);
            body.line(if program.types.is_array(program.vars[param].ty.id) {
                format!("memcpy({member}, {from}, sizeof({member}));")
            } else {
                format!("{member} = {from};")
            });
        }
    }
    kernel.tasking.set(plan.code.tasks.is_some());
    for &param in &func.params {
        kernel.as_caller(TEAM, || {
            super::tasks::parameter(&kernel, &inner, &mut body, param)
        });
    }
    if let Some(statement) = func.body {
        kernel.as_caller(TEAM, || inner.block_contents(&mut body, statement));
    }
    if shares {
        out.text
            .push_str(kernel.shared.definition(&inner, &plan.code).trim_start());
    }
    for at in 0..plan.numbers.len() {
        out.line(format!(
            "{};",
            region_signature(&kernel, names, plan.func, at)
        ));
    }
    if !plan.numbers.is_empty() {
        out.gap();
    }
    out.line(inner.signature(plan.func));
    out.line("{");
    out.text.push_str(&body.text);
    out.line("}");
    own.borrow_mut().add(plan.func, kernel.own.take());
    for region in kernel.function.regions.borrow().iter() {
        out.gap();
        out.text.push_str(region);
    }
}

fn region_signature(k: &Kernel, names: &Names, func: FuncId, at: usize) -> String {
    let tag = match k.plan.shared.is_empty() {
        true => "romp::no_frame".to_string(),
        false => k.shared.tag().to_string(),
    };
    let shared = match k.plan.shared.is_empty() {
        true => String::new(),
        false => k.shared.object().to_string(),
    };
    let name = region_name(names, func, at);
    format!("static __device__ void {name}({tag} &{shared})")
}

/// A parallel construct of a function: the fork here, the region's function kept.
pub fn fork(
    k: &Kernel,
    p: &Printer,
    out: &mut Writer,
    id: ConstructId,
    lowering: &Lowering,
    parallel: &Parallel,
    step: usize,
) {
    let made = || TEAM.to_string();
    let Some(printed) = merged::part(k, p, id, lowering, parallel, step, made) else {
        return;
    };
    let func = k.function.func.expect("a function is printed");
    let at = k.plan.fork_join.number(id).expect("a planned region") - 1;
    let region = &k.plan.fork_join.regions[at];
    for &var in &region.broadcast {
        out.line(format!(
            "{} = {};",
            handed(k, region, var),
            k.spelling(p, var)
        ));
    }
    let shared = match k.plan.shared.is_empty() {
        true => k.names.fresh("shared"),
        false => k.shared.object().to_string(),
    };
    let size = match parallel.team {
        TeamSize::Asked { threads, condition } => {
            let all = match threads {
                Some(n) => format!("romp::orphaned_size({})", p.argument(n)),
                None => "romp::orphaned_size()".into(),
            };
            or_one(p, condition, all)
        }
        _ => "romp::orphaned_size()".into(),
    };
    out.line(format!(
        "romp::parallel_region({}, {}, {shared}, {size});",
        k.function.numbers[at],
        region_name(k.names, func, at)
    ));

    let mut text = Writer::default();
    text.line(region_signature(k, k.names, func, at));
    text.line("{");
    text.nested(|text| printed.code.lines().for_each(|line| text.line(line)));
    text.line("}");
    k.function.regions.borrow_mut().push(text.text);
}
