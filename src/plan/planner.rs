//! What is known of a region while it is planned: the facts, and the decisions so far.
//!
//! The files of `constructs`, `launch`, `lanes` and `mode` hold its methods, each for one subject.

use crate::analyze::facts::Facts;
use crate::analyze::orphans::Needs;
use crate::analyze::sharing::DeviceData;
use crate::analyze::tasks::deferral::TaskRegions;
use crate::diag::{Code, Diagnostic};
use crate::ir::nests::Nest;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};
use crate::plan::decisions::launch::Shape;
use crate::plan::decisions::loops::Obstacle;
use crate::plan::decisions::note::Note;
use crate::plan::decisions::reductions::Long;
use crate::plan::decisions::sequential::Fused;
use crate::plan::decisions::steps::Lowering;
use crate::sizes;
use crate::source::Span;
use std::collections::BTreeMap;

/// The threads of a team where no clause determines them.
pub const DEFAULT_BLOCK: u32 = sizes::USUAL_THREADS as u32;

/// The threads of a team that the launch may choose instead, where all of the region is one loop of medium length
/// (the runtime's `shape`).
pub(in crate::plan) const LARGER_BLOCK: u32 = sizes::LARGER_TEAM as u32;

/// The threads of a team where results of teams are combined: fewer teams have fewer results.
pub(in crate::plan) const REDUCTION_BLOCK: u32 = 256;

/// The threads of a team where each team has a copy of an array.
pub(in crate::plan) const COPY_BLOCK: u32 = 512;

/// The threads of a team where one scan goes over all teams: a tile must be worth the time that teams wait for each
/// other.
pub(in crate::plan) const SCAN_BLOCK: u32 = 512;

/// The most threads that the launch gives a team where teams are few and their size is open (the runtime's
/// `shape/open.rs`): a thread of such a kernel may have 128 registers, where twice as many threads would leave it 64.
pub(in crate::plan) const LARGE_BLOCK: u32 = sizes::LARGEST as u32;

/// The threads of the only team of a region without `teams`.
pub(in crate::plan) const ONE_TEAM_BLOCK: u32 = 1024;

/// The most threads that a block has on any architecture.
pub(in crate::plan) const MAX_BLOCK: u32 = 1024;

/// The surroundings in which a construct stands.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Context {
    /// It stands in a parallel region.
    pub(in crate::plan) parallel: bool,
    /// It stands in a loop of the sequential part: something may follow.
    pub(in crate::plan) in_loop: bool,
    /// No code of the region follows.
    pub(in crate::plan) tail: bool,
    /// Not all threads of the team encounter it, or each encounters it for a part of the work.
    pub(in crate::plan) alone: bool,
    /// The loop around it has an `ordered` clause.
    pub(in crate::plan) ordered: bool,
    /// It stands in a function, outside of the function's own parallel regions: which team executes it is not known.
    pub(in crate::plan) function: bool,
}

impl Context {
    /// The surroundings of the sequential part's own code.
    pub(in crate::plan) const SEQUENTIAL: Context = Context {
        parallel: false,
        in_loop: false,
        tail: true,
        alone: false,
        ordered: false,
        function: false,
    };

    /// The surroundings of a block that one thread of the team executes.
    pub(in crate::plan) fn alone(self) -> Context {
        Context {
            tail: false,
            alone: true,
            ordered: false,
            ..self
        }
    }

    /// Whether the threads of the team wait for each other where a worksharing construct ends (5.2, 15.3.2): not under
    /// `nowait`, nor where the region ends, too, which waits itself.
    pub(in crate::plan) fn waits_at_end(self, construct: &Construct) -> bool {
        self.parallel && !construct.nowait() && !self.tail
    }

    /// The surroundings in a region that a construct forks, or that its thread executes alone.
    pub(in crate::plan) fn forked(self, construct: &Construct) -> Context {
        let leaves = construct.directive.leaves().iter();
        let mut own = leaves.filter(|leaf| !matches!(leaf, Leaf::Target | Leaf::Teams));
        let is_parallel_alone = own.next() == Some(&Leaf::Parallel) && own.next().is_none();
        Context {
            parallel: true,
            function: false,
            alone: !is_parallel_alone,
            ordered: ordered(construct),
            ..self
        }
    }
}

