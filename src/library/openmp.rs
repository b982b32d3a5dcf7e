//! The run-time routines of OpenMP (5.2, chapter 18) in device code: which ones it may call, what else to do, what
//! their answers depend on, and what a call does.
//!
//! One table: `analyze` takes effects and needs from it, `plan` refusals, `emit` spellings. Must not know how a call
//! is spelled at a place.

/// On what the value that a routine returns depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It does not depend on the parallel region around the call.
    Same,
    /// It depends on the parallel region around the call, and on the thread in it.
    Team,
    /// The largest number of threads of a region, which in a fork-join kernel is smaller than the block.
    Limit,
}

/// What a call does, for code that moves or repeats calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It asks for the encountering thread's number, its team or an ICV.
    Asks,
    /// Every call returns another value.
    Clock,
    /// It asks, and writes where its arguments point.
    WritesArguments,
    /// It waits for a lock, or makes other callers wait.
    Locks,
    /// It changes an ICV, memory or an event.
    Changes,
}

/// A routine that device code may call; `romp/*.cuh` define it for every kind of place.
#[derive(Clone, Copy, Debug)]
pub struct Routine {
    pub name: &'static str,
    pub answer: Answer,
    /// A function that calls it must receive the team of its caller.
    pub needs_team: bool,
    pub effect: Effect,
}

/// It sets how many threads later regions get (nthreads-var).
pub const SET_NUM_THREADS: &str = "omp_set_num_threads";
/// It returns how many threads the next region gets.
pub const GET_MAX_THREADS: &str = "omp_get_max_threads";
pub const GET_SCHEDULE: &str = "omp_get_schedule";
pub const SET_SCHEDULE: &str = "omp_set_schedule";
pub const IN_FINAL: &str = "omp_in_final";

const fn row(name: &'static str, answer: Answer, needs_team: bool, effect: Effect) -> Routine {
    Routine {
        name,
        answer,
        needs_team,
        effect,
    }
}

/// The table, sorted by name.
const ROUTINES: &[Routine] = &[
    row("omp_aligned_alloc", Answer::Same, false, Effect::Changes),
    row("omp_aligned_calloc", Answer::Same, false, Effect::Changes),
    row("omp_alloc", Answer::Same, false, Effect::Changes),
    row("omp_calloc", Answer::Same, false, Effect::Changes),
    row(
        "omp_destroy_allocator",
        Answer::Same,
        false,
        Effect::Changes,
    ),
    row("omp_destroy_lock", Answer::Same, false, Effect::Locks),
    row("omp_destroy_nest_lock", Answer::Same, false, Effect::Locks),
    row("omp_free", Answer::Same, false, Effect::Changes),
    row("omp_fulfill_event", Answer::Same, false, Effect::Changes),
    row("omp_get_active_level", Answer::Team, true, Effect::Asks),
    row(
        "omp_get_ancestor_thread_num",
        Answer::Team,
        true,
        Effect::Asks,
    ),
    row("omp_get_cancellation", Answer::Same, false, Effect::Asks),
    row("omp_get_device_num", Answer::Same, false, Effect::Asks),
    row("omp_get_dynamic", Answer::Same, false, Effect::Asks),
    row("omp_get_level", Answer::Team, true, Effect::Asks),
    row(
        "omp_get_max_active_levels",
        Answer::Same,
        false,
        Effect::Asks,
    ),
    row(
        "omp_get_max_task_priority",
        Answer::Same,
        false,
        Effect::Asks,
    ),
    row("omp_get_max_teams", Answer::Same, false, Effect::Asks),
    row("omp_get_max_threads", Answer::Team, true, Effect::Asks),
    row("omp_get_nested", Answer::Same, false, Effect::Asks),
    row("omp_get_num_places", Answer::Same, false, Effect::Asks),
    row("omp_get_num_procs", Answer::Limit, false, Effect::Asks),
    row("omp_get_num_teams", Answer::Same, false, Effect::Asks),
    row("omp_get_num_threads", Answer::Team, true, Effect::Asks),
    row(
        "omp_get_partition_num_places",
        Answer::Same,
        false,
        Effect::Asks,
    ),
    row("omp_get_place_num", Answer::Same, false, Effect::Asks),
    row("omp_get_proc_bind", Answer::Same, false, Effect::Asks),
    row(
        "omp_get_schedule",
        Answer::Same,
        true,
        Effect::WritesArguments,
    ),
    row(
        "omp_get_supported_active_levels",
        Answer::Same,
        false,
        Effect::Asks,
    ),
    row("omp_get_team_num", Answer::Same, false, Effect::Asks),
    row("omp_get_team_size", Answer::Team, true, Effect::Asks),
    row(
        "omp_get_teams_thread_limit",
        Answer::Limit,
        false,
        Effect::Asks,
    ),
    row("omp_get_thread_limit", Answer::Limit, true, Effect::Asks),
    row("omp_get_thread_num", Answer::Team, true, Effect::Asks),
    row("omp_get_wtick", Answer::Same, false, Effect::Asks),
    row("omp_get_wtime", Answer::Same, false, Effect::Clock),
    row("omp_in_final", Answer::Same, false, Effect::Changes),
    row("omp_in_parallel", Answer::Team, true, Effect::Asks),
    row("omp_init_allocator", Answer::Same, false, Effect::Changes),
    row("omp_init_lock", Answer::Same, false, Effect::Locks),
    row(
        "omp_init_lock_with_hint",
        Answer::Same,
        false,
        Effect::Locks,
    ),
    row("omp_init_nest_lock", Answer::Same, false, Effect::Locks),
    row(
        "omp_init_nest_lock_with_hint",
        Answer::Same,
        false,
        Effect::Locks,
    ),
    row("omp_is_initial_device", Answer::Same, false, Effect::Asks),
    row("omp_realloc", Answer::Same, false, Effect::Changes),
    row("omp_set_dynamic", Answer::Same, false, Effect::Changes),
    row("omp_set_lock", Answer::Same, false, Effect::Locks),
    row(
        "omp_set_max_active_levels",
        Answer::Same,
        false,
        Effect::Changes,
    ),
    row("omp_set_nest_lock", Answer::Same, false, Effect::Locks),
    row("omp_set_nested", Answer::Same, false, Effect::Changes),
    row("omp_set_num_threads", Answer::Same, true, Effect::Changes),
    row("omp_set_schedule", Answer::Same, true, Effect::Changes),
    row("omp_test_lock", Answer::Same, false, Effect::Locks),
    row("omp_test_nest_lock", Answer::Same, false, Effect::Locks),
    row("omp_unset_lock", Answer::Same, false, Effect::Locks),
    row("omp_unset_nest_lock", Answer::Same, false, Effect::Locks),
];

