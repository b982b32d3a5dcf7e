//! The code of a region outside of its parallel regions: what every thread repeats, what one thread does for the team,
//! which regions a master forks, and which of those it forks together.

use crate::analyze::orphans::Needs;
use crate::ir::*;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What the master of a kernel (or of a function) forks and shares.
#[derive(Clone, Debug, Default)]
pub struct ForkJoin {
    /// In the order of the text; a region's number is its index plus one.
    pub regions: Vec<Forked>,
    /// Variables of the sequential part in memory of the team, in the order of declaration.
    pub shared: Vec<VarId>,
    /// Compound literals of the sequential part whose addresses workers may use.
    pub literals: Vec<ExprId>,
    /// What the sequential part calls asks of the team.
    pub needs: Needs,
}

/// A parallel region that the master forks, or several that it forks as one.
#[derive(Clone, Debug)]
pub struct Forked {
    /// The fork stands where this one stands: the last of its parts.
    pub construct: ConstructId,
    pub parts: Vec<ConstructId>,
    /// In front of each part but the first: its threads wait for the part before.
    pub waits: Vec<bool>,
    /// Values that the master broadcasts at the fork.
    pub broadcast: Vec<VarId>,
    /// Variables whose initialiser every worker evaluates for itself, in the order of declaration.
    pub recomputed: Vec<VarId>,
}

impl ForkJoin {
    pub fn is_shared(&self, var: VarId) -> bool {
        self.shared.contains(&var)
    }

    /// The region that a construct belongs to.
    pub fn region_of(&self, construct: ConstructId) -> Option<&Forked> {
        let mut regions = self.regions.iter();
        regions.find(|region| region.parts.contains(&construct))
    }

    pub fn number(&self, construct: ConstructId) -> Option<usize> {
        self.regions
            .iter()
            .position(|region| region.construct == construct)
            .map(|at| at + 1)
    }
}

/// The runs of regions in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    pub runs: Vec<Run>,
}

/// Two regions or more, one after the other.
#[derive(Clone, Debug)]
pub struct Run {
    pub parts: Vec<ConstructId>,
    /// In front of each part but the first: its threads wait for the part before.
    pub waits: Vec<bool>,
    /// In front of each part but the first: no sequential code stands there.
    pub adjoins: Vec<bool>,
}

impl Merged {
    /// The parts whose code stands where `id` does; none where it stands with a later one.
    pub fn parts(&self, id: ConstructId) -> Option<(Vec<ConstructId>, Vec<bool>)> {
        match self.runs.iter().find(|run| run.parts.contains(&id)) {
            None => Some((vec![id], vec![])),
            Some(run) if run.parts.last() == Some(&id) => {
                Some((run.parts.clone(), run.waits.clone()))
            }
            Some(_) => None,
        }
    }

    /// Pairs of neighbours of which the second need not wait for the first, and whether they adjoin.
    pub fn unbarred(&self) -> impl Iterator<Item = (ConstructId, ConstructId, bool)> + '_ {
        self.runs.iter().flat_map(|run| {
            let pairs = run.parts.windows(2).zip(run.waits.iter().zip(&run.adjoins));
            let free = pairs.filter(|(_, (waits, _))| !**waits);
            free.map(|(pair, (_, adjoins))| (pair[0], pair[1], *adjoins))
        })
    }
}

/// How a statement of the sequential part runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Every thread does it, to the same effect.
    Every,
    /// Thread 0 does it, between two barriers.
    Guarded,
    /// It holds constructs: its parts say.
    Parts,
}

/// What constructs mean to the threads of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forks {
    /// All threads run what is inside, each for itself.
    Yes,
    /// What is inside is sequential still.
    No,
    /// A loop whose iterations go to teams: every thread runs the loop, its body is sequential still.
    Dealt,
}

#[derive(Clone, Debug, Default)]
pub struct Sequential {
    pub(in crate::plan) how: BTreeMap<StmtId, How>,
    /// Expressions (conditions, steps) that thread 0 evaluates for all.
    pub(in crate::plan) guarded_exprs: BTreeSet<ExprId>,
    /// Variables of the sequential part that live in shared memory, in the order of declaration.
    pub shared: Vec<VarId>,
    /// Every thread reads memory that guarded or parallel code may write: barriers before these, too.
    pub reads: bool,
    /// There is guarded code; where the first is, and why.
    pub guarded: Option<(Span, &'static str)>,
    /// There is any sequential code besides constructs and their loop control.
    pub any: bool,
}

impl Sequential {
    pub fn how(&self, stmt: StmtId) -> How {
        self.how.get(&stmt).copied().unwrap_or(How::Every)
    }

    pub fn is_guarded_expr(&self, expr: ExprId) -> bool {
        self.guarded_exprs.contains(&expr)
    }

    pub fn is_shared(&self, var: VarId) -> bool {
        self.shared.contains(&var)
    }
}
