//! How far the addresses that a loop's body accesses move with the loop's own variable, and with those of the loops
//! around it; what the functions access that the body calls, by a summary of each.
//!
//! From the IR: subscripts as sums, variables by what they are assigned. Good for an estimate, no proof of anything.
//! Must not know on which threads the loops run.

mod address;
mod calls;
mod definitions;
mod moves;
mod objects;
mod walk;

pub use self::address::Address;
pub use self::calls::{Open, Summaries, Unknown};
pub use self::objects::Objects;

use self::moves::Moves;
use self::walk::{Depth, Walk};
use super::facts::Facts;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;

/// How far a value moves when a loop goes on to its next iteration: an address in bytes, an integer in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// By so much; zero where it stays.
    By(i64),
    /// Mostly not at all: it is the same for the iterations of a warp, but for a few, and not for all of the loop.
    Rarely,
    /// By a distance that is not known, or by another one in each iteration.
    Unknown,
}

impl Stride {
    /// Neighbouring iterations have the same value.
    pub const NONE: Stride = Stride::By(0);

    fn plus(self, other: Stride) -> Stride {
        match (self, other) {
            (Stride::By(a), Stride::By(b)) => a.checked_add(b).map_or(Stride::Unknown, Stride::By),
            (Stride::Rarely, Stride::NONE | Stride::Rarely) | (Stride::NONE, Stride::Rarely) => {
                Stride::Rarely
            }
            (Stride::Rarely, one) | (one, Stride::Rarely) => one,
            _ => Stride::Unknown,
        }
    }

    /// Of a value that moves by this much for each unit by which another one moves.
    fn per(self, other: Stride) -> Stride {
        match (self, other) {
            (Stride::By(0), _) | (_, Stride::By(0)) => Stride::NONE,
            (Stride::By(_), Stride::By(units)) => self.times(Some(units)),
            (Stride::By(_) | Stride::Rarely, Stride::Rarely) => Stride::Rarely,
            // What steps of one leave as it is, larger ones may not.
            (Stride::Rarely, Stride::By(1 | -1)) => Stride::Rarely,
            _ => Stride::Unknown,
        }
    }

    fn times(self, factor: Option<i64>) -> Stride {
        match (self, factor) {
            (Stride::By(0), _) => Stride::NONE,
            (Stride::Rarely, _) => Stride::Rarely,
            (Stride::By(a), Some(b)) => a.checked_mul(b).map_or(Stride::Unknown, Stride::By),
            _ => Stride::Unknown,
        }
    }

    /// Of a value computed in another way than by sums and products with constants.
    fn blurred(self) -> Stride {
        self.times(None)
    }

    /// Of a value that is one or the other, as of `i > 0 ? i - 1 : 0`: mostly the one that moves.
    fn or(self, other: Stride) -> Stride {
        match (self, other) {
            (one, Stride::NONE) | (Stride::NONE, one) => one,
            (a, b) if a == b => a,
            _ => Stride::Unknown,
        }
    }
}

/// An access to memory.
#[derive(Clone, Debug)]
pub struct Access {
    /// The expression that makes it.
    pub expr: ExprId,
    /// The bytes that it reads or writes.
    pub size: u64,
    /// Whether it writes them.
    pub how: How,
    /// How often an iteration of the innermost of the loops makes it, by an estimate.
    pub times: u64,
    /// Its stride in each of the loops; in the summary of a function, for each unit of each parameter.
    pub along: Vec<Stride>,
    /// The innermost `atomic` construct that it is in.
    pub atomic: Option<ConstructId>,
    /// The call by which it is made; none where it stands in the text that was asked about.
    pub called: Option<Called>,
    /// Its address in an iteration of the innermost of the loops; in the text of a function, in the function's terms.
    pub address: Address,
    /// Where it is made from there, in bytes: in each iteration of loops inside that have few.
    pub repeated: Vec<i64>,
}

/// A call that stands in the text that was asked about, and leads to what stands elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// The call.
    pub call: ExprId,
    /// The function that has the text of what it leads to.
    pub func: FuncId,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "variants say it")]
pub enum How {
    Read,
    Write,
    ReadAndWrite,
    /// Nothing yet: the address is computed, of what is accessed elsewhere, if at all (`&a[i]`).
    Address,
}

impl Access {
    /// Whether neighbouring iterations of a loop access neighbouring memory.
    pub fn is_next(&self, at: usize) -> bool {
        matches!(self.along[at], Stride::By(bytes) if bytes.unsigned_abs() == self.size)
    }

    /// Whether neighbouring iterations of a loop access memory that is neither the same nor next to each other.
    pub fn is_scattered(&self, at: usize) -> bool {
        !matches!(self.along[at], Stride::NONE | Stride::Rarely) && !self.is_next(at)
    }
}

/// The accesses in `stmt`, the body of the last of `loops`; each loop stands in the body of the one before. `own` are
/// variables of which each thread has a copy, which are no memory that threads share sectors of.
pub fn accesses(
    facts: &Facts,
    loops: &[&CanonicalLoop],
    own: &[VarId],
    stmt: StmtId,
) -> Vec<Access> {
    walk(facts, loops, (own, None), stmt, Depth::Text).found
}

/// What a body accesses with the functions that it calls.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// The accesses.
    pub accesses: Vec<Access>,
    /// The calls of which it is not known what they access.
    pub unknown: Vec<Unknown>,
}

/// As [`accesses`], with the accesses of called functions, but for those to `own` that pointers lead to; `objects` says
/// where the region's pointers point.
pub fn reached(
    facts: &Facts,
    loops: &[&CanonicalLoop],
    (own, objects): (&[VarId], Option<&Objects>),
    stmt: StmtId,
) -> Reached {
    let walk = walk(facts, loops, (own, objects), stmt, Depth::Calls);
    Reached {
        accesses: walk.found,
        unknown: walk.unknown,
    }
}

fn walk<'a>(
    facts: &'a Facts<'a>,
    loops: &[&CanonicalLoop],
    own: (&'a [VarId], Option<&'a Objects<'a>>),
    stmt: StmtId,
    depth: Depth,
) -> Walk<'a> {
    let moves = loops.iter().map(|one| Moves::along(facts, one)).collect();
    let bodies = loops.iter().map(|one| one.body).collect();
    let mut walk = Walk::new(facts, moves, bodies, own, depth);
    walk.stmt(stmt);
    walk
}
