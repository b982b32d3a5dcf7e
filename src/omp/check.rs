//! Whether a directive's clauses are allowed together: which, how often, which exclude each other,
//! which are needed.
//!
//! Computes diagnostics from one parsed directive. Must not know names, types or values: that an
//! argument is a positive constant is `sema`'s to see.

use super::allowed;
use super::ast::*;
use super::directives::Needs;
use super::suggest;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

type Found = Vec<Diagnostic>;

/// Everything that is wrong with the clauses of a directive; empty for one that is right.
pub fn check(directive: &Directive) -> Vec<Diagnostic> {
    let mut found = vec![];
    each_allowed(directive, &mut found);
    repeated(directive, &mut found);
    if found.is_empty() {
        modifiers(directive, &mut found);
        exclusive(directive, &mut found);
        needed(directive, &mut found);
        arguments(directive, &mut found);
    }
    found
}

fn wrong(span: Span, message: String) -> Diagnostic {
    Diagnostic::error(Code::ClauseNotAllowed, span, message)
}

fn each_allowed(directive: &Directive, found: &mut Found) {
    let rules = allowed::clauses(&directive.kind);
    let name = directive.kind.name();
    for clause in &directive.clauses {
        let written = clause.kind.name();
        if rules.iter().any(|rule| rule.name == written) {
            continue;
        }
        let text = format!("clause `{written}` is not allowed on `{name}`");
        let mut error = wrong(clause.span, text).says("not allowed here");
        if let Some(why) = allowed::excluded(&directive.kind, written) {
            error = error.note(why);
        } else if matches!(&clause.kind, ClauseKind::UpdateDepobj(_)) {
            error = error.help("`update(type)` is a clause of `depobj`");
        } else {
            let others = allowed::directives_with(written);
            if others.is_empty() {
                error = error.help("remove it");
            } else {
                let others = suggest::one_of(&others);
                let section = allowed::section(written);
                error = error.note(format!(
                    "`{written}` belongs to {others} (section {section})"
                ));
            }
        }
        found.push(error.also(directive.name_span, "on this directive"));
    }
}

fn repeated(directive: &Directive, found: &mut Found) {
    let rules = allowed::clauses(&directive.kind);
    for (at, clause) in directive.clauses.iter().enumerate() {
        let name = clause.kind.name();
        let unique = rules.iter().any(|rule| rule.name == name && rule.unique);
        let before = &directive.clauses[..at];
        // A modifier makes one clause a leaf (6.0): those may differ.
        let first = before
            .iter()
            .find(|other| other.kind.name() == name && other.modifier == clause.modifier);
        if let (true, Some(first)) = (unique, first) {
            let text = format!(
                "at most one `{name}` may stand on `{}`",
                directive.kind.name()
            );
            let error = wrong(clause.span, text).says("the second one");
            found.push(error.also(first.span, "the first one"));
        }
    }
    defaultmaps(directive, found);
    ifs(directive, found);
}

/// One `defaultmap` a category of variables (5.2, 5.8.7).
fn defaultmaps(directive: &Directive, found: &mut Found) {
    let mut seen: Vec<(VariableCategory, Span)> = vec![];
    for clause in &directive.clauses {
        let ClauseKind::Defaultmap { category, .. } = &clause.kind else {
            continue;
        };
        let clash = seen.iter().find(|(other, _)| {
            other == category
                || *other == VariableCategory::All
                || *category == VariableCategory::All
        });
        if let Some((_, first)) = clash {
            let text = "two `defaultmap` clauses speak of the same variables";
            let error = wrong(clause.span, text.into()).says("the second one");
            found.push(error.also(*first, "the first one"));
        }
        seen.push((*category, clause.span));
    }
}

/// At most one `if` a leaf, and none without a name beside those with one (5.2, 3.4).
fn ifs(directive: &Directive, found: &mut Found) {
    let ifs = directive.clauses.iter();
    let ifs: Vec<_> = ifs
        .filter(|c| matches!(c.kind, ClauseKind::If(_)))
        .collect();
    for (at, clause) in ifs.iter().enumerate() {
        let clash = ifs[..at].iter().find(|other| {
            other.modifier.is_none()
                || clause.modifier.is_none()
                || other.modifier == clause.modifier
        });
        if let Some(first) = clash {
            let text = "two `if` clauses apply to the same construct";
            let mut error = wrong(clause.span, text.into()).says("the second one");
            if directive.kind.leaves().len() > 1 {
                error = error.help("name the construct: `if(target: ...)`");
            }
            found.push(error.also(first.span, "the first one"));
        }
    }
}

