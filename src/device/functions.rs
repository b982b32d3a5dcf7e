//! The functions and classes of the device header that constructs use: a table of each with their names, the headers
//! that define them, whether threads wait in them, and the shared memory that they reserve.

use super::storage::Storage;

/// Whether a function makes threads of the team wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// No thread waits for another one.
    Never,
    /// Code that calls it needs the team's barrier.
    ForTeam,
    /// As `ForTeam`, but the threads of one warp arrive from different places and are counted one by one.
    OneByOne,
}

/// What a kernel has in shared memory because its code calls a function or has an object of a class. Where the size
/// depends on types, the call says it (`Call::reserves`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserves {
    /// No shared memory.
    Nothing,
    /// This object, once for each kernel.
    Object(Storage),
    /// The first object, and values in the second one, which those use that take chunks from there.
    Beginning(Storage, Storage),
    /// The team's tasks. A kernel that calls it has reserved them at its start; in a device function the call
    /// reserves them, and the kernel's state, which says whether the kernel has tasks.
    TasksOfKernel,
}

/// A function's row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name in namespace `romp`.
    pub name: &'static str,
    /// The file below `romp/` that defines it, without `.cuh`.
    pub header: &'static str,
    /// Whether threads wait in it.
    pub waits: Waits,
    /// What a call reserves.
    pub reserves: Reserves,
}

