//! Directives of OpenMP 5.2 in the words of 5.1, which host compilers know (gcc 12).
//!
//! From directives and the constructs that they became. Each replacement means the same on the host. Cannot fail:
//! what has no older words was refused.

use super::{conditions, imperfect, loops, nests};
use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::emit::source_text::quoted;
use crate::front::Hidden;
use crate::ir::Construct;
use crate::omp::{
    self, ClauseKind, DependKind, DirectiveArgs, DirectiveKind, ExprText, Leaf, shape,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The edits of `begin declare variant`, for functions that the host has, and for those that it does not have.
fn hide(planned: &Planned, hidden: Hidden, edits: &mut Edits) {
    let quote = |pragma: Span| quoted(planned.pre, pragma);
    match hidden {
        Hidden::Block { begin, end } => {
            edits.replace(begin, format!("#if 0 /* {} */", quote(begin)));
            edits.replace(end, format!("#endif /* {} */", quote(end)));
        }
        Hidden::Pragma(pragma) => edits.replace(pragma, format!("/* {} */", quote(pragma))),
        Hidden::Body { open, close } => {
            edits.replace(open, ";\n#if 0 /* a variant replaces it on the host */\n{");
            edits.replace(close, "}\n#endif\n");
        }
    }
}

/// The edits of constructs that are no target constructs, and of `declare simd`.
pub fn edit(planned: &Planned, edits: &mut Edits) {
    for choice in planned.choices.iter().filter(|c| !c.is_construct) {
        let quote = quoted(planned.pre, choice.pragma);
        let text = match &choice.host {
            Some(host) => {
                let host = known(host).unwrap_or_else(|| host.clone());
                format!("#pragma omp {host} /* {quote} */")
            }
            None => format!("/* {quote} */"),
        };
        edits.replace(choice.pragma, text);
    }
    for &hidden in planned.hidden {
        hide(planned, hidden, edits);
    }
    let chosen: BTreeSet<u32> = planned.choices.iter().map(|c| c.pragma.lo).collect();
    let by_place = planned.directives.iter().map(|d| (d.span.lo, d));
    let by_place: BTreeMap<u32, &omp::Directive> = by_place.collect();
    // Apart from each other, in the order of the text.
    let mut made = loops::made(planned);
    made.sort();
    let is_made = |pragma: Span| {
        let behind = made.partition_point(|head| head.lo <= pragma.lo);
        behind > 0 && made[behind - 1].contains(pragma)
    };
    for (_, construct) in planned.program.constructs.iter() {
        if let Some(directive) = by_place.get(&construct.pragma.lo).copied()
            && !replaced_whole(construct)
            && !chosen.contains(&construct.pragma.lo)
            && !is_made(construct.pragma)
        {
            if !loops::on_device(planned, construct.id) && imperfect_nest(planned, directive, edits)
            {
                continue;
            }
            match directive.kind.leaves() {
                [Leaf::Scope] => scope(planned, construct, directive, edits),
                _ => match nests::clauses(
                    planned.program,
                    &planned.plan.nests,
                    construct,
                    &directive.clauses,
                ) {
                    Some(clauses) => {
                        let host = omp::Directive {
                            clauses,
                            ..directive.clone()
                        };
                        let host = known(&host).unwrap_or(host);
                        let quote = quoted(planned.pre, directive.span);
                        edits.replace(directive.span, format!("#pragma omp {host} /* {quote} */"));
                    }
                    None => match previous_iteration(planned, construct, directive) {
                        Some(named) => one(planned, &named, edits),
                        None => one(planned, directive, edits),
                    },
                },
            }
        }
    }
    for directive in planned.directives {
        if directive.kind == DirectiveKind::DeclareSimd
            && !planned.pre.is_system(directive.span.lo as usize)
        {
            one(planned, directive, edits);
        }
    }
    // Of directives that have nothing to do with devices there are no constructs.
    let constructs = planned.program.constructs.values();
    let constructs: BTreeSet<u32> = constructs.map(|c| c.pragma.lo).collect();
    for directive in planned.directives {
        if !constructs.contains(&directive.span.lo)
            && !directive.kind.is_declarative()
            && !chosen.contains(&directive.span.lo)
            && !planned.pre.is_system(directive.span.lo as usize)
        {
            if imperfect_nest(planned, directive, edits) {
                continue;
            }
            let anew = || comma_behind_name(planned, directive).then(|| directive.clone());
            if let Some(known) = known(directive).or_else(anew) {
                edits.replace(directive.span, format!("#pragma omp {known}"));
            }
        }
    }
    unread_nests(planned, &by_place, edits);
}

/// The edits of such nests in functions without device constructs, whose directives are not read otherwise.
fn unread_nests(planned: &Planned, read: &BTreeMap<u32, &omp::Directive>, edits: &mut Edits) {
    let mut at = 0;
    for line in planned.pre.text().split_inclusive('\n') {
        let lo = at;
        at += line.len();
        if !line.starts_with("#pragma") || !line.contains("collapse") {
            continue;
        }
        let line = line.trim_end();
        let span = Span::new(lo, lo + line.len());
        if !read.contains_key(&span.lo)
            && !planned.pre.is_system(lo)
            && let Ok(directive) = omp::parse_unchecked(line, span)
        {
            imperfect_nest(planned, &directive, edits);
        }
    }
}

/// Replaces the directive of a nest with statements between its loops that the host alone executes; whether it is one.
fn imperfect_nest(planned: &Planned, directive: &omp::Directive, edits: &mut Edits) -> bool {
    let Some(host) = imperfect::known(planned.pre.text(), directive) else {
        return false;
    };
    let host = known(&host).unwrap_or(host);
    let quote = quoted(planned.pre, directive.span);
    edits.replace(directive.span, format!("#pragma omp {host} /* {quote} */"));
    true
}

/// The directive with the vector that `omp_cur_iteration - 1` stands for; none where it does not name that.
fn previous_iteration(
    planned: &Planned,
    construct: &Construct,
    directive: &omp::Directive,
) -> Option<omp::Directive> {
    let mut named = directive.clone();
    let mut changed = false;
    for clause in &mut named.clauses {
        let ClauseKind::Doacross {
            source: false,
            current: true,
            ..
        } = clause.kind
        else {
            continue;
        };
        let mut made = construct
            .clauses
            .iter()
            .filter(|one| one.span == clause.span);
        let Some(ClauseKind::Doacross {
            vector: Some(vector),
            ..
        }) = made.next().map(|one| &one.kind)
        else {
            continue;
        };
        let text = loops::expression(planned.program, planned.pre, *vector);
        let span = clause.span;
        clause.kind = ClauseKind::Doacross {
            source: false,
            current: false,
            vector: Some(ExprText { span, text }),
        };
        changed = true;
    }
    changed.then_some(named)
}

/// Whether a comma stands between a directive's name and its first clause, which OpenMP 5.2, 3.1, allows.
fn comma_behind_name(planned: &Planned, directive: &omp::Directive) -> bool {
    let behind = Span {
        lo: directive.name_span.hi,
        ..directive.span
    };
    planned.pre.slice(behind).trim_start().starts_with(',')
}

/// Whether other modules write the construct's whole line.
fn replaced_whole(construct: &Construct) -> bool {
    construct.directive.has(Leaf::Target)
        || construct.directive.is_data()
        || matches!(
            construct.directive,
            DirectiveKind::Atomic | DirectiveKind::Dispatch | DirectiveKind::Interop
        )
        || construct.inscan().is_some()
}

fn one(planned: &Planned, directive: &omp::Directive, edits: &mut Edits) {
    let quote = || quoted(planned.pre, directive.span);
    if directive.kind == DirectiveKind::Unroll {
        // It is only a hint.
        edits.replace(directive.span, format!("/* {} */", quote()));
        return;
    }
    let waits = |c: &omp::Clause<_, _>| matches!(c.kind, ClauseKind::Nowait(_));
    if directive.kind == DirectiveKind::Taskwait && directive.clauses.iter().any(waits) {
        // An empty task with the same dependences (5.2, 15.5).
        let mut task = directive.clone();
        task.kind = DirectiveKind::Construct(vec![Leaf::Task]);
        task.args = DirectiveArgs::None;
        task.clauses.retain(|clause| !waits(clause));
        let task = known(&task).unwrap_or(task);
        let indent = planned.pre.indentation(directive.span);
        let text = format!("#pragma omp {task} /* {} */\n{indent}{{}}", quote());
        edits.replace(directive.span, text);
        return;
    }
    let underscored = planned.pre.slice(directive.name_span).contains('_');
    let anew = underscored || comma_behind_name(planned, directive);
    let known = known(directive).or_else(|| anew.then(|| directive.clone()));
    if let Some(known) = known {
        edits.replace(directive.span, format!("#pragma omp {known}"));
    }
}

/// `scope` with `firstprivate`, which OpenMP 5.1 does not have: a block around the construct's own declares the
/// copies.
fn scope(planned: &Planned, construct: &Construct, directive: &omp::Directive, edits: &mut Edits) {
    let copies: Vec<&str> = directive
        .clauses
        .iter()
        .filter(|c| matches!(c.kind, ClauseKind::Firstprivate { .. }))
        .flat_map(|c| c.items())
        .map(|item| item.text.as_str())
        .collect();
    let (false, Some(body)) = (copies.is_empty(), construct.body) else {
        one(planned, directive, edits);
        return;
    };
    let mut host = known(directive).unwrap_or_else(|| directive.clone());
    host.clauses
        .retain(|clause| !matches!(clause.kind, ClauseKind::Firstprivate { .. }));
    let declared: Vec<String> = copies
        .iter()
        .map(|x| format!("__typeof__({x}) romp_{x} = {x}; __typeof__(romp_{x}) {x} = romp_{x};"))
        .collect();
    let quote = quoted(planned.pre, directive.span);
    let indent = planned.pre.indentation(directive.span);
    edits.replace(
        directive.span,
        format!(
            "#pragma omp {host} /* {quote} */\n{indent}{{ {}",
            declared.join(" ")
        ),
    );
    let span = planned.program.stmt(body).span;
    let last = Span {
        lo: span.hi - 1,
        ..span
    };
    edits.replace(last, format!("{} }}", planned.pre.slice(last)));
}

/// The directive in older words; none where its present words are known.
pub fn known(directive: &omp::Directive) -> Option<omp::Directive> {
    let mut known = directive.clone();
    let mut changed = conditions::apply(&mut known);
    // The host compiler chooses where private copies are: an allocator changes no value.
    known.clauses.retain(|clause| {
        let dropped =
            directive.kind.has(Leaf::Scope) && matches!(clause.kind, ClauseKind::Allocate { .. });
        changed |= dropped;
        !dropped
    });
    for clause in &mut known.clauses {
        let kind = match &clause.kind {
            ClauseKind::Doacross { source: true, .. } => depend(DependKind::Source),
            ClauseKind::Doacross {
                vector: Some(vector),
                ..
            } => depend(DependKind::Sink(vector.clone())),
            // Tasks of one set then wait for each other as well.
            ClauseKind::Depend {
                kind: DependKind::Inoutset,
                iterators,
                items,
            } => ClauseKind::Depend {
                kind: DependKind::Inout,
                iterators: iterators.clone(),
                items: items.iter().map(unshaped).collect(),
            },
            // gcc 12 takes an element for an array section.
            ClauseKind::Depend {
                kind: DependKind::Depobj,
                iterators,
                items,
            } if items.iter().any(|item| !item.dims.is_empty()) => ClauseKind::Depend {
                kind: DependKind::Depobj,
                iterators: iterators.clone(),
                items: items.iter().map(behind_address).collect(),
            },
            ClauseKind::Depend {
                kind,
                iterators,
                items,
            } if items.iter().any(is_shaped) => ClauseKind::Depend {
                kind: kind.clone(),
                iterators: iterators.clone(),
                items: items.iter().map(unshaped).collect(),
            },
            // It says where a task runs best.
            ClauseKind::Affinity { iterators, items } if items.iter().any(is_shaped) => {
                ClauseKind::Affinity {
                    iterators: iterators.clone(),
                    items: items.iter().map(unshaped).collect(),
                }
            }
            // C means it in any case; in 5.1 only `declare simd` has the word.
            ClauseKind::Linear {
                items,
                step,
                kind: Some(kind),
            } if kind == "val" && directive.kind != DirectiveKind::DeclareSimd => {
                ClauseKind::Linear {
                    items: items.clone(),
                    step: step.clone(),
                    kind: None,
                }
            }
            // The argument is the directive's own.
            ClauseKind::Destroy(Some(_)) if directive.kind == DirectiveKind::Depobj => {
                ClauseKind::Destroy(None)
            }
            // It is printed in the order of 5.1.
            ClauseKind::Linear { step: Some(_), .. } => clause.kind.clone(),
            _ => continue,
        };
        clause.kind = kind;
        changed = true;
    }
    changed.then_some(known)
}

fn is_shaped(item: &omp::ItemText) -> bool {
    shape::find(&item.text).is_some()
}

/// A list item of a dependence without its shape: what counts is the address where the array begins (5.2, 15.9.5).
fn unshaped(item: &omp::ItemText) -> omp::ItemText {
    let text = match shape::find(&item.text) {
        Some(shaped) => format!("*({})", &item.text[shaped.operand]),
        None => item.text.clone(),
    };
    omp::ItemText {
        text,
        ..item.clone()
    }
}

/// An element as the object that its address leads to.
fn behind_address(item: &omp::ItemText) -> omp::ItemText {
    let text = match item.dims.is_empty() {
        true => item.text.clone(),
        false => format!("*(&{})", item.text),
    };
    omp::ItemText {
        text,
        ..item.clone()
    }
}

type Kind = ClauseKind<omp::ExprText, omp::ItemText>;

/// `doacross(sink: v)` is `depend(sink: v)` in OpenMP 5.1.
fn depend(kind: DependKind<omp::ExprText>) -> Kind {
    ClauseKind::Depend {
        kind,
        iterators: vec![],
        items: vec![],
    }
}