/// A modifier names a part of the directive that takes the clause (5.2, 3.4).
fn modifiers(directive: &Directive, found: &mut Found) {
    for clause in &directive.clauses {
        let Some(named) = &clause.modifier else {
            continue;
        };
        let name = clause.kind.name();
        let leaves = directive.kind.leaves();
        let takes = allowed::leaves_with(&directive.kind, name);
        let part = leaves.windows(named.len().max(1)).any(|part| part == named);
        if part && named.iter().any(|leaf| takes.contains(leaf)) {
            continue;
        }
        let written = DirectiveKind::Construct(named.clone()).name();
        let text = if part {
            format!("`{name}` does not apply to `{written}`")
        } else {
            format!("`{written}` is no part of `{}`", directive.kind.name())
        };
        let takes: Vec<_> = takes.iter().map(|leaf| leaf.name()).collect();
        let error = wrong(clause.span, text);
        found.push(if takes.is_empty() {
            error
        } else {
            error.help(format!("it can apply to {}", suggest::one_of(&takes)))
        });
    }
}

/// Groups of which at most one clause may stand on the directive.
fn exclusive(directive: &Directive, found: &mut Found) {
    let leaves = directive.kind.leaves().iter().map(|leaf| leaf.row());
    let rows = match directive.kind.row() {
        Some(row) => vec![row],
        None => leaves.collect(),
    };
    for (group, section) in rows.iter().flat_map(|row| row.exclusive) {
        let of_group = directive.clauses.iter();
        let mut of_group = of_group.filter(|clause| group.contains(&clause.kind.name()));
        let Some(first) = of_group.next() else {
            continue;
        };
        if let Some(other) = of_group.find(|other| other.kind.name() != first.kind.name()) {
            let (one, two) = (first.kind.name(), other.kind.name());
            let text = format!("`{two}` excludes `{one}` on the same directive");
            let error = wrong(other.span, text).says("clashes");
            let error = error.also(first.span, "with this one");
            found.push(error.note(format!("OpenMP 5.2, section {section}")));
        }
    }
}

/// Clauses of which at least one must be there.
fn needed(directive: &Directive, found: &mut Found) {
    let name = directive.kind.name();
    let mut error = |text: String| found.push(wrong(directive.name_span, text));
    match directive.kind.row().map(|row| row.needs) {
        None | Some(Needs::Nothing) => {}
        Some(Needs::AnyClause) => {
            if directive.clauses.is_empty() {
                error(format!("`{name}` needs at least one clause"));
            }
        }
        Some(Needs::OneOf(group)) => {
            let mut clauses = directive.clauses.iter();
            if !clauses.any(|clause| group.contains(&clause.kind.name())) {
                error(format!(
                    "`{name}` needs a {} clause",
                    suggest::one_of(group)
                ));
            }
        }
    }
}

