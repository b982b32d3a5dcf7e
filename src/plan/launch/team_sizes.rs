//! How many threads execute each parallel region of a kernel, once its mode is known. The number of teams, and of
//! threads in a launch, is in `launch/shape.rs`.
//!
//! From the clauses of the constructs that fork and the launch shape. Where the launch gives every region the size
//! that it asks for, a region has all threads; elsewhere each region has a size of its own (OpenMP 5.2, 10.1.1).

use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::launch::{MASTER, WARP};
use crate::plan::decisions::loops::{Obstacle, Spread};
use crate::plan::decisions::steps::{Lowering, Parallel, Step, TeamSize};
use crate::plan::planner::{MAX_BLOCK, Planner};

/// The largest number of workers: a warp is the master's.
pub const MOST_WORKERS: u32 = MAX_BLOCK - WARP;

/// Adds a `Parallel` step in front of a loop that forks by itself.
pub(in crate::plan) fn fork_first(lowering: &mut Lowering, team: TeamSize) {
    if lowering
        .steps
        .iter()
        .any(|step| matches!(step, Step::Parallel(_)))
    {
        return;
    }
    let parallel = Parallel::of(team);
    lowering.steps.insert(0, Step::Parallel(parallel));
}

impl Planner<'_> {
    /// Gives each parallel region its number of threads, and the launch a thread for the master where there is one.
    pub(in crate::plan) fn assign_team_sizes(&mut self, mode: Mode) {
        let fork_join = mode == Mode::ForkJoin;
        if fork_join {
            self.shape.block = self.shape.block.min(MOST_WORKERS);
            // As many as a launch asks for that is the first to know the number.
            let known = self.shape.block.max(self.open_size().unwrap_or(0));
            let workers = known.min(MOST_WORKERS);
            self.shape.max_block = workers.next_multiple_of(WARP) + MASTER;
            self.barriers = true;
        }
        for id in self.parallels.clone() {
            let team = if self.sized {
                self.team_size(&self.program.constructs[id])
            } else {
                TeamSize::All
            };
            let Some(lowering) = self.lowerings.get_mut(&id) else {
                continue;
            };
            let whole = team == TeamSize::All && !fork_join;
            let league =
                |step: &Step| matches!(step, Step::Loop(one) if one.spread == Spread::League);
            if !whole && lowering.steps.iter().any(league) {
                fork_first(lowering, team);
            }
            for step in &mut lowering.steps {
                if let Step::Parallel(parallel) = step {
                    parallel.team = team;
                    // Threads of the block that are not in the region must not begin the next one.
                    parallel.join_barrier |= !whole && !fork_join;
                    self.barriers |= parallel.join_barrier;
                }
            }
        }
    }

    /// The most threads that `num_threads` may ask for, where only the launch knows how many it does.
    fn open_size(&self) -> Option<u32> {
        let constant = |e: &ExprId| constants::int_value(self.program, *e).is_some();
        let open =
            self.shape.threads.is_some_and(|e| !constant(&e)) || self.shape.largest.is_some();
        open.then_some(self.shape.max_block)
    }

    fn team_size(&self, construct: &Construct) -> TeamSize {
        let program = self.program;
        let threads = construct.num_threads();
        let condition = construct.parallel_if();
        let constant = threads.map(|n| constants::int_value(program, n));
        match (constant, condition) {
            (None, None) => TeamSize::All,
            (Some(Some(n)), None) if self.shape.limit.is_none() => {
                let most = i128::from(self.shape.block);
                TeamSize::Constant(n.clamp(1, most) as u32)
            }
            _ => TeamSize::Asked { threads, condition },
        }
    }

    /// Warnings about regions that one thread executes though nothing in the program asks for that.
    pub(in crate::plan) fn serialised(&self) -> Vec<Diagnostic> {
        let program = self.program;
        let mut found = vec![];
        for id in &self.nested {
            let construct = &program.constructs[*id];
            if construct.asks_for_one_thread(program) {
                continue;
            }
            let warning = Diagnostic::warning(
                Code::Serialised,
                construct.pragma,
                "this parallel region is nested in another one: one thread runs it",
            );
            found.push(match self.obstacles.get(id) {
                Some(&obstacle) => self.kept_from_lanes(warning, construct, obstacle),
                None => {
                    warning.help("`collapse` the loops into one, or use `simd` for the inner one")
                }
            });
        }
        found
    }

    /// Says what keeps the lanes of a warp from the loop of a nested region: the clause by its name, where it is one
    /// of the region or of a construct around it.
    fn kept_from_lanes(
        &self,
        warning: Diagnostic,
        construct: &Construct,
        (place, why): Obstacle,
    ) -> Diagnostic {
        let program = self.program;
        let around = program
            .enclosing(construct)
            .map(|id| &program.constructs[id]);
        let mut clauses = std::iter::once(construct)
            .chain(around)
            .flat_map(|one| &one.clauses);
        let clause = clauses.find(|clause| clause.span == place);
        let why = format!("the lanes of a warp do not share its loop: {why}");
        let warning = match place == construct.pragma {
            true => warning.note(why),
            false => warning.also(place, why),
        };
        let warning = match clause {
            Some(clause) => warning.help(format!(
                "leave `{}` out, which keeps the lanes of a warp from the loop",
                clause.kind.name()
            )),
            None => warning,
        };
        warning.help("where nothing stands between the two loops, `collapse` makes one of them, whose iterations threads share")
    }
}
