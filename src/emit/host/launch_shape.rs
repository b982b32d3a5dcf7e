//! The arguments of the `ROMP_...` macros that say how a region is launched: threads, teams, the number of iterations,
//! and on which device.
//!
//! From a plan's `Shape` and the clauses to romp.h's words.

use super::context::Host;
use super::expressions::{paren, text};
use crate::emit::operands::operand;
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Nest, Test};
use crate::ir::*;
use crate::omp::{ClauseKind, DeviceModifier, Leaf};
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::{Largest, Shape, WARP};
use crate::sizes::LONG_ROW;

/// The launch shape and the choice of device.
pub fn shape(host: &Host, construct: &Construct, plan: &KernelPlan) -> Vec<String> {
    let shape = &plan.shape;
    if plan.mode() == Mode::ForkJoin {
        return fork_join(host, construct, plan);
    }
    if shape.exact_block {
        let mut list = vec![match shape.teams_of_block {
            0 => format!("romp_exact_block({})", shape.block),
            teams => format!("romp_part_of_block({}, {teams})", shape.block),
        }];
        list.extend(teams(host, plan));
        list.extend(beside(plan));
        list.extend(choice(host, construct));
        return list;
    }
    let mut list = vec![open_size(
        host,
        shape,
        "romp_block",
        &shape.block.to_string(),
    )];
    if let Some(largest) = &shape.largest {
        list.push(format!("romp_num_threads({})", larger(host, largest)));
    } else if let Some(threads) = shape.threads {
        list.push(match shape.condition {
            Some(cond) => format!(
                "romp_num_threads({} ? {} : 1)",
                paren(host, cond),
                text(host, threads)
            ),
            None => format!("romp_num_threads({})", text(host, threads)),
        });
    } else if let Some(cond) = shape.condition {
        list.push(format!(
            "romp_num_threads({} ? {} : 1)",
            paren(host, cond),
            shape.block
        ));
    }
    if let Some(limit) = shape.limit
        && plan.mode() != Mode::SingleThread
    {
        list.push(format!("romp_thread_limit({})", text(host, limit)));
    }
    list.extend(teams(host, plan));
    list.extend(beside(plan));
    list.extend(choice(host, construct));
    list
}

/// The bytes of stack for each thread where functions call themselves, unless ROMP_STACK says otherwise.
const RECURSION: u32 = 16 << 10;
/// The bytes of stack for each thread where tasks generate tasks: a level that waits for its tasks has five frames,
/// with those of the code that executes tasks.
const RECURSIVE_TASKS: u32 = 32 << 10;

/// What the kernel needs beside its teams and threads.
fn beside(plan: &KernelPlan) -> impl Iterator<Item = String> {
    let prints = plan.prints.then(|| "romp_prints()".to_string());
    let apart = plan.apart.then(|| "romp_apart()".to_string());
    let all = [stack(plan), dynamic(plan), prints, apart];
    all.into_iter().flatten()
}

fn stack(plan: &KernelPlan) -> Option<String> {
    let bytes = match plan.code.tasks {
        Some(_) => RECURSIVE_TASKS,
        None => RECURSION,
    };
    plan.recursive.then(|| format!("romp_stack({bytes})"))
}

/// The shared memory for the team's variables, where that is more than a kernel may declare.
fn dynamic(plan: &KernelPlan) -> Option<String> {
    let bytes = plan.code.shared.packed;
    plan.code
        .dynamic
        .then(|| format!("romp_dynamic_shared({bytes})"))
}

/// The launch shape of a kernel whose last warp has a master.
fn fork_join(host: &Host, construct: &Construct, plan: &KernelPlan) -> Vec<String> {
    let shape = &plan.shape;
    let mut list = vec![];
    let workers = match (&shape.largest, shape.threads) {
        (Some(largest), _) => larger(host, largest),
        (None, Some(threads)) => text(host, threads),
        (None, None) => shape.block.to_string(),
    };
    list.push(match shape.condition {
        Some(cond) => format!("romp_workers({} ? {workers} : 1)", paren(host, cond)),
        None => open_size(host, shape, "romp_workers", &workers),
    });
    if let Some(limit) = shape.limit {
        list.push(format!("romp_thread_limit({})", text(host, limit)));
    }
    list.extend(teams(host, plan));
    list.extend(beside(plan));
    list.extend(choice(host, construct));
    list
}

/// An element for the threads of a team, with the iterations by which the launch chooses more or fewer of them.
fn open_size(host: &Host, shape: &Shape, element: &str, planned: &str) -> String {
    let small = longest(host, &shape.small_teams);
    match (small, longest(host, &shape.large_teams)) {
        (Some(longest), None) => format!("{element}_at_most({planned}, {longest})"),
        (None, Some(longest)) => format!("{element}_at_least({planned}, {longest})"),
        // Those of the other loops are some of these.
        (Some(longest), Some(_)) => format!("{element}_about({planned}, {longest})"),
        (None, None) => format!("{element}({planned})"),
    }
}

/// The iterations of the longest of several loops; none where there are no loops.
fn longest(host: &Host, nests: &[Nest]) -> Option<String> {
    let mut counts: Vec<String> = nests.iter().map(|nest| count(host, nest)).collect();
    counts.sort();
    counts.dedup();
    let larger = |a: String, b: String| format!("romp_larger({a}, {b})");
    counts.into_iter().reduce(larger)
}

/// The largest of several numbers of threads.
fn larger(host: &Host, of: &Largest) -> String {
    let asked = of.asked.iter().map(|&e| text(host, e));
    asked.fold(of.least.to_string(), |a, b| {
        format!("romp_larger({a}, {b})")
    })
}