/// What one clause's argument makes of another, or of the directive.
fn arguments(directive: &Directive, found: &mut Found) {
    let kind = &directive.kind;
    let name = kind.name();
    let has = |wanted: &str| {
        let mut clauses = directive.clauses.iter();
        clauses.find(|clause| clause.kind.name() == wanted)
    };
    for clause in &directive.clauses {
        match &clause.kind {
            ClauseKind::Map(map) => map_kind(kind, map, clause.span, found),
            ClauseKind::Depend {
                kind: depends,
                items,
                ..
            } => {
                depend_kind(kind, depends, items.len(), clause.span, found);
            }
            ClauseKind::Device { modifier, .. } => {
                let ancestor = *modifier == Some(DeviceModifier::Ancestor);
                if ancestor && !kind.has(Leaf::Target) {
                    let text = format!("`device(ancestor: ...)` is not allowed on `{name}`");
                    found.push(wrong(clause.span, text).note("only on `target` (5.2, 13.2)"));
                }
            }
            ClauseKind::Schedule {
                kind: ScheduleKind::Auto | ScheduleKind::Runtime,
                chunk: Some(_),
                ..
            } => {
                let text = "a `schedule` of `auto` or `runtime` has no chunk size";
                found.push(wrong(clause.span, text.into()));
            }
            ClauseKind::Schedule {
                monotonic: Some(false),
                ..
            } => {
                if let Some(ordered) = has("ordered") {
                    let text = "a `nonmonotonic` schedule excludes `ordered`";
                    let error = wrong(clause.span, text.into());
                    found.push(error.also(ordered.span, "this one"));
                }
            }
            ClauseKind::Ordered(Some(_)) => {
                let other = has("linear").map(|linear| linear.span);
                if let Some(linear) = other {
                    let text = "`ordered` with a number excludes `linear`";
                    found.push(wrong(clause.span, text.into()).also(linear, "this one"));
                } else if kind.has(Leaf::Simd) {
                    let text = format!("`ordered` takes no number on `{name}`");
                    found.push(wrong(clause.span, text));
                }
            }
            ClauseKind::Reduction {
                modifier: Some(modifier),
                ..
            } => {
                reduction_modifier(kind, *modifier, clause.span, found);
                if *modifier == ReductionModifier::Inscan {
                    beside_inscan(directive, clause.span, found);
                }
                if *modifier == ReductionModifier::Task
                    && !kind.has(Leaf::Target)
                    && let Some(nowait) = has("nowait")
                {
                    let text = "`reduction(task, ...)` excludes `nowait`";
                    let error = wrong(nowait.span, text.into()).also(clause.span, "this one");
                    found.push(error.note("OpenMP 5.2, section 5.5.8"));
                }
            }
            ClauseKind::Weak | ClauseKind::Fail(_) if has("compare").is_none() => {
                let text = format!("`{}` needs `compare` beside it", clause.kind.name());
                found.push(wrong(clause.span, text).note("OpenMP 5.2, section 15.8.4"));
            }
            ClauseKind::Nowait(_)
                if *kind == DirectiveKind::Taskwait && has("depend").is_none() =>
            {
                let text = "`taskwait nowait` needs a `depend` clause";
                found.push(wrong(clause.span, text.into()));
            }
            ClauseKind::Lastprivate {
                conditional: true, ..
            } => {
                let leaves = kind.leaves().iter();
                let rules = [(Leaf::Distribute, "11.6"), (Leaf::Taskloop, "12.6")];
                for (leaf, section) in leaves.filter_map(|l| rules.iter().find(|(r, _)| r == l)) {
                    let text =
                        format!("`lastprivate(conditional: ...)` is not allowed on `{name}`");
                    let note = format!("not on `{}`: OpenMP 5.2, section {section}", leaf.name());
                    found.push(wrong(clause.span, text).note(note));
                }
            }
            ClauseKind::Indirect(_) => {
                if let Some(other) = has("device_type")
                    && other.kind != ClauseKind::DeviceType(DeviceTypeArg::Any)
                {
                    let text = "`indirect` needs `device_type(any)`";
                    found.push(wrong(clause.span, text.into()).also(other.span, "this one"));
                }
            }
            _ => {}
        }
    }
    if *kind == DirectiveKind::Flush
        && let (DirectiveArgs::List(_), Some(order)) = (&directive.args, directive.clauses.first())
    {
        let text = "a `flush` with a list takes no memory order";
        found.push(wrong(order.span, text.into()).note("OpenMP 5.2, section 15.8.5"));
    }
}

