//! Tiles that are all of a range: an outer loop over tiles and an inner one over the values of each are one loop over
//! the range.
//!
//! From the bounds, as `tiles` reads them. The inner loop's bound is the least of two: the end of a whole tile, a
//! constant number behind its first value, and a number that is known before the region. The first value is the outer
//! loop's variable, which goes on by that constant up to that number; or it is the constant times the outer loop's
//! variable, which begins with 0. Then the tiles follow each other without gaps, and no iteration is counted that the
//! program does not have.

use super::tiles::Search;
use crate::analyze::footprint;
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Test};
use crate::ir::*;

/// The loop over tiles that goes with one over the values of each.
#[derive(Clone)]
pub(super) struct Whole {
    /// Which of the outer loops.
    pub outer: usize,
    /// The length of a tile.
    pub length: i128,
    /// How tiles follow from the outer loop's variable.
    pub tiles: Tiles,
    /// The bound of the range.
    pub end: ExprId,
}

/// What the outer loop's variable is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tiles {
    /// The first value of a tile.
    First,
    /// The number of a tile.
    Number,
}

/// The least of the end of a whole tile and of the range's bound.
struct Least {
    length: i128,
    end: ExprId,
    /// The program compares `end - first` with the length, so that no sum wraps around.
    by_difference: bool,
}

impl Search<'_> {
    /// The loop of `teams` whose tiles the loop `one` goes through, where they are all of a range.
    pub fn whole(&self, teams: &[CanonicalLoop], one: &CanonicalLoop) -> Option<Whole> {
        let program = self.program;
        let own = program.vars[one.var].ty.id;
        let Type::Int(kind) = *program.types.resolve(own) else {
            return None;
        };
        let least = self.least(one.lo, one.hi)?;
        if one.test != Test::Lt || !one.declared || least.length <= 0 {
            return None;
        }
        let outer = teams
            .iter()
            .position(|outer| self.is_base(one.lo, outer.var))?;
        let loop_of_tiles = &teams[outer];
        let same_type = |e: ExprId| program.types.same(program.expr(e).ty.id, own);
        let alike = program
            .types
            .same(program.vars[loop_of_tiles.var].ty.id, own)
            && loop_of_tiles.declared
            && loop_of_tiles.test == Test::Lt
            && same_type(loop_of_tiles.hi)
            && same_type(least.end);
        if !alike {
            return None;
        }
        let is_first = matches!(program.expr(self.value(one.lo)).kind, ExprKind::Var(_));
        let tiles = match is_first {
            true => Tiles::First,
            false => Tiles::Number,
        };
        let fits = match tiles {
            Tiles::First => {
                loop_of_tiles.step.value == Some(least.length)
                    && same_type(loop_of_tiles.lo)
                    && footprint::same(program, loop_of_tiles.hi, least.end)
                    && (kind.signed() || least.by_difference)
            }
            Tiles::Number => {
                loop_of_tiles.step.value == Some(1)
                    && int_value(program, loop_of_tiles.lo) == Some(0)
                    && self.is_multiple(one.lo, least.length)
                    && kind.signed()
                    && kind.size() == 4
            }
        };
        fits.then_some(Whole {
            outer,
            length: least.length,
            tiles,
            end: least.end,
        })
    }

    /// Whether a value is a variable, or a multiple of it.
    fn is_base(&self, e: ExprId, var: VarId) -> bool {
        let is_var =
            |e: ExprId| matches!(self.program.expr(e).kind, ExprKind::Var(one) if one == var);
        let e = self.value(e);
        is_var(e)
            || match self.program.expr(e).kind {
                ExprKind::Binary {
                    op: BinOp::Mul,
                    lhs,
                    rhs,
                } => is_var(lhs) || is_var(rhs),
                _ => false,
            }
    }

    /// Whether a value is `length` times something.
    fn is_multiple(&self, e: ExprId, length: i128) -> bool {
        match self.program.expr(self.value(e)).kind {
            ExprKind::Binary {
                op: BinOp::Mul,
                lhs,
                rhs,
            } => [lhs, rhs]
                .iter()
                .any(|side| int_value(self.program, *side) == Some(length)),
            _ => false,
        }
    }

    /// `hi` as the least of `lo` and a constant, and of a number that is known before the region.
    fn least(&self, lo: ExprId, hi: ExprId) -> Option<Least> {
        let program = self.program;
        let length = |e: ExprId| self.sum(lo, e).and_then(|by| int_value(program, by));
        let known = |e: ExprId| (self.invariant)(e).then_some(e);
        match program.expr(hi).kind {
            ExprKind::Var(var) => {
                let (init, changes) = self.definition(var)?;
                let other = match changes.as_slice() {
                    [] => return self.least(lo, init),
                    [one] => self.makes_smaller(*one, var)?,
                    _ => return None,
                };
                let found = |sum: ExprId, end: ExprId| {
                    Some(Least {
                        length: length(sum)?,
                        end: known(end)?,
                        by_difference: false,
                    })
                };
                found(init, other).or_else(|| found(other, init))
            }
            ExprKind::Cond {
                cond,
                yes: Some(yes),
                no,
            } => {
                let ExprKind::Binary { op, lhs, rhs } = program.expr(cond).kind else {
                    return None;
                };
                let (less, more) = match op {
                    BinOp::Lt | BinOp::Le => (lhs, rhs),
                    BinOp::Gt | BinOp::Ge => (rhs, lhs),
                    _ => return None,
                };
                // The condition says of what it chooses that it is less.
                let (sum, end) = match length(yes) {
                    Some(_) => (yes, no),
                    None => (no, yes),
                };
                let by = length(sum)?;
                let end = known(end)?;
                let left = |e: ExprId| match program.expr(e).kind {
                    ExprKind::Binary {
                        op: BinOp::Sub,
                        lhs,
                        rhs,
                    } => self.same(lhs, end) && self.same(rhs, lo),
                    _ => false,
                };
                let is_length = |e: ExprId| int_value(program, e) == Some(by);
                let (first, second) = if sum == yes { (sum, end) } else { (end, sum) };
                let by_sum = self.same(less, first) && self.same(more, second);
                let by_difference = match sum == yes {
                    true => is_length(less) && left(more),
                    false => left(less) && is_length(more),
                };
                (by_sum || by_difference).then_some(Least {
                    length: by,
                    end,
                    by_difference: !by_sum,
                })
            }
            _ => None,
        }
    }
}
