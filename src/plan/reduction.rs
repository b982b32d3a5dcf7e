//! What a construct's reduction clauses combine, and over which threads (OpenMP 5.2, 5.5.8).
//!
//! From the clauses and the spread of the construct's iterations. Any construct with the clause gets a
//! [`Step::Reduce`] around what its threads run; `place` puts it there.

use super::{LoopPlan, Spread, Step};
use crate::analyze::sharing;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf, ReductionModifier, ReductionOp};
use crate::source::Span;

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
}

#[derive(Clone, Debug)]
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

/// The reductions of `construct`, `over` yet to be decided; none where it has no such clause.
pub fn of(program: &Program, construct: &Construct) -> Result<Option<Reduction>, Vec<Diagnostic>> {
    let mut items: Vec<Item> = vec![];
    let mut errors = vec![];
    for (at, clause) in construct.clauses.iter().enumerate() {
        let (op, modifier, list) = match &clause.kind {
            ClauseKind::Reduction {
                op,
                modifier,
                items,
            } => (op, modifier, items),
            ClauseKind::InReduction { .. } => {
                errors.push(
                    Diagnostic::error(
                        Code::NotYet,
                        clause.span,
                        "task reductions are not translated yet",
                    )
                    .help("combine with `reduction` on the construct inside"),
                );
                continue;
            }
            _ => continue,
        };
        if let Some(modifier @ (ReductionModifier::Inscan | ReductionModifier::Task)) = modifier {
            let word = match modifier {
                ReductionModifier::Inscan => "inscan",
                _ => "task",
            };
            errors.push(
                Diagnostic::error(
                    Code::NotYet,
                    clause.span,
                    format!("the reduction modifier `{word}` is not translated yet"),
                )
                .help("compute the partial results in a loop of their own"),
            );
            continue;
        }
        for (index, item) in list.iter().enumerate() {
            let user = construct
                .user_reductions
                .iter()
                .find(|used| used.clause == at && used.item == index);
            let combine = match user {
                Some(used) => Combine::User(used.what),
                None => Combine::Operator(op.clone()),
            };
            match check(program, construct, item, &combine) {
                Ok(var) => items.push(Item { var, combine }),
                Err(error) => errors.push(*error),
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok((!items.is_empty()).then_some(Reduction {
        items,
        over: Over::Team,
        barrier: false,
    }))
}

/// The variable that an item is, where it can be combined.
fn check(
    program: &Program,
    construct: &Construct,
    item: &ListItem,
    combine: &Combine,
) -> Result<VarId, Box<Diagnostic>> {
    let not_yet = |message: String, help: &str| {
        Box::new(
            Diagnostic::error(Code::NotYet, item.span, message)
                .also(construct.pragma, "in this construct")
                .help(help),
        )
    };
    let ItemKind::Var(var) = item.kind else {
        return Err(not_yet(
            format!(
                "the reduction of `{}`, a part of a variable, is not translated yet",
                item.text
            ),
            "reduce a variable of its own and add it to the element behind the region",
        ));
    };
    let v = &program.vars[var];
    if let Some(outer) = private_outside(program, construct, var) {
        return Err(Box::new(
            Diagnostic::error(
                Code::DataSharing,
                item.span,
                format!(
                    "each thread has a `{}` of its own: there is no original to reduce into",
                    v.name
                ),
            )
            .also(outer, "in this parallel region")
            .note("OpenMP 5.2, section 5.5.8")
            .help("declare the variable outside of the parallel region, where it is shared"),
        ));
    }
    if program.types.is_array(v.ty.id) {
        return Err(not_yet(
            format!(
                "the reduction of the array `{}` is not translated yet",
                v.name
            ),
            "reduce scalars, or update the elements with `atomic`",
        ));
    }
    if let Combine::User(user) = combine {
        return Err(Box::new(
            Diagnostic::error(
                Code::NotYet,
                item.span,
                "reductions of `declare reduction` are not translated yet",
            )
            .also(program.reductions[*user].span, "declared here")
            .help("reduce the members one by one with an operator"),
        ));
    }
    let ty = program.types.resolve(v.ty.id);
    let known = match ty {
        Type::Bool | Type::Enum(_) => true,
        Type::Int(kind) => kind.size() <= 8,
        Type::Float(kind) => matches!(kind, FloatKind::Float | FloatKind::Double),
        _ => false,
    };
    if !known || v.ty.quals.is_atomic {
        return Err(not_yet(
            format!(
                "the reduction of `{}`, which has type `{}`, is not translated yet",
                v.name,
                program.describe(v.ty)
            ),
            "reduce a variable of an integer type of at most 64 bits, `float` or `double`",
        ));
    }
    Ok(var)
}

/// The parallel region around a worksharing construct in which `var` is private to its threads.
fn private_outside(program: &Program, construct: &Construct, var: VarId) -> Option<Span> {
    let leaves = construct.directive.leaves();
    let shares_work = leaves.iter().any(|leaf| {
        matches!(leaf, Leaf::For | Leaf::Sections | Leaf::Scope) || *leaf == Leaf::Loop
    });
    if !shares_work || leaves.contains(&Leaf::Parallel) || leaves.contains(&Leaf::Teams) {
        return None;
    }
    let inside = |outer: &Construct, span: Span| {
        outer.body.is_some_and(|body| {
            let body = program.stmt(body).span;
            body.lo <= span.lo && span.hi <= body.hi
        })
    };
    let around = program.constructs.iter().map(|(_, outer)| outer);
    let innermost = around
        .filter(|outer| outer.directive.has(Leaf::Parallel) && inside(outer, construct.pragma))
        .max_by_key(|outer| outer.pragma.lo)?;
    let v = &program.vars[var];
    let own = inside(innermost, v.span) && v.storage.is_local()
        || sharing::privatised(program, innermost)
            .iter()
            .any(|(one, _)| *one == var);
    own.then_some(innermost.pragma)
}

/// A team's slot in scratch memory, bytes: enough for the header's layout, whatever the order.
pub fn bytes_a_team(program: &Program, reduction: &Reduction) -> u64 {
    let size = |item: &Item| program.size_of(program.vars[item.var].ty.id).unwrap_or(16);
    reduction
        .items
        .iter()
        .map(|item| size(item).next_multiple_of(16))
        .sum()
}

/// Puts the reduction among a construct's steps: around what the threads run whose copies it combines.
/// `outermost`: the construct is the region, nothing follows.
pub fn place(
    construct: &Construct,
    steps: &mut Vec<Step>,
    mut reduction: Reduction,
    outermost: bool,
) -> Over {
    let own_teams = construct.directive.has(Leaf::Teams);
    let own_target = construct.directive.has(Leaf::Target);
    let spread = steps.iter_mut().find_map(|step| match step {
        Step::Loop(LoopPlan {
            spread, barrier, ..
        }) => {
            // The results come behind the loop, and the barrier behind them.
            *barrier = false;
            Some(*spread)
        }
        _ => None,
    });
    let fork = steps
        .iter()
        .position(|step| matches!(step, Step::Parallel(_)));
    reduction.over = match spread {
        Some(Spread::League) if own_teams || own_target => Over::League,
        Some(Spread::Teams) if own_teams => Over::Teams,
        None if own_teams => Over::Teams,
        Some(Spread::Thread | Spread::Teams) => Over::Thread,
        _ => Over::Team,
    };
    reduction.barrier = reduction.over == Over::Team && !outermost;
    let over = reduction.over;
    let at = match over {
        Over::Teams => 0,
        _ => fork.map_or(0, |fork| fork + 1),
    };
    steps.insert(at, Step::Reduce(reduction));
    over
}

/// A fork that waits at its end, as each does that a master forks, spares the reduction's barrier.
pub fn join_once(steps: &mut [Step], fork_join: bool) {
    let joins = steps
        .iter()
        .any(|step| matches!(step, Step::Parallel(parallel) if parallel.join_barrier || fork_join));
    for step in steps {
        if let Step::Reduce(reduction) = step {
            reduction.barrier &= !joins;
        }
    }
}

/// Variables whose originals one thread of the sequential part updates for all: of constructs that run on
/// one thread inside of it.
pub fn updated_in_place(construct: &Construct) -> Vec<VarId> {
    // Over the teams: nothing in the region sees the original.
    if construct.directive.has(Leaf::Teams)
        || !matches!(construct.directive, DirectiveKind::Construct(_))
    {
        return vec![];
    }
    let clauses = construct.clauses.iter();
    clauses
        .filter(|c| matches!(c.kind, ClauseKind::Reduction { .. }))
        .flat_map(|c| c.kind.items())
        .filter_map(|item| item.var())
        .collect()
}
