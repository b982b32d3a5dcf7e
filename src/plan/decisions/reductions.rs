//! Reductions: what is combined, how much of it, and over which threads (OpenMP 5.2, 5.5.8).

use crate::ir::atomics::Atomic;
use crate::ir::*;
use crate::omp::ReductionOp;

/// A long array: rows from `lower` on. A row is an element of the innermost dimension of variable length; of the
/// outermost dimension where no other is of variable length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Long {
    /// The type of what is combined: scalars, or the type of `declare reduction`.
    pub of: QualType,
    /// The type of a row.
    pub row: QualType,
    /// The type of an element of the array: its extents of variable length count as further rows.
    pub element: QualType,
    /// The number of scalars in a row, which may be 1; none where a row is itself what is combined.
    pub inner: Option<u64>,
    /// The first element; none means 0.
    pub lower: Option<ExprId>,
    /// The number of elements.
    pub rows: Rows,
    /// Where the copies are.
    pub copies: Copies,
    /// Whether the item is a single variable, not an array.
    pub one: bool,
    /// Whether elements have extents of variable length.
    pub varies: bool,
}

/// The number of rows of a long array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// A constant.
    Constant(u64),
    /// The value of an expression.
    Length(ExprId),
    /// The clause does not say it, or names a part of a row.
    Unknown,
}

/// Where copies of a long array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// There are none: threads update the originals.
    None,
    /// In shared memory, a copy for each team, with room for `room` elements; a longer array is updated itself.
    Team {
        /// How many elements have room.
        room: u64,
    },
    /// The same, where several arrays of the construct have lengths that are known at run time only: one behind the
    /// other in one room, as far as they fit.
    Room {
        /// The bytes of the room.
        bytes: u64,
    },
    /// In scratch memory of the launch, a copy for each thread.
    Threads,
    /// On the stacks of threads, added to the originals atomically, or by one thread after the other. In functions,
    /// and where only the region knows the length.
    Stacks,
}

impl Long {
    /// The number of scalars, where it is constant.
    pub fn constant(&self) -> Option<u64> {
        match self.rows {
            Rows::Constant(rows) if !self.varies => rows.checked_mul(self.inner.unwrap_or(1)),
            _ => None,
        }
    }
}

/// The list items of a construct's reduction clauses, combined in one pass.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The list items.
    pub items: Vec<Item>,
    /// Whose copies are combined.
    pub over: Over,
    /// Whether teams add their results to the originals one after the other, not the last one those of all: where a
    /// team may come to the construct again, or to another one, before the others have come.
    pub by_turns: bool,
    /// Whether threads wait at the end, since code follows that reads the results, or reduces again.
    pub barrier: bool,
}

/// A list item of a reduction.
#[derive(Clone, Debug)]
pub struct Item {
    /// The variable that it names, or is a part of.
    pub var: VarId,
    /// How two values are combined.
    pub combine: Combine,
    /// How much of the variable is reduced.
    pub extent: Extent,
    /// Where the body does nothing with the long array but update its elements: the statements that do, as atomic
    /// operations.
    pub updates: Vec<(StmtId, Atomic)>,
    /// Whether code finds the elements of a thread's copy by comparison with each element's number.
    pub selected: bool,
}

impl Item {
    /// Whether it is a long array, of which threads have no copy in registers.
    pub fn is_long(&self) -> bool {
        matches!(self.extent, Extent::Long(_))
    }
}

/// How much of the variable is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The whole variable.
    Whole,
    /// Some elements of an array, or behind a pointer.
    Elements {
        /// The index of the first one.
        lower: u64,
        /// Their number.
        count: u64,
        /// Their type.
        of: QualType,
    },
    /// More elements than a thread keeps in registers.
    Long(Long),
}

/// How two values are combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Combine {
    /// By an operator of OpenMP.
    Operator(ReductionOp),
    /// By a `declare reduction`.
    User(ReductionId),
}

/// Whose copies a reduction combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The copy of one thread: there is no other.
    Thread,
    /// The copy of one task, which any thread of the team may execute.
    Task,
    /// The copies of the lanes that execute an iteration together; all of them get the result.
    Lanes,
    /// The copies of these lanes, where only the first lane needs the result.
    FirstLane,
    /// The copies of a team's threads.
    Team,
    /// The copies of all threads of all teams.
    League,
    /// A copy of each team.
    Teams,
}

impl Over {
    /// Whether results of several teams are combined, in the launch's scratch memory.
    pub fn crosses_teams(self) -> bool {
        matches!(self, Over::League | Over::Teams)
    }
}

/// How many slots for values of that size the warps of a team have (`slots_of` in romp/reductions.cuh).
pub fn slots(bytes: u64) -> u64 {
    if bytes <= 64 { 32 } else { 8 }
}

impl Item {
    /// The size, in bytes, of one value of all that is reduced; long arrays do not count.
    pub fn bytes(&self, program: &Program) -> u64 {
        let size = |ty: TypeId| program.size_of(ty).unwrap_or(16);
        match self.extent {
            Extent::Whole => size(program.vars[self.var].ty.id),
            Extent::Elements { count, of, .. } => size(of.id).saturating_mul(count),
            Extent::Long(_) => 0,
        }
    }

    /// The alignment, in bytes, of one value of it.
    fn alignment(&self, program: &Program) -> u64 {
        let of = match self.extent {
            Extent::Elements { of, .. } => of.id,
            Extent::Whole | Extent::Long(_) => program.vars[self.var].ty.id,
        };
        program.align_of(of).unwrap_or(16)
    }
}

impl Reduction {
    /// The size, in bytes, of a team's slot in scratch memory: enough for the header's layout, whatever the order of
    /// the items.
    pub fn bytes_a_team(&self, program: &Program) -> u64 {
        let items = self.items.iter();
        let unit = items.map(|item| item.alignment(program)).fold(16, u64::max);
        let items = self.items.iter();
        items
            .map(|item| item.bytes(program).next_multiple_of(unit))
            .sum()
    }
}
