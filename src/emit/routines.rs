//! How calls of `omp_*` routines are spelled in device code.

use super::cuda::{Hooks, Names, Printer, Uses, Writer};
use super::own_storage::OfFunctions;
use super::user_text::UserText;
use crate::ir::{ConstructId, ExprId, FuncId, Program};
use crate::plan::FunctionPlan;
use crate::plan::unit::FunctionsRun;
use crate::source::Span;
use std::cell::RefCell;

/// A call in code whose place is known when the kernel is generated: `parallel` in a region of all
/// threads of the block, `sequential` outside, `orphaned` where only the state can tell.
pub fn spelling(level: &str, name: &str, args: &str) -> String {
    format!("romp::{level}::{name}({args})")
}

/// The routines that device code may call; others are refused. `romp/*.cuh` define them for every kind of place.
const ON_DEVICES: &[&str] = &[
    "omp_alloc",
    "omp_calloc",
    "omp_destroy_lock",
    "omp_destroy_nest_lock",
    "omp_free",
    "omp_fulfill_event",
    "omp_get_active_level",
    "omp_get_ancestor_thread_num",
    "omp_get_cancellation",
    "omp_get_device_num",
    "omp_get_dynamic",
    "omp_get_level",
    "omp_get_max_active_levels",
    "omp_get_max_task_priority",
    "omp_get_max_teams",
    "omp_get_max_threads",
    "omp_get_nested",
    "omp_get_num_places",
    "omp_get_num_procs",
    "omp_get_num_teams",
    "omp_get_num_threads",
    "omp_get_partition_num_places",
    "omp_get_place_num",
    "omp_get_proc_bind",
    "omp_get_schedule",
    "omp_get_supported_active_levels",
    "omp_get_team_num",
    "omp_get_team_size",
    "omp_get_teams_thread_limit",
    "omp_get_thread_limit",
    "omp_get_thread_num",
    "omp_get_wtick",
    "omp_get_wtime",
    "omp_in_final",
    "omp_in_parallel",
    "omp_init_lock",
    "omp_init_lock_with_hint",
    "omp_init_nest_lock",
    "omp_init_nest_lock_with_hint",
    "omp_is_initial_device",
    "omp_set_dynamic",
    "omp_set_lock",
    "omp_set_max_active_levels",
    "omp_set_nest_lock",
    "omp_set_nested",
    "omp_set_num_threads",
    "omp_set_schedule",
    "omp_test_lock",
    "omp_test_nest_lock",
    "omp_unset_lock",
    "omp_unset_nest_lock",
];

/// Why device code cannot call a routine, in words that say what to do instead; none where it can.
pub fn refused(name: &str) -> Option<&'static str> {
    if ON_DEVICES.contains(&name) {
        return None;
    }
    Some(match name {
        "omp_in_explicit_task" => "hand the answer to the task's code as a value of its own",
        _ if name.ends_with("alloc") || name.ends_with("allocator") || name == "omp_free" => {
            "allocate the memory on the host and map it"
        }
        _ if name.contains("affinity") || name.contains("place") => "a device has no places",
        _ => "call it on the host, and pass the result to the region",
    })
}

/// Routines whose answer depends on the team that asks.
const OF_A_TEAM: &[&str] = &[
    "omp_get_thread_num",
    "omp_get_num_threads",
    "omp_get_max_threads",
    "omp_get_level",
    "omp_get_active_level",
    "omp_in_parallel",
    "omp_get_ancestor_thread_num",
    "omp_get_team_size",
];

/// Routines that tell the most threads of a region, which in a fork-join kernel are fewer than the block's.
const OF_THE_LIMIT: &[&str] = &[
    "omp_get_thread_limit",
    "omp_get_num_procs",
    "omp_get_teams_thread_limit",
];

/// A call in a region of the team that `team` names, in a kernel whose regions have at most `most` threads.
pub fn in_region(name: &str, args: &str, team: &str, most: &str) -> String {
    let with = |first: &str| match args {
        "" => first.to_string(),
        args => format!("{first}, {args}"),
    };
    if name == "omp_get_max_threads" && !most.is_empty() {
        spelling("master", name, most)
    } else if OF_A_TEAM.contains(&name) {
        spelling("region", name, &with(team))
    } else if OF_THE_LIMIT.contains(&name) && !most.is_empty() {
        spelling("master", name, &with(most))
    } else {
        spelling("region", name, args)
    }
}

/// A call in the sequential part of a fork-join kernel.
pub fn in_master(name: &str, args: &str, most: &str) -> String {
    if OF_THE_LIMIT.contains(&name) || name == "omp_get_max_threads" {
        spelling("master", name, most)
    } else {
        spelling("master", name, args)
    }
}

/// Hooks for device functions: they hold no constructs but those that mean the same everywhere.
pub struct InFunctions<'a> {
    pub program: &'a Program,
    pub text: &'a UserText<'a>,
    pub names: &'a Names,
    pub run: FunctionsRun,
    pub plans: &'a [FunctionPlan],
    pub needs: &'a Uses,
    /// What functions with constructs keep in shared memory, once they are printed.
    pub own: &'a RefCell<OfFunctions>,
}

impl Hooks for InFunctions<'_> {
    fn is_of_all(&self, location: ExprId) -> bool {
        super::locations::is_of_image(self.program, location)
    }

    fn literal(&self, span: Span) -> Option<String> {
        self.text.constant(span)
    }

    fn comments_above(&self, span: Span) -> Vec<String> {
        self.text.above(span)
    }

    fn begin(&self, span: Span) {
        self.text.begin(span.lo, false);
    }

    fn comments_before(&self, offset: u32) -> Vec<String> {
        self.text.before(offset, false)
    }

    fn has_comments_before(&self, offset: u32) -> bool {
        self.text.any_before(offset)
    }

    fn comment_behind(&self, span: Span) -> Option<String> {
        self.text.behind(span)
    }

    fn line_directive(&self, span: Span) -> Option<String> {
        self.text.line_directive(span)
    }

    fn function(&self, p: &Printer, out: &mut Writer, func: FuncId) -> bool {
        let Some(plan) = self.plans.iter().find(|plan| plan.func == func) else {
            return false;
        };
        super::functions::print(p, out, plan, self.names, self.needs, self.text, self.own);
        true
    }

    fn construct(&self, p: &Printer, out: &mut Writer, construct: ConstructId) {
        let construct = &p.program.constructs[construct];
        if crate::analyze::synchronise::stands_alone(construct) {
            super::synchronise::print(p, out, construct);
        } else if let Some(body) = construct.body {
            p.stmt(out, body);
        }
    }

    fn omp_routine(&self, name: &str, args: &str) -> String {
        if let Some(call) = super::run_schedule::in_function(self.run, name, args) {
            return call;
        }
        let level = match self.run {
            FunctionsRun::Sequentially => "sequential",
            FunctionsRun::InParallel => "parallel",
            FunctionsRun::ByState => "orphaned",
        };
        spelling(level, name, args)
    }
}

#[cfg(test)]
mod tests {
    use super::ON_DEVICES;

    /// `tests/run/places/routines.c` calls every routine from every kind of place, but those that libgomp
    /// declares and does not define (its host version would not link), and of what needs an event: `tasks/`.
    #[test]
    fn all_are_called_by_a_test() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run/places/routines.c");
        let text = std::fs::read_to_string(path).unwrap();
        for name in ON_DEVICES
            .iter()
            .filter(|name| !name.ends_with("_with_hint") && !name.ends_with("_event"))
        {
            assert!(text.contains(&format!("{name}(")), "{name}");
        }
    }
}