/// The number of teams.
fn teams(host: &Host, plan: &KernelPlan) -> Vec<String> {
    let condition = plan.shape.teams_if;
    let condition = condition.map(|cond| format!("romp_teams_if({})", text(host, cond)));
    number_of_teams(host, plan)
        .into_iter()
        .chain(condition)
        .collect()
}

fn number_of_teams(host: &Host, plan: &KernelPlan) -> Option<String> {
    let shape = &plan.shape;
    if let Some(teams) = shape.teams {
        return Some(format!("romp_num_teams({})", text(host, teams)));
    }
    if shape.one_team {
        return Some("romp_num_teams(1)".into());
    }
    if let Some(nest) = &shape.iterations
        && shape.few_teams
    {
        return Some(format!("romp_few_iterations({})", busy(host, plan, nest)));
    }
    if let Some(nest) = &shape.iterations
        && shape.grid_of_nest
    {
        let each = |one| format!("romp_iterations({})", trips(host, one));
        let mut loops: Vec<String> = nest.loops.iter().map(each).collect();
        if let Some(one) = nest.loops.last()
            && begins_within_a_line(host, one)
        {
            let from = format!("{}, {}", text(host, one.lo), trips(host, one));
            loops.pop();
            loops.push(format!("romp_iterations_from({from})"));
        }
        return Some(loops.join(", "));
    }
    if let Some(nest) = &shape.iterations {
        return Some(format!("romp_iterations({})", busy(host, plan, nest)));
    }
    let nest = shape.team_iterations.as_ref()?;
    Some(format!("romp_teams_open({})", count(host, nest)))
}

/// The arguments of `if` and `device`.
pub fn choice(host: &Host, construct: &Construct) -> Vec<String> {
    let mut list = vec![];
    for clause in &construct.clauses {
        match &clause.kind {
            ClauseKind::If(cond) => {
                let for_target = clause
                    .modifier
                    .as_ref()
                    .is_none_or(|leaves| leaves.contains(&Leaf::Target));
                let data = construct.directive.leaves().is_empty();
                if for_target || data {
                    list.push(format!("romp_if({})", text(host, *cond)));
                }
            }
            ClauseKind::Device {
                modifier: None | Some(DeviceModifier::DeviceNum),
                device,
            } => {
                list.push(format!("romp_device({})", text(host, *device)));
            }
            _ => {}
        }
    }
    list
}

/// The number of threads that the iterations of a nest need.
fn busy(host: &Host, plan: &KernelPlan, nest: &Nest) -> String {
    match (plan.shape.lanes, nest.loops.len()) {
        (0, _) => count(host, nest),
        (lanes, 1) => format!("(long long){} * {lanes}", operand(count(host, nest))),
        (lanes, _) => format!("{} * {lanes}", count(host, nest)),
    }
}

/// The number of iterations of a nest, as the host counts them before the launch.
fn count(host: &Host, nest: &Nest) -> String {
    let trips: Vec<String> = nest.loops.iter().map(|one| trips(host, one)).collect();
    match trips.as_slice() {
        [one] => one.clone(),
        several => several
            .iter()
            .enumerate()
            .map(|(i, t)| {
                if i == 0 {
                    format!("(long long){}", operand(t))
                } else {
                    operand(t)
                }
            })
            .collect::<Vec<_>>()
            .join(" * "),
    }
}

/// Whether the iterations of the innermost loop of a grid may begin where no line of memory does: the launch then counts
/// threads from such a place on.
fn begins_within_a_line(host: &Host, one: &CanonicalLoop) -> bool {
    let program = host.program;
    let short = one
        .constant_trips(program)
        .is_some_and(|trips| trips < u128::from(LONG_ROW));
    let aligned = int_value(program, one.lo).is_some_and(|lo| lo % i128::from(WARP) == 0);
    let upwards = one.step.value == Some(1) && matches!(one.test, Test::Lt | Test::Le);
    let pointer = program.types.is_pointer(program.vars[one.var].ty.id);
    upwards && !pointer && !short && !aligned
}

fn trips(host: &Host, one: &CanonicalLoop) -> String {
    let program = host.program;
    let (lo, hi) = (text(host, one.lo), text(host, one.hi));
    let unit = one.step.value.is_some_and(|v| v.abs() == 1);
    let from_zero = int_value(program, one.lo) == Some(0);
    if unit && from_zero && matches!(one.test, Test::Lt | Test::Ne) {
        return hi;
    }
    let pointer = program.types.is_pointer(program.vars[one.var].ty.id);
    let (lo, hi) = if pointer {
        ("0".to_string(), format!("({hi}) - ({lo})"))
    } else {
        (lo, hi)
    };
    let step = match (one.step.value, one.step.amount) {
        (Some(value), _) => value.unsigned_abs().to_string(),
        (None, Some(amount)) => text(host, amount),
        (None, None) => "1".into(),
    };
    let down = match one.test {
        Test::Lt | Test::Le => false,
        Test::Gt | Test::Ge => true,
        Test::Ne => one.step.value.is_some_and(|v| v < 0),
    };
    let inclusive = matches!(one.test, Test::Le | Test::Ge);
    let (from, to) = if down { (hi, lo) } else { (lo, hi) };
    let ty = program.vars[one.var].ty.id;
    let widest =
        matches!(program.types.resolve(ty), Type::Int(kind) if !kind.signed() && kind.size() == 8);
    let function = match widest {
        true => "romp_unsigned_trips",
        false => "romp_trips",
    };
    let inclusive = u8::from(inclusive);
    format!("{function}({from}, {to}, {step}, {inclusive})")
}