macro_rules! device_functions {
    ($($function:ident $name:literal $header:literal $waits:ident $reserves:expr;)*) => {
        /// A function of the device header.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the table names them")]
        pub enum DeviceFn { $($function),* }

        impl DeviceFn {
            /// All functions, in the order of the table.
            pub const ALL: &'static [DeviceFn] = &[$(DeviceFn::$function),*];

            /// The function's row of the table.
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

use Reserves::{Beginning, Nothing, Object, TasksOfKernel};

impl DeviceFn {
    /// Whether it accesses no memory that threads of a team share, besides what its arguments do.
    pub fn is_quiet(self) -> bool {
        use DeviceFn::*;
        matches!(
            self,
            BlockIs
                | SetApart
                | StaticShared
                | KeptShared
                | DynamicShared
                | EndOfRows
                | Split
                | TeamsFor
                | PackedTeamsFor
                | TeamsForStatic
                | TeamsParts
                | TeamFor
                | TeamForStatic
                | TeamStream
                | TeamNest
                | Each
                | EncounterWorksharing
        )
    }
}

device_functions! {
    // The start and the end of kernels.
    StartState "start_state" "state" ForTeam Object(Storage::State);
    StartStateAlone "start_state_alone" "state" Never Object(Storage::StateAlone);
    StartPartialBarrier "start_partial_barrier" "teams" ForTeam Object(Storage::PartialBarrier);
    ReadyPartialBarrier "ready_partial_barrier" "cuda_barriers" Never Object(Storage::PartialBarrier);
    BlockIs "block_is" "cuda_backend" Never Nothing;
    Fail "fail" "cuda_backend" Never Nothing;
    SetApart "set_apart" "emulated_backend" Never Nothing;
    StaticShared "static_shared" "cuda_backend" Never Nothing;
    KeptShared "kept_shared" "cuda_backend" Never Nothing;
    DynamicShared "dynamic_shared" "cuda_backend" Never Nothing;
    ClaimSlice "claim_slice" "team_slices" ForTeam Object(Storage::Slice);
    ReleaseSlice "release_slice" "team_slices" Never Object(Storage::Slice);
    ReleaseSliceTogether "release_slice_together" "team_slices" ForTeam Object(Storage::Slice);
    StartThreadArrays "start_thread_arrays" "thread_arrays" ForTeam Object(Storage::ThreadStacks);
    ReleaseThreadArrays "release_thread_arrays" "thread_arrays" Never Object(Storage::ThreadStacks);
    ReleaseThreadArraysTogether "release_thread_arrays_together" "thread_arrays" ForTeam Object(Storage::ThreadStacks);
    StartTeamMemory "start_team_memory" "team_memory" Never Object(Storage::TeamStack);
    EndTeamMemory "end_team_memory" "team_memory" Never Object(Storage::TeamStack);
    StartTasks "start_tasks" "task_pool" ForTeam Object(Storage::Tasks);
    ClaimTasks "claim_tasks" "task_pool" Never Object(Storage::Tasks);
    ReleaseTasks "release_tasks" "task_pool" Never Object(Storage::Tasks);
    ReleaseTasksTogether "release_tasks_together" "task_pool" ForTeam Object(Storage::Tasks);
    StartSchedule "start_schedule" "run_schedule" ForTeam Object(Storage::Schedules);
    ReadySchedule "ready_schedule" "run_schedule" Never Object(Storage::Schedules);
    ForgetOrders "forget_orders" "ordered" Never Object(Storage::Orders);
    LanesBarrier "lanes_barrier" "cuda_barriers" ForTeam Nothing;
    // Regions.
    Fork "fork" "fork" Never Nothing;
    Join "join" "fork" Never Nothing;
    ForkRegion "fork_region" "state" Never Nothing;
    ParallelRegion "parallel_region" "state" Never Nothing;
    RunOrphaned "run_orphaned" "state" Never Nothing;
    RunRegion "run_region" "state" Never Nothing;
    ByFirstThreads "by_first_threads" "teams" Never Nothing;
    BeginSchedule "begin_schedule" "run_schedule" Never Nothing;
    LanesOf "lanes_of" "lanes" Never Nothing;
    // Loops.
    EndOfRows "end_of_rows" "ranges" Never Nothing;
    Split "split" "ranges" Never Nothing;
    TeamsFor "teams_for" "schedules" Never Nothing;
    PackedTeamsFor "packed_teams_for" "schedules" Never Nothing;
    TeamsForStatic "teams_for_static" "schedules" Never Nothing;
    TeamsParts "teams_parts" "schedules" Never Nothing;
    TeamFor "team_for" "schedules" Never Nothing;
    TeamForStatic "team_for_static" "schedules" Never Nothing;
    TeamForDynamic "team_for_dynamic" "work_queues" Never Nothing;
    TeamChunks "team_chunks" "work_queues" Never Nothing;
    Each "each" "schedules" Never Nothing;
    TeamForGuided "team_for_guided" "work_queues" Never Object(Storage::WorkQueues);
    TeamForRuntime "team_for_runtime" "run_schedule" Never Object(Storage::WorkQueues);
    TeamStream "team_stream" "schedules" Never Nothing;
    LeagueFor "league_for" "schedules" ForTeam Nothing;
    LeagueForStatic "league_for_static" "schedules" ForTeam Nothing;
    LeagueStream "league_stream" "schedules" ForTeam Nothing;
    LeagueNest "league_nest" "nests" ForTeam Nothing;
    LeagueNestStream "league_nest_stream" "nests" ForTeam Nothing;
    TeamNest "team_nest" "nests" Never Nothing;
    BeginWorkQueues "begin_work_queues" "work_queues" ForTeam Beginning(Storage::ChunkCounter, Storage::WorkQueues);
    BeginOrdered "begin_ordered" "work_queues" ForTeam Object(Storage::WorkQueues);
    BeginDoacross "begin_doacross" "doacross" ForTeam Object(Storage::Doacross);
    LeaveLast "leave_last" "conditional" ForTeam Object(Storage::LastAssignment);
    // Other worksharing constructs.
    EncounterWorksharing "encounter_worksharing" "worksharing" Never Nothing;
    TeamSections "team_sections" "worksharing" ForTeam Nothing;
    SingleTurn "single_turn" "worksharing" ForTeam Nothing;
    Copyprivate "copyprivate" "worksharing" ForTeam Object(Storage::CopyBuffer);
    Flush "flush" "atomics" Never Nothing;
    // Reductions and scans.
    Fill "fill" "reductions" Never Nothing;
    StartEach "start_each" "reductions" Never Nothing;
    Reduce "reduce" "reductions" ForTeam Nothing;
    ReduceToAll "reduce_to_all" "reductions" ForTeam Nothing;
    ReduceForAll "reduce_for_all" "lanes" ForTeam Nothing;
    ReduceLeague "reduce_league" "league_reductions" ForTeam Object(Storage::ReductionEnd);
    ReduceTeams "reduce_teams" "league_reductions" ForTeam Object(Storage::ReductionEnd);
    ReduceByTurns "reduce_by_turns" "reduction_turns" ForTeam Nothing;
    ReduceTask "reduce_task" "task_groups" Never TasksOfKernel;
    BeginCopy "begin_copy" "array_reductions" ForTeam Nothing;
    HandInCopy "hand_in_copy" "array_reductions" ForTeam Nothing;
    HandInArray "hand_in_array" "array_reductions" ForTeam Nothing;
    ReduceCopies "reduce_copies" "array_reductions" ForTeam Nothing;
    ReduceCopiesLeague "reduce_copies_league" "array_reductions" ForTeam Object(Storage::ReductionEnd);
    InclusiveScan "inclusive_scan" "scans" ForTeam Nothing;
    ExclusiveScan "exclusive_scan" "scans" ForTeam Nothing;
    InclusiveScanLeague "inclusive_scan_league" "league_scans" ForTeam Object(Storage::ScanNumber);
    ExclusiveScanLeague "exclusive_scan_league" "league_scans" ForTeam Object(Storage::ScanNumber);
    // Cancellation.
    BeginCancellation "begin_cancellation" "cancel" ForTeam Object(Storage::Cancels);
    EndCancellation "end_cancellation" "cancel" OneByOne Nothing;
    BeginCancellable "begin_cancellable" "cancel" ForTeam Object(Storage::Cancels);
    EndCancellable "end_cancellable" "cancel" ForTeam Nothing;
    CancelRegion "cancel_region" "cancel" ForTeam Nothing;
    CancelConstruct "cancel_construct" "cancel" ForTeam Nothing;
    CancelTaskgroup "cancel_taskgroup" "task_groups" ForTeam TasksOfKernel;
    CancelUndeferred "cancel_undeferred" "cancel" Never Nothing;
    DiscardsUndeferred "discards_undeferred" "cancel" Never Nothing;
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
    SetDepobj "set_depobj" "task_dependences" Never Nothing;
    UpdateDepobj "update_depobj" "task_dependences" Never Nothing;
    DiscardsTasks "discards_tasks" "task_groups" Never TasksOfKernel;
}

/// A class's row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ClassEntry {
    /// The name in namespace `romp`.
    pub name: &'static str,
    /// The file below `romp/` that defines it, without `.cuh`.
    pub header: &'static str,
    /// Whether its objects are declared `const`.
    pub is_const: bool,
    /// What an object reserves.
    pub reserves: Reserves,
}

macro_rules! device_classes {
    ($($class:ident $name:literal $header:literal $is_const:literal $reserves:expr;)*) => {
        /// A class of the device header of which constructs declare objects.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the table names them")]
        pub enum Class { $($class),* }

        impl Class {
            /// All classes, in the order of the table.
            pub const ALL: &'static [Class] = &[$(Class::$class),*];

            /// The class's row of the table.
            pub fn entry(self) -> ClassEntry {
                match self {
                    $(Class::$class => ClassEntry {
                        name: $name,
                        header: $header,
                        is_const: $is_const,
                        reserves: $reserves,
                    }),*
                }
            }
        }
    };
}

impl Class {
    /// Whether its objects do nothing but tell the checks for races what runs.
    pub fn only_notes(self) -> bool {
        use Class::*;
        matches!(
            self,
            ConcurrentLoop | ConcurrentSequence | UnitOfWork | OwnCode
        )
    }
}

device_classes! {
    // Teams.
    TeamOf "team_of" "teams" true Nothing;
    FirstThreads "first_threads" "teams" true Nothing;
    NestedTeam "nested_team" "teams" true Nothing;
    NestedRegion "nested_region" "state" true Nothing;
    OrphanTeam "orphan_team" "state" true Nothing;
    WaitingOrphanTeam "waiting_orphan_team" "state" true Nothing;
    TeamFrame "team_frame" "team_memory" false Object(Storage::TeamStack);
    NoFrame "no_frame" "state" false Nothing;
    NestedSchedule "nested_schedule" "run_schedule" true Nothing;
    CalledSchedule "called_schedule" "run_schedule" true Nothing;
    // Order.
    CurrentOrder "current_order" "ordered" true Object(Storage::Orders);
    OrderOfCaller "order_of_caller" "ordered" false Object(Storage::Orders);
    Critical "critical" "locks" false Nothing;
    BriefCritical "brief_critical" "locks" false Nothing;
    // Reports to the checks for races.
    ConcurrentLoop "concurrent_loop" "check_notes" true Nothing;
    ConcurrentSequence "concurrent_sequence" "check_notes" true Nothing;
    UnitOfWork "unit_of_work" "check_notes" true Nothing;
    OwnCode "own_code" "check_notes" true Nothing;
    // Copies of variables.
    Conditional "conditional" "conditional" false Nothing;
    ThreadArray "thread_array" "thread_arrays" true Nothing;
    SelectedArray "selected_array" "selected_arrays" false Nothing;
    ThreadCopies "thread_copies" "array_reductions" true Nothing;
    CopyRoom "copy_room" "array_reductions" false Nothing;
    // Tasks.
    Taskgroup "taskgroup" "task_groups" true TasksOfKernel;
    UndeferredGroup "undeferred_group" "cancel" false Nothing;
    TaskVariable "task_variable" "tasks" false TasksOfKernel;
    IncludedTask "included_task" "tasks" true Nothing;
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
            // A macro of the header defines the functions of scans, and adds the suffix.
            let made = format!("ROMP_SCAN_({}, ", name.trim_end_matches("_league"));
            let defined = text.lines().any(|line| {
                let is_comment = line.trim_start().starts_with("//");
                let named = [' ', '&'].map(|before| line.contains(&format!("{before}{name}(")));
                !is_comment && (named.contains(&true) || line.contains(&made))
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
    fn headers_define_the_classes() {
        let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime-cuda/include/romp");
        for class in Class::ALL {
            let ClassEntry { name, header, .. } = class.entry();
            let text = std::fs::read_to_string(headers.join(format!("{header}.cuh"))).unwrap();
            let defined = text.lines().any(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let is_class = |pair: &[&str]| {
                    matches!(pair[0], "struct" | "class") && pair[1].trim_end_matches(';') == name
                };
                !line.trim_start().starts_with("//") && words.windows(2).any(is_class)
            });
            assert!(defined, "{header}.cuh does not define {name}");
        }
    }

    #[test]
    fn the_page_for_readers_names_them_all() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reading-the-output.md");
        let page = std::fs::read_to_string(page).unwrap();
        let words: std::collections::HashSet<&str> = page
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        // `keep` and the like are words of English, too.
        let named = |name: &str| {
            words.contains(name) && (name.contains('_') || page.contains(&format!("romp::{name}")))
        };
        let functions = DeviceFn::ALL.iter().map(|one| one.entry().name);
        let classes = Class::ALL.iter().map(|one| one.entry().name);
        let missing: Vec<&str> = functions
            .chain(classes)
            .filter(|&name| !named(name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
