//! The sequential part of a region, which is its code outside of parallel regions: what every thread repeats, what
//! one thread does for the team, which regions a master forks, and which of those are fused into one fork.

use crate::analyze::orphans::Needs;
use crate::ir::*;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What the master of a kernel (or of a function) forks, and what it shares with the workers.
#[derive(Clone, Debug, Default)]
pub struct ForkJoin {
    /// The regions in the order of the text; the number of a region is its index plus one.
    pub regions: Vec<Forked>,
    /// Variables of the sequential part that lie in the team's memory, in the order of declaration.
    pub shared: Vec<VarId>,
    /// Compound literals of the sequential part whose addresses workers may use.
    pub literals: Vec<ExprId>,
    /// What functions that the sequential part calls need of the team.
    pub needs: Needs,
}

/// A parallel region that the master forks, or several that are fused into one fork.
#[derive(Clone, Debug)]
pub struct Forked {
    /// The construct at whose place the fork stands: the last of the parts.
    pub construct: ConstructId,
    /// The regions that it consists of, in the order of the text.
    pub parts: Vec<ConstructId>,
    /// For each part but the first: whether the threads wait before it, until all have ended the part before.
    pub waits: Vec<bool>,
    /// Variables whose values the master broadcasts at the fork.
    pub broadcast: Vec<VarId>,
    /// Variables whose initialiser every worker evaluates for itself, in the order of declaration.
    pub recomputed: Vec<VarId>,
}

impl ForkJoin {
    /// Whether a variable of the sequential part lies in the team's memory.
    pub fn is_shared(&self, var: VarId) -> bool {
        self.shared.contains(&var)
    }

    /// The forked region that the construct is a part of.
    pub fn region_of(&self, construct: ConstructId) -> Option<&Forked> {
        let mut regions = self.regions.iter();
        regions.find(|region| region.parts.contains(&construct))
    }

    /// The number of the region that is forked at this construct's place; none where none is.
    pub fn number(&self, construct: ConstructId) -> Option<usize> {
        self.regions
            .iter()
            .position(|region| region.construct == construct)
            .map(|at| at + 1)
    }
}

/// The regions that are fused, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Fused {
    /// Each sequence of regions that are fused.
    pub runs: Vec<Run>,
}

/// A sequence of two adjacent regions or more.
#[derive(Clone, Debug)]
pub struct Run {
    /// The regions.
    pub parts: Vec<ConstructId>,
    /// For each part but the first: whether the threads wait before it, until all have ended the part before.
    pub waits: Vec<bool>,
    /// For each part but the first: whether no sequential code stands between it and the part before.
    pub adjoins: Vec<bool>,
}

impl Fused {
    /// The regions whose code stands at the place of `id`, and where their threads wait; none where its code stands
    /// at the place of a later region.
    pub fn parts(&self, id: ConstructId) -> Option<(Vec<ConstructId>, Vec<bool>)> {
        match self.runs.iter().find(|run| run.parts.contains(&id)) {
            None => Some((vec![id], vec![])),
            Some(run) if run.parts.last() == Some(&id) => {
                Some((run.parts.clone(), run.waits.clone()))
            }
            Some(_) => None,
        }
    }

    /// The pairs of adjacent regions between which threads need not wait, and whether no sequential code stands
    /// between the two.
    pub fn unbarred(&self) -> impl Iterator<Item = (ConstructId, ConstructId, bool)> + '_ {
        self.runs.iter().flat_map(|run| {
            let pairs = run.parts.windows(2).zip(run.waits.iter().zip(&run.adjoins));
            let free = pairs.filter(|(_, (waits, _))| !**waits);
            free.map(|(pair, (_, adjoins))| (pair[0], pair[1], *adjoins))
        })
    }
}

/// Which threads execute a statement of the sequential part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Every thread, all with the same result.
    Every,
    /// Thread 0, between two barriers.
    Guarded,
    /// Each of its parts says it, since it holds constructs.
    Parts,
}

/// What a construct means for the threads of a team that encounter it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forks {
    /// It forks: each thread executes what is inside as its own.
    Yes,
    /// It does not fork: what is inside is sequential code as well.
    No,
    /// Its iterations are distributed to teams: every thread runs the loop, and its body is sequential code.
    Distributed,
}

/// The plan of the sequential part where all threads of the team execute it.
#[derive(Clone, Debug, Default)]
pub struct Sequential {
    pub(in crate::plan) how: BTreeMap<StmtId, How>,
    /// Expressions (conditions, steps) that thread 0 evaluates for all threads.
    pub(in crate::plan) guarded_exprs: BTreeSet<ExprId>,
    /// Variables of the sequential part that lie in shared memory, in the order of declaration.
    pub shared: Vec<VarId>,
    /// Parallel constructs from whose reductions every thread gets the results, since the variables are replicated.
    pub for_all: BTreeSet<ConstructId>,
    /// Whether every thread reads memory that guarded or parallel code may write, so that a barrier stands before
    /// such code, too.
    pub reads: bool,
    /// The first guarded statement; none where none is.
    pub guarded: Option<Guard>,
    /// Whether there is any sequential code besides constructs and the control of loops.
    pub any: bool,
}

impl Sequential {
    /// Which threads execute a statement.
    pub fn how(&self, stmt: StmtId) -> How {
        self.how.get(&stmt).copied().unwrap_or(How::Every)
    }

    /// Whether thread 0 evaluates the expression for all threads.
    pub fn is_guarded_expr(&self, expr: ExprId) -> bool {
        self.guarded_exprs.contains(&expr)
    }

    /// Whether a variable of the sequential part lies in shared memory.
    pub fn is_shared(&self, var: VarId) -> bool {
        self.shared.contains(&var)
    }
}

/// A statement that thread 0 executes alone.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// The place of the statement.
    pub place: Span,
    /// Why not every thread can repeat it.
    pub why: Unrepeatable,
}

/// Why not every thread can repeat a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrepeatable {
    /// What it calls is not known.
    Unknown,
    /// It stores to memory, or its calls have side effects.
    Effects,
    /// It changes this variable of the team.
    Changes(VarId),
    /// It declares this variable, which threads of the team share.
    Declares(VarId),
}

impl Unrepeatable {
    /// As messages say it of the statement.
    pub fn text(self, program: &Program) -> String {
        let name = |var: VarId| &program.vars[var].name;
        match self {
            Unrepeatable::Unknown => "it may call anything".into(),
            Unrepeatable::Effects => "it writes memory or calls something with side effects".into(),
            Unrepeatable::Changes(var) => format!(
                "it changes `{}`, which the threads of the team share",
                name(var)
            ),
            Unrepeatable::Declares(var) => {
                format!("the threads of the team share `{}`", name(var))
            }
        }
    }
}
