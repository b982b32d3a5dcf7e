//! `if` clauses in the words of OpenMP 5.1: a modifier names one construct, and `teams` has no such clause (5.2, 10.2),
//! so that `num_teams` says that there is one team where the condition is false.
//!
//! From the directive alone. Cannot fail.

use crate::omp::{self, ClauseKind, ExprText, ItemText, Leaf};

type Clause = omp::Clause<ExprText, ItemText>;

/// Replaces `if` clauses that older compilers do not know; whether there are any.
pub fn apply(directive: &mut omp::Directive) -> bool {
    let leaves = directive.kind.leaves();
    // Without a modifier the clause applies to these, as in OpenMP 5.1.
    let of_teams_alone = leaves.contains(&Leaf::Teams) && !leaves.iter().any(takes);
    let is_new = |clause: &Clause| match &clause.modifier {
        Some(named) => named.len() > 1 || named.contains(&Leaf::Teams),
        None => of_teams_alone,
    };
    let new = |clause: &Clause| matches!(clause.kind, ClauseKind::If(_)) && is_new(clause);
    let (new, mut clauses): (Vec<Clause>, Vec<Clause>) = directive.clauses.drain(..).partition(new);
    for clause in &new {
        let ClauseKind::If(condition) = &clause.kind else {
            continue;
        };
        let named = clause.modifier.as_deref().unwrap_or(&[Leaf::Teams]);
        for leaf in named {
            match leaf {
                Leaf::Teams => one_team_unless(&mut clauses, condition),
                leaf if takes(leaf) => clauses.push(Clause {
                    modifier: Some(vec![*leaf]),
                    ..clause.clone()
                }),
                _ => {}
            }
        }
    }
    directive.clauses = clauses;
    !new.is_empty()
}

/// Whether a construct has `if` in OpenMP 5.1.
fn takes(leaf: &Leaf) -> bool {
    use Leaf::*;
    matches!(leaf, Target | Parallel | Simd | Task | Taskloop)
}

/// Clauses by which there is one team where the condition is false. Without `num_teams` there may be one in any case.
fn one_team_unless(clauses: &mut Vec<Clause>, condition: &ExprText) {
    let given = clauses
        .iter_mut()
        .find_map(|clause| match &mut clause.kind {
            ClauseKind::NumTeams { lower, upper } => Some((lower, upper)),
            _ => None,
        });
    if let Some((lower, upper)) = given {
        // It is a bound for what the condition asks for.
        *lower = None;
        upper.text = format!("({}) ? {} : 1", condition.text, upper.text);
        return;
    }
    let upper = ExprText {
        span: condition.span,
        text: "1".into(),
    };
    clauses.push(Clause {
        kind: ClauseKind::NumTeams { lower: None, upper },
        span: condition.span,
        modifier: None,
    });
}
