//! The functions of the device header that a team calls: one table of their names, where they are defined, whether
//! threads wait in them, and the shared memory that they reserve.

use super::storage::Storage;
use super::team::Team;
use std::fmt;

/// Whether threads of the team wait for each other in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    Never,
    /// Code that calls it needs the team's barrier.
    ForTeam,
}

/// What a kernel has in shared memory because its code calls a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserves {
    Nothing,
    /// This object, once a kernel.
    Object(Storage),
    /// The team's tasks, which the kernel itself reserves at its start: only a device function, which asks the
    /// kernel's state whether there are any, reserves both.
    TasksOfKernel,
    /// An object whose size depends on the arguments' types: whoever makes the call counts it.
    ByArguments,
}

/// A function's row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub name: &'static str,
    /// The header below `romp/`, without its ending.
    pub header: &'static str,
    pub waits: Waits,
    pub reserves: Reserves,
}

macro_rules! device_functions {
    ($($function:ident $name:literal $header:literal $waits:ident $reserves:expr;)*) => {
        /// A function of the device header that a team's threads call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum DeviceFn { $($function),* }

        impl DeviceFn {
            pub const ALL: &'static [DeviceFn] = &[$(DeviceFn::$function),*];

            pub fn entry(self) -> Entry {
                match self {
                    $(DeviceFn::$function => Entry {
                        name: $name,
                        header: $header,
                        waits: Waits::$waits,
                        reserves: $reserves,
                    }),*
                }
            }
        }
    };
}

use Reserves::{ByArguments, Nothing, Object, TasksOfKernel};

device_functions! {
    // Loops.
    TeamFor "team_for" "schedules" Never Nothing;
    TeamForStatic "team_for_static" "schedules" Never Nothing;
    TeamForDynamic "team_for_dynamic" "dispensers" Never Nothing;
    TeamForGuided "team_for_guided" "dispensers" Never Nothing;
    TeamForRuntime "team_for_runtime" "run_schedule" Never Nothing;
    TeamStream "team_stream" "schedules" Never Nothing;
    LeagueFor "league_for" "schedules" ForTeam Nothing;
    LeagueForStatic "league_for_static" "schedules" ForTeam Nothing;
    LeagueStream "league_stream" "schedules" ForTeam Nothing;
    LeagueNest "league_nest" "nests" ForTeam Nothing;
    BeginDispensers "begin_dispensers" "dispensers" ForTeam Object(Storage::Dispensers);
    BeginOrdered "begin_ordered" "dispensers" ForTeam Nothing;
    BeginDoacross "begin_doacross" "doacross" ForTeam Object(Storage::Doacross);
    LeaveLast "leave_last" "conditional" ForTeam Object(Storage::LastAssignment);
    // Other worksharing constructs.
    TeamSections "team_sections" "worksharing" ForTeam Nothing;
    SingleTurn "single_turn" "worksharing" ForTeam Nothing;
    Copyprivate "copyprivate" "worksharing" ForTeam Object(Storage::CopyBuffer);
    // Reductions and scans.
    Reduce "reduce" "reductions" ForTeam ByArguments;
    ReduceForAll "reduce_for_all" "lanes" ForTeam ByArguments;
    ReduceLeague "reduce_league" "reductions" ForTeam ByArguments;
    ReduceTask "reduce_task" "task_groups" Never TasksOfKernel;
    BeginCopy "begin_copy" "array_reductions" ForTeam ByArguments;
    HandInCopy "hand_in_copy" "array_reductions" ForTeam Nothing;
    HandInArray "hand_in_array" "array_reductions" ForTeam Nothing;
    ReduceCopies "reduce_copies" "array_reductions" ForTeam Nothing;
    ReduceCopiesLeague "reduce_copies_league" "array_reductions" ForTeam Object(Storage::ReductionEnd);
    InclusiveScan "inclusive_scan" "scans" ForTeam ByArguments;
    ExclusiveScan "exclusive_scan" "scans" ForTeam ByArguments;
    InclusiveScanLeague "inclusive_scan_league" "league_scans" ForTeam ByArguments;
    ExclusiveScanLeague "exclusive_scan_league" "league_scans" ForTeam ByArguments;
    // Cancellation.
    BeginCancellation "begin_cancellation" "cancel" ForTeam Object(Storage::Cancels);
    EndCancellation "end_cancellation" "cancel" ForTeam Nothing;
    BeginCancellable "begin_cancellable" "cancel" ForTeam Object(Storage::Cancels);
    EndCancellable "end_cancellable" "cancel" ForTeam Nothing;
    CancelRegion "cancel_region" "cancel" ForTeam Nothing;
    CancelConstruct "cancel_construct" "cancel" ForTeam Nothing;
    CancelTaskgroup "cancel_taskgroup" "task_groups" ForTeam TasksOfKernel;
    CancellableBarrier "cancellable_barrier" "cancel" ForTeam Nothing;
    // Tasks.
    BeginTasks "begin_tasks" "tasks" ForTeam Object(Storage::Tasks);
    EndTasks "end_tasks" "tasks" ForTeam Nothing;
    Task "task" "tasks" Never TasksOfKernel;
    DetachedTask "detached_task" "tasks" Never TasksOfKernel;
    NewEvent "new_event" "task_groups" Never Nothing;
    Taskloop "taskloop" "taskloops" ForTeam TasksOfKernel;
    TasksOfTeam "tasks_of_team" "taskloops" ForTeam Nothing;
    TaskBarrier "task_barrier" "tasks" ForTeam TasksOfKernel;
    Taskwait "taskwait" "tasks" Never TasksOfKernel;
    TaskwaitFor "taskwait_for" "tasks" Never TasksOfKernel;
    Taskyield "taskyield" "tasks" Never TasksOfKernel;
    InFinal "in_final" "tasks" Never TasksOfKernel;
    DiscardsTasks "discards_tasks" "task_groups" Never TasksOfKernel;
}

