//! Canonical loops and loop nests (OpenMP 5.2, 4.4.1), and the two phases of a loop with `scan` (5.6). `analyze`
//! finds them in the program; plans and code are made from them.

use super::constants::int_value;
use super::{ConstructId, ExprId, Program, StmtId, VarId};
use crate::source::Span;

/// The relation of a loop's test, as it reads with the iteration variable on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "variants are the relations of C")]
pub enum Test {
    Lt,
    Le,
    Gt,
    Ge,
    Ne,
}

/// One loop of a nest, `for (var = lo; var test hi; var += step)`.
#[derive(Clone, Debug)]
pub struct CanonicalLoop {
    /// The `for` statement.
    pub stmt: StmtId,
    /// The iteration variable.
    pub var: VarId,
    /// Declared in the loop's own init statement.
    pub declared: bool,
    /// Its first value.
    pub lo: ExprId,
    /// The relation that holds while the loop goes on.
    pub test: Test,
    /// The bound.
    pub hi: ExprId,
    /// What each iteration adds.
    pub step: Step,
    /// The body.
    pub body: StmtId,
    /// The place of the whole loop.
    pub span: Span,
}

/// What is added to the iteration variable.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Magnitude as written; none for `++` and `--`.
    pub amount: Option<ExprId>,
    /// Whether the amount is subtracted.
    pub subtract: bool,
    /// The signed value of the step where it is constant.
    pub value: Option<i128>,
}

/// The loops that a construct distributes, outermost first, and the innermost body.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The loops, outermost first.
    pub loops: Vec<CanonicalLoop>,
    /// The body of the innermost one.
    pub body: StmtId,
}

impl CanonicalLoop {
    /// The number of iterations, where bounds and step are constant.
    pub fn constant_trips(&self, program: &Program) -> Option<u128> {
        let (lo, hi) = (int_value(program, self.lo)?, int_value(program, self.hi)?);
        let step = self.step.value?.unsigned_abs();
        let (distance, open) = match self.test {
            Test::Lt => (hi - lo, true),
            Test::Le => (hi - lo, false),
            Test::Gt => (lo - hi, true),
            Test::Ge => (lo - hi, false),
            Test::Ne => return None,
        };
        let last = u128::try_from(if open { distance - 1 } else { distance });
        Some(last.map_or(0, |last| last / step + 1))
    }
}

impl Nest {
    /// The number of iterations of all loops together, where it is constant.
    pub fn constant_trips(&self, program: &Program) -> Option<u128> {
        let mut counts = self.loops.iter().map(|one| one.constant_trips(program));
        counts.try_fold(1u128, |all, one| all.checked_mul(one?))
    }

    /// Where the bounds or the step of a loop use the variable of an outer loop of the nest: the nest is non-rectangular.
    pub fn non_rectangular(&self, program: &Program) -> Option<Span> {
        self.loops.iter().enumerate().find_map(|(depth, inner)| {
            self.loops[..depth].iter().find_map(|outer| {
                let mut bounds = [inner.lo, inner.hi].into_iter().chain(inner.step.amount);
                let bound = bounds.find(|&bound| program.mentions(bound, outer.var))?;
                Some(program.expr(bound).span)
            })
        })
    }

    /// The outer loops of the nest whose variables the bounds of loop `at` use, from the outside in.
    pub fn bounds_use(&self, program: &Program, at: usize) -> Vec<usize> {
        let one = &self.loops[at];
        let uses = |outer: &usize| {
            let var = self.loops[*outer].var;
            program.mentions(one.lo, var) || program.mentions(one.hi, var)
        };
        (0..at).filter(uses).collect()
    }
}

/// The body of a loop with `scan`.
#[derive(Clone, Debug)]
pub struct Phases {
    /// The `scan` directive.
    pub directive: ConstructId,
    /// An iteration sees its own value: the input phase stands first.
    pub inclusive: bool,
    /// The statements before the directive.
    pub before: Vec<StmtId>,
    /// The statements after it.
    pub after: Vec<StmtId>,
}

impl Phases {
    /// The statements of the input phase, which compute each iteration's value.
    pub fn input(&self) -> &[StmtId] {
        if self.inclusive {
            &self.before
        } else {
            &self.after
        }
    }

    /// The statements of the scan phase, which use the prefix.
    pub fn scan(&self) -> &[StmtId] {
        if self.inclusive {
            &self.after
        } else {
            &self.before
        }
    }
}