/// The map types that a directive takes (5.2, 5.8.3; 13.5 to 13.8).
fn map_kind(kind: &DirectiveKind, map: &Map<ExprText, ItemText>, span: Span, found: &mut Found) {
    let Some(written) = map.kind else {
        return;
    };
    let allowed: &[MapKind] = match kind {
        DirectiveKind::TargetEnterData => &[
            MapKind::To,
            MapKind::Tofrom,
            MapKind::Alloc,
            MapKind::Storage,
        ],
        DirectiveKind::TargetExitData => &[
            MapKind::From,
            MapKind::Tofrom,
            MapKind::Release,
            MapKind::Delete,
            MapKind::Storage,
        ],
        _ => &[
            MapKind::To,
            MapKind::From,
            MapKind::Tofrom,
            MapKind::Alloc,
            MapKind::Storage,
        ],
    };
    let delete = map.delete && *kind != DirectiveKind::TargetExitData;
    if allowed.contains(&written) && !delete {
        return;
    }
    // `storage` is 6.0's: it is no misspelling of another word.
    let names = allowed.iter().filter(|kind| **kind != MapKind::Storage);
    let names: Vec<_> = names.map(|kind| kind.name()).collect();
    let written = if delete { "delete" } else { written.name() };
    let text = format!("map type `{written}` is not allowed on `{}`", kind.name());
    let error = wrong(span, text).says("this map type");
    found.push(error.help(format!("allowed are {}", suggest::one_of(&names))));
}

fn depend_kind(
    kind: &DirectiveKind,
    depends: &DependKind<ExprText>,
    items: usize,
    span: Span,
    found: &mut Found,
) {
    let name = kind.name();
    let doacross = matches!(depends, DependKind::Source | DependKind::Sink(_));
    let ordered = *kind == DirectiveKind::OrderedDoacross;
    if doacross != ordered {
        let text = if doacross {
            format!("`depend(source)` and `depend(sink: ...)` are not allowed on `{name}`")
        } else {
            "`ordered` takes `doacross`, or `depend` with `source` or `sink`".to_string()
        };
        found.push(wrong(span, text));
    }
    if *kind == DirectiveKind::Depobj && (*depends == DependKind::Depobj || items != 1) {
        let text = "`depobj` takes one `depend` clause with one variable";
        found.push(wrong(span, text.into()));
    }
}

/// `inscan` and `task` are for some directives only (5.2, 5.5.8).
fn reduction_modifier(
    kind: &DirectiveKind,
    modifier: ReductionModifier,
    span: Span,
    found: &mut Found,
) {
    let leaves = kind.leaves();
    let fits = match modifier {
        ReductionModifier::Default => true,
        ReductionModifier::Inscan => {
            let loops = leaves.contains(&Leaf::For) || leaves.contains(&Leaf::Simd);
            // With `teams distribute parallel for` as an extension.
            let league = leaves.contains(&Leaf::Teams) && leaves.contains(&Leaf::For);
            loops
                && (league || !leaves.contains(&Leaf::Distribute))
                && !leaves.contains(&Leaf::Taskloop)
        }
        ReductionModifier::Task => {
            let tasks = [Leaf::Parallel, Leaf::For, Leaf::Sections, Leaf::Scope];
            let others = [Leaf::Simd, Leaf::Loop, Leaf::Taskloop];
            tasks.iter().any(|leaf| leaves.contains(leaf))
                && !others.iter().any(|leaf| leaves.contains(leaf))
        }
    };
    if !fits {
        let text = format!(
            "reduction modifier `{}` is not allowed on `{}`",
            modifier.name(),
            kind.name()
        );
        found.push(wrong(span, text).note("OpenMP 5.2, section 5.5.8"));
    }
}

/// What `inscan` excludes: reductions without it, and clauses that say which thread executes which iteration (5.2, 5.5.8).
fn beside_inscan(directive: &Directive, inscan: Span, found: &mut Found) {
    let clash = directive.clauses.iter().find(|other| match &other.kind {
        ClauseKind::Reduction { modifier, .. } => *modifier != Some(ReductionModifier::Inscan),
        ClauseKind::Schedule { .. } | ClauseKind::DistSchedule { .. } | ClauseKind::Ordered(_) => {
            true
        }
        _ => false,
    });
    if let Some(other) = clash {
        let text = match &other.kind {
            ClauseKind::Reduction { .. } => {
                "a `reduction` without `inscan` beside one with it".to_string()
            }
            kind => format!("`{}` excludes `reduction(inscan, ...)`", kind.name()),
        };
        let error = wrong(other.span, text).says("clashes");
        let error = error.also(inscan, "with this one");
        found.push(error.note("OpenMP 5.2, section 5.5.8"));
    }
}