pub(in crate::plan) struct Planner<'a> {
    pub(in crate::plan) program: &'a Program,
    pub(in crate::plan) facts: &'a Facts<'a>,
    /// What called functions need of the team.
    pub(in crate::plan) needs: Needs,
    pub(in crate::plan) data: &'a DeviceData,
    pub(in crate::plan) lowerings: BTreeMap<ConstructId, Lowering>,
    pub(in crate::plan) errors: Vec<Diagnostic>,
    pub(in crate::plan) notes: Vec<String>,
    pub(in crate::plan) reasons: Vec<Note>,
    /// The adjacent regions that one fork can run.
    pub(in crate::plan) fused: Fused,
    pub(in crate::plan) shape: Shape,
    /// The constructs that fork, in the order of the text.
    pub(in crate::plan) parallels: Vec<ConstructId>,
    pub(in crate::plan) league_loops: Vec<Nest>,
    pub(in crate::plan) team_loops: Vec<Nest>,
    pub(in crate::plan) barriers: bool,
    /// How many `single` constructs without a barrier have been planned.
    pub(in crate::plan) singles: u32,
    /// How many loops with a work queue have been planned.
    pub(in crate::plan) queued_loops: u32,
    /// Whether the distribution of some loop is observable: then explicit static schedules are followed exactly
    /// everywhere.
    pub(in crate::plan) exact: bool,
    pub(in crate::plan) num_teams_given: bool,
    /// Regions that are nested in others, and so have one thread each.
    pub(in crate::plan) nested: Vec<ConstructId>,
    /// What keeps the lanes of a warp from inner loops.
    pub(in crate::plan) obstacles: BTreeMap<ConstructId, Obstacle>,
    /// Whether each region has a size of its own, since the launch cannot give all of them what they ask for.
    pub(in crate::plan) sized: bool,
    /// The bytes of results that each team leaves for the others to combine.
    pub(in crate::plan) scratch: u64,
    /// The long arrays of which each thread has a copy in scratch memory.
    pub(in crate::plan) copies: Vec<Long>,
    /// Whether threads have copies of long arrays on their stacks.
    pub(in crate::plan) stack_copies: bool,
    /// The bytes of shared memory that the team's copies of arrays take.
    pub(in crate::plan) team_copies: u64,
    /// The regions of a kernel whose threads execute tasks of each other.
    pub(in crate::plan) task_regions: TaskRegions,
    /// The place of a loop with `scan` in the sequential part.
    pub(in crate::plan) scan_alone: Option<Span>,
    /// Whether one scan goes over all teams.
    pub(in crate::plan) scan_of_league: bool,
    /// Whether the code is a function's body: constructs without `parallel` bind to the caller's team and fork
    /// nothing.
    pub(in crate::plan) function: bool,
}

pub(in crate::plan) fn has_leaf_below(program: &Program, id: ConstructId, leaf: Leaf) -> bool {
    let construct = &program.constructs[id];
    let mut found = construct.directive.has(leaf);
    if let Some(body) = construct.body {
        program.walk_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                found |= program.constructs[inner].directive.has(leaf);
            }
        });
    }
    found
}

/// The `if` clause that applies to a `teams` leaf (5.2, 10.2). One without a modifier on a combined construct applies
/// to its other leaves only, as in OpenMP 5.1, where `teams` has no such clause.
pub(in crate::plan) fn teams_if(construct: &Construct) -> Option<ExprId> {
    let has = |leaf| construct.directive.has(leaf);
    let others = has(Leaf::Target) || has(Leaf::Parallel) || has(Leaf::Simd);
    let mut clauses = construct.clauses.iter();
    clauses.find_map(|c| match (&c.kind, &c.modifier) {
        (ClauseKind::If(cond), Some(leaves)) if leaves.contains(&Leaf::Teams) => Some(*cond),
        (ClauseKind::If(cond), None) if has(Leaf::Teams) && !others => Some(*cond),
        _ => None,
    })
}

/// Whether clauses of the region say how many teams there are.
pub(in crate::plan) fn num_teams(program: &Program, id: ConstructId) -> bool {
    let number = |c: &Clause| matches!(c.kind, ClauseKind::NumTeams { .. });
    let given = |c: &Construct| c.clauses.iter().any(number) || teams_if(c).is_some();
    let construct = &program.constructs[id];
    let mut found = given(construct);
    if let Some(body) = construct.body {
        program.walk_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                found |= given(&program.constructs[inner]);
            }
        });
    }
    found
}

impl<'a> Planner<'a> {
    pub(in crate::plan) fn new(facts: &'a Facts<'a>, data: &'a DeviceData) -> Planner<'a> {
        Planner {
            program: facts.program,
            facts,
            needs: Needs::default(),
            data,
            lowerings: BTreeMap::new(),
            errors: vec![],
            notes: vec![],
            reasons: vec![],
            fused: Fused::default(),
            shape: Shape::default(),
            parallels: vec![],
            league_loops: vec![],
            team_loops: vec![],
            barriers: false,
            singles: 0,
            queued_loops: 0,
            exact: false,
            num_teams_given: false,
            nested: vec![],
            obstacles: BTreeMap::new(),
            sized: false,
            scratch: 0,
            copies: vec![],
            stack_copies: false,
            team_copies: 0,
            scan_alone: None,
            scan_of_league: false,
            function: false,
            task_regions: TaskRegions::default(),
        }
    }
}

pub(in crate::plan) fn not_yet(construct: &Construct) -> Diagnostic {
    Diagnostic::error(
        Code::UnsupportedPlace,
        construct.pragma,
        format!(
            "`{}` in a target region is not translated yet",
            construct.name()
        ),
    )
    .note("docs/support.md lists what is")
}

/// Whether the loop has the clause `ordered` without a number.
pub fn ordered(construct: &Construct) -> bool {
    let is = |c: &Clause| matches!(c.kind, ClauseKind::Ordered(None));
    construct.clauses.iter().any(is)
}