/// The routine of this name, where device code may call it.
pub fn routine(name: &str) -> Option<&'static Routine> {
    let at = ROUTINES.binary_search_by(|routine| routine.name.cmp(name));
    at.ok().map(|at| &ROUTINES[at])
}

/// What a call of a routine does; of routines that only the host may call, the effect that allows least.
pub fn effect(name: &str) -> Effect {
    routine(name).map_or(Effect::Changes, |routine| routine.effect)
}

/// On what the value depends that the routine of this name returns.
pub fn answer(name: &str) -> Answer {
    routine(name).map_or(Answer::Same, |routine| routine.answer)
}

/// Why device code cannot call a routine, in words that say what to do instead; none where it can.
pub fn refused(name: &str) -> Option<&'static str> {
    if routine(name).is_some() {
        return None;
    }
    Some(match name {
        "omp_in_explicit_task" => "pass the answer to the task's code as a value of its own",
        _ if name.ends_with("default_allocator") => {
            "name the allocator in each call, such as one of `uses_allocators`"
        }
        _ if name.ends_with("alloc") || name == "omp_free" => {
            "allocate the memory on the host and map it"
        }
        _ if name.contains("affinity") || name.contains("place") => "a device has no places",
        _ => "call it on the host, and pass the result to the region",
    })
}

#[cfg(test)]
mod tests {
    use super::ROUTINES;

    #[test]
    fn routines_are_in_order() {
        assert!(ROUTINES.is_sorted_by_key(|routine| routine.name));
    }

    /// `tests/run/places/routines.c` calls every routine from every kind of place, but those that libgomp
    /// declares and does not define (its host version would not link), and of what needs an event: `tasks/`.
    #[test]
    fn all_are_called_by_a_test() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run/places/routines.c");
        let text = std::fs::read_to_string(path).unwrap();
        let names = ROUTINES.iter().map(|routine| routine.name);
        for name in names.filter(|name| !name.ends_with("_with_hint") && !name.ends_with("_event"))
        {
            assert!(text.contains(&format!("{name}(")), "{name}");
        }
    }
}
