//! Combined target constructs that host compilers of OpenMP 5.1 do not read, as two directives: `target`, and the
//! rest of the leaves on the next line.
//!
//! From the directive and the clauses of its host version. Cannot fail.

use crate::emit::operands::is_word;
use crate::omp::support::support;
use crate::omp::{
    self, Binding, ClauseKind, DimText, DirectiveArgs, DirectiveKind, ExprText, ItemText,
};
use crate::omp::{Leaf, Map, MapKind};
use std::collections::HashSet;

type Clause = omp::Clause<ExprText, ItemText>;

/// The directive that has to stand on a line of its own behind `target`; none where host compilers read the whole
/// directive (gcc 12: `teams`, `parallel [for [simd]]`, `parallel loop` and `simd` only).
pub fn rest(kind: &DirectiveKind, clauses: &[Clause]) -> Option<DirectiveKind> {
    use Leaf::*;
    let rest = match kind.leaves() {
        [Target, rest @ ..] => rest,
        _ => return None,
    };
    let is_read = matches!(
        rest,
        [] | [Teams, ..] | [Simd] | [Parallel] | [Parallel, For, ..] | [Parallel, Loop]
    );
    let alone = rest.is_empty() || is_read && !clauses.iter().any(computes_length);
    (!alone).then(|| DirectiveKind::Construct(rest.to_vec()))
}

/// Whether a reduction's array section has a length that is neither a variable nor a constant: with `target` on the
/// same directive gcc 12 ends with an internal error.
fn computes_length(clause: &Clause) -> bool {
    let sections = clause.items().iter().flat_map(|item| &item.dims);
    let mut lengths = sections.filter_map(|dim| match dim {
        DimText::Section { length, .. } => length.as_ref(),
        DimText::Index(_) => None,
    });
    matches!(clause.kind, ClauseKind::Reduction { .. })
        && lengths.any(|length| !is_word(length.text.trim()))
}

/// `target` and, on the next line, `inner`: each with those clauses of the host version that it allows. `more` are
/// clauses of the inner directive alone.
pub fn split(
    directive: &omp::Directive,
    inner: DirectiveKind,
    clauses: Vec<Clause>,
    more: Vec<Clause>,
) -> String {
    let outer = DirectiveKind::Construct(vec![Leaf::Target]);
    let (mut of_target, mut of_inner) = (vec![], vec![]);
    for clause in clauses {
        let to_target = clause.modifier.as_deref() == Some(&[Leaf::Target]);
        if !to_target && support(&inner, Some(clause.kind.name())).is_translated() {
            of_inner.push(clause);
        } else if support(&outer, Some(clause.kind.name())).is_translated() {
            of_target.push(clause);
        }
    }
    of_target.extend(results(directive, &of_target));
    of_inner.extend(more);
    let with = |kind: DirectiveKind, clauses: Vec<Clause>| omp::Directive {
        kind,
        args: DirectiveArgs::None,
        clauses,
        ..directive.clone()
    };
    format!(
        "{} /* host version */\n#pragma omp {}",
        with(outer, of_target),
        with(inner, of_inner)
    )
}

/// The split form of a construct that is no loop with `scan`.
pub fn of_construct(
    directive: &omp::Directive,
    mut clauses: Vec<Clause>,
    inner: DirectiveKind,
) -> String {
    if inner.leaves() == [Leaf::Loop] {
        // Outside of `teams` a loop of the host can bind only to the thread, or to a parallel region of one.
        clauses.retain(|clause| !matches!(clause.kind, ClauseKind::Bind(_)));
        let bind = Clause {
            kind: ClauseKind::Bind(Binding::Thread),
            span: directive.span,
            modifier: None,
        };
        return split(directive, inner, clauses, vec![bind]);
    }
    split(directive, inner, clauses, vec![])
}

/// A clause by which the values of the inner construct reach the variables outside, which they do by rule with the
/// combined construct.
fn results(directive: &omp::Directive, of_target: &[Clause]) -> Option<Clause> {
    let mapped: HashSet<&str> = of_target
        .iter()
        .filter(|c| matches!(c.kind, ClauseKind::Map(_)))
        .flat_map(|c| c.items())
        .map(|item| item.base.text.as_str())
        .collect();
    let mut items: Vec<ItemText> = vec![];
    for clause in &directive.clauses {
        if !matches!(
            clause.kind,
            ClauseKind::Reduction { .. } | ClauseKind::Lastprivate { .. }
        ) {
            continue;
        }
        for item in clause.items() {
            let whole = item.dims.is_empty();
            if whole && !mapped.contains(item.base.text.as_str()) {
                items.push(item.clone());
            }
        }
    }
    let map = Map::of(MapKind::Tofrom, items);
    (!map.items.is_empty()).then_some(Clause {
        kind: ClauseKind::Map(map),
        span: directive.span,
        modifier: None,
    })
}