/// A call of one of the header's functions by a team.
#[derive(Clone, Debug)]
pub struct Call {
    function: DeviceFn,
    /// Its template arguments; none where they are deduced.
    template: Option<String>,
    /// The team's argument; none where the call names no team.
    team: Option<String>,
    /// The other arguments, a list.
    arguments: String,
}

impl Call {
    pub fn new(function: DeviceFn, team: &Team, arguments: impl Into<String>) -> Call {
        Call {
            function,
            template: None,
            team: team.argument().map(String::from),
            arguments: arguments.into(),
        }
    }

    /// A call that names its team, also where that is the block.
    pub fn naming_team(function: DeviceFn, team: &Team, arguments: impl Into<String>) -> Call {
        Call {
            team: Some(team.object().into()),
            ..Call::new(function, team, arguments)
        }
    }

    /// The call with template arguments.
    pub fn of(self, template: impl fmt::Display) -> Call {
        Call {
            template: Some(template.to_string()),
            ..self
        }
    }

    /// The call up to its last argument, which the caller writes behind it: a function object of several lines.
    pub fn opening(&self) -> String {
        let name = self.function.entry().name;
        let template = match &self.template {
            Some(template) => format!("<{template}>"),
            None => String::new(),
        };
        let list = match &self.team {
            None => self.arguments.clone(),
            Some(team) if self.arguments.is_empty() => team.clone(),
            Some(team) => format!("{team}, {}", self.arguments),
        };
        format!("romp::{name}{template}({list}")
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{})", self.opening())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn headers_define_what_the_table_says() {
        let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime-cuda/include/romp");
        for function in DeviceFn::ALL {
            let Entry { name, header, .. } = function.entry();
            let text = std::fs::read_to_string(headers.join(format!("{header}.cuh"))).unwrap();
            // The functions of scans are made by a macro, which adds the ending of the header's own.
            let made = format!("ROMP_SCAN_({}, ", name.trim_end_matches("_league"));
            let defined = text.lines().any(|line| {
                let is_comment = line.trim_start().starts_with("//");
                !is_comment && (line.contains(&format!(" {name}(")) || line.contains(&made))
            });
            assert!(defined, "{header}.cuh does not define {name}");
        }
    }

    #[test]
    fn names_are_unique() {
        for (at, function) in DeviceFn::ALL.iter().enumerate() {
            let same = |other: &DeviceFn| other.entry().name == function.entry().name;
            assert!(!DeviceFn::ALL[..at].iter().any(same), "{function:?}");
        }
    }

    #[test]
    fn calls_name_their_team() {
        let call = |team: &Team, arguments: &str| Call::new(DeviceFn::Reduce, team, arguments);
        let omp = Team::named("omp");
        assert_eq!(call(&Team::Block, "a, b").to_string(), "romp::reduce(a, b)");
        assert_eq!(call(&omp, "a").to_string(), "romp::reduce(omp, a)");
        assert_eq!(call(&omp, "").to_string(), "romp::reduce(omp)");
        assert_eq!(
            call(&Team::OneThread, "a").opening(),
            "romp::reduce(romp::one_thread(), a"
        );
        let block = Call::naming_team(DeviceFn::ReduceTask, &Team::Block, "a");
        assert_eq!(
            block.to_string(),
            "romp::reduce_task(romp::block_team(), a)"
        );
        let event = Call::new(DeviceFn::NewEvent, &omp, "").of("int");
        assert_eq!(event.to_string(), "romp::new_event<int>(omp)");
    }
}
