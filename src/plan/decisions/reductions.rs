//! Reductions: what is combined, how much of it, and over which threads (OpenMP 5.2, 5.5.8).

use crate::ir::atomics::Atomic;
use crate::ir::*;
use crate::omp::ReductionOp;

/// Rows of an array from `lower` on; a row is an element of the outermost dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Long {
    /// What is combined: the scalars, or what `declare reduction` is about.
    pub of: QualType,
    pub row: QualType,
    /// Scalars a row.
    pub inner: u64,
    pub lower: Option<ExprId>,
    pub rows: Rows,
    pub copies: Copies,
    /// The item is one variable, and no array.
    pub one: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    Constant(u64),
    Length(ExprId),
    /// Not written down, or not whole rows.
    Unknown,
}

/// Who has a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// Nobody: the originals are updated.
    None,
    /// A team, in shared memory with room for so many elements; the originals where there are more.
    Team { room: u64 },
    /// Each thread, in scratch memory.
    Threads,
    /// Each thread, on its stack: added to the originals atomically, or in turns. In functions, and where the
    /// length is known to the region only.
    Stacks,
}

impl Long {
    /// The number of scalars.
    pub fn constant(&self) -> Option<u64> {
        match self.rows {
            Rows::Constant(rows) => rows.checked_mul(self.inner),
            _ => None,
        }
    }
}

/// The list items of a construct's reduction clauses, combined in one pass.
#[derive(Clone, Debug)]
pub struct Reduction {
    pub items: Vec<Item>,
    pub over: Over,
    /// Wait at the end: something follows that reads the results, or reduces again.
    pub barrier: bool,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub var: VarId,
    pub combine: Combine,
    pub extent: Extent,
    /// The statements that update the elements of a long array, where there is nothing else; they are atomic.
    pub updates: Vec<(StmtId, Atomic)>,
}

impl Item {
    /// It has no copy in registers nor under its own type.
    pub fn is_long(&self) -> bool {
        matches!(self.extent, Extent::Long(_))
    }
}

/// How much of the variable is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Whole,
    /// Elements of an array, or behind a pointer.
    Elements {
        lower: u64,
        count: u64,
        of: QualType,
    },
    /// More of them than a thread keeps for itself.
    Long(Long),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Combine {
    Operator(ReductionOp),
    /// `declare reduction`
    User(ReductionId),
}

/// Whose copies are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// One thread's only.
    Thread,
    /// One task's, which any thread of the team may run.
    Task,
    /// Those of the lanes that run an iteration together: all get the result.
    Lanes,
    /// The same, where only the first lane hands it on.
    FirstLane,
    /// Those of a team's threads.
    Team,
    /// Those of all threads of all teams.
    League,
    /// One of each team.
    Teams,
}

impl Over {
    /// Results of several teams meet in the launch's scratch memory.
    pub fn crosses_teams(self) -> bool {
        matches!(self, Over::League | Over::Teams)
    }
}

/// How many slots the warps of a team have for values of that size (`slots_of` in romp/reductions.cuh).
pub fn slots(bytes: u64) -> u64 {
    if bytes <= 64 { 32 } else { 8 }
}

impl Item {
    /// Bytes of one value of all that is reduced; a long array has none of its own.
    pub fn bytes(&self, program: &Program) -> u64 {
        let size = |ty: TypeId| program.size_of(ty).unwrap_or(16);
        match self.extent {
            Extent::Whole => size(program.vars[self.var].ty.id),
            Extent::Elements { count, of, .. } => size(of.id).saturating_mul(count),
            Extent::Long(_) => 0,
        }
    }
}

impl Reduction {
    /// A team's slot in scratch memory, bytes: enough for the header's layout, whatever the order.
    pub fn bytes_a_team(&self, program: &Program) -> u64 {
        let items = self.items.iter();
        items
            .map(|item| item.bytes(program).next_multiple_of(16))
            .sum()
    }
}
