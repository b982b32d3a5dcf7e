//! A `metadirective` whose choice depends on the run (OpenMP 5.2, 7.4), as one directive in which the condition
//! stands.
//!
//! From its variants. They are a chain of `if` and `else`: the highest score first, equal scores in their order. It
//! becomes one directive where all that differs is whether a `target` construct goes to a device, or whether a
//! parallel region has more than one thread. Must not know types.

use super::metadirectives::{Choice, Chosen, Variant, alone};
use super::pragmas::{self, Pragma};
use crate::omp::context::{self, Context, Match};
use crate::omp::{
    Clause, ClauseKind, DefaultSharing, Directive, DirectiveKind, ExprText, ItemText, Leaf,
    ReductionModifier,
};
use std::ops::Range;

/// A link of the chain.
#[derive(Clone)]
struct Link {
    when: When,
    /// The directive; none where nothing is chosen.
    directive: Option<Pragma>,
}

#[derive(Clone, PartialEq)]
enum When {
    /// If this part of the line holds.
    Holds(Range<usize>),
    /// If there is a device: without one, a `target` construct is executed on the host all the same.
    HasDevice,
    Always,
}

impl Link {
    /// The directive's text; empty where it does nothing.
    fn text(&self) -> String {
        let parsed = self.parsed();
        let parsed = parsed.filter(|d| d.kind != DirectiveKind::Nothing);
        parsed.map_or(String::new(), |d| d.to_string())
    }

    fn parsed(&self) -> Option<&Directive> {
        self.directive.as_ref()?.parsed.as_ref().ok()
    }

    fn is_target(&self) -> bool {
        self.parsed().is_some_and(|d| d.kind.has(Leaf::Target))
    }
}

/// Where one directive with `target` is among the variants, whose condition decides whether it goes to a device: the
/// host executes what else is chosen. None where the variants are of another kind.
pub(super) fn of_target(
    pragma: &Pragma,
    line: &str,
    variants: &[Variant],
    host: &Context,
) -> Option<Chosen> {
    let links = chain(pragma, line, variants, host)?;
    let (targets, others): (Vec<Link>, Vec<Link>) =
        links.iter().cloned().partition(Link::is_target);
    let device = targets.first()?;
    if targets.iter().any(|link| link.text() != device.text()) {
        return None;
    }
    if others.iter().any(|link| link.when == When::HasDevice) {
        return None;
    }
    let Truth::If(condition) = truth(&links, line, Link::is_target) else {
        return None;
    };
    let chooses = |clause: &Clause<ExprText, ItemText>| {
        let of_target = clause
            .modifier
            .as_ref()
            .is_none_or(|m| m.contains(&Leaf::Target));
        matches!(clause.kind, ClauseKind::If(_)) && of_target
    };
    if device.parsed()?.clauses.iter().any(chooses) {
        return None;
    }
    let first = others.first()?;
    let other = match others.iter().all(|link| link.text() == first.text()) {
        true => first.parsed().cloned(),
        false => {
            let threads = threads(&others, host)?;
            let Truth::If(text) = truth(&others, line, |link| link.text() == threads.text()) else {
                return None;
            };
            let text = format!("#pragma omp parallel if({text})");
            Some(with_clause(&threads, &text)?.parsed.ok()?)
        }
    };
    Some(Chosen {
        ours: Some(device.directive.clone()?),
        choice: Choice {
            pragma: pragma.span,
            host: other.filter(|d| d.kind != DirectiveKind::Nothing),
            is_construct: true,
            condition: Some(condition),
        },
    })
}

/// Within `target`: a parallel region or none, by one condition, as a parallel region with an `if` clause.
pub(super) fn of_threads(
    pragma: &Pragma,
    line: &str,
    variants: &[Variant],
    context: &Context,
) -> Option<Pragma> {
    let links = chain(pragma, line, variants, context)?;
    let [first, second] = links.as_slice() else {
        return None;
    };
    let When::Holds(at) = &first.when else {
        return None;
    };
    let threads = threads(&links, context)?;
    let is_first = first.text() == threads.text();
    debug_assert!(second.when == When::Always);
    // The clause stands where the condition stands, so that its place is that of the user's text.
    let (open, close) = match is_first {
        true => (" parallel if(", ")"),
        false => (" parallel if(!(", "))"),
    };
    let from = at.start.checked_sub(open.len())?;
    let head = line.find("omp")? + 3;
    let to = at.end + close.len();
    if from < head || to > line.len() {
        return None;
    }
    let mut bytes: Vec<u8> = line.bytes().map(|_| b' ').collect();
    bytes[..head].copy_from_slice(&line.as_bytes()[..head]);
    bytes[from..at.start].copy_from_slice(open.as_bytes());
    bytes[at.clone()].copy_from_slice(&line.as_bytes()[at.clone()]);
    bytes[at.end..to].copy_from_slice(close.as_bytes());
    with_clause(&threads, &String::from_utf8(bytes).ok()?)
}

/// The directive with the `if` clause of a line, which applies to `parallel`.
fn with_clause(link: &Link, line: &str) -> Option<Pragma> {
    let mut made = link.directive.clone()?;
    let directive = made.parsed.as_mut().ok()?;
    let read = pragmas::read(line, made.span)?.parsed.ok()?;
    let mut clause = read.clauses.into_iter().next()?;
    clause.modifier = (directive.kind.leaves().len() > 1).then(|| vec![Leaf::Parallel]);
    directive.clauses.push(clause);
    Some(made)
}

/// Of links of which some do nothing, the others: a parallel region that computes the same with one thread. Its
/// clauses make no private copies, and no parallel region is around it, whose threads could be asked for.
fn threads(links: &[Link], context: &Context) -> Option<Link> {
    let does_nothing = |link: &&Link| {
        let simd = |d: &Directive| d.kind.leaves() == [Leaf::Simd] && d.clauses.is_empty();
        link.text().is_empty() || link.parsed().is_some_and(simd)
    };
    let found = links.iter().find(|link| !does_nothing(link))?;
    let others_are_it = |link: &Link| link.text() == found.text() || does_nothing(&link);
    let directive = found.parsed()?;
    let of_one = |leaf: &Leaf| matches!(leaf, Leaf::Parallel | Leaf::For | Leaf::Simd);
    let shares = |clause: &Clause<ExprText, ItemText>| {
        matches!(
            clause.kind,
            ClauseKind::NumThreads { .. }
                | ClauseKind::Schedule { .. }
                | ClauseKind::Shared(_)
                | ClauseKind::Default(DefaultSharing::Shared | DefaultSharing::None)
                | ClauseKind::Reduction {
                    modifier: None | Some(ReductionModifier::Default),
                    ..
                }
                | ClauseKind::ProcBind(_)
                | ClauseKind::Collapse(_)
        )
    };
    let fits = links.iter().all(others_are_it)
        && directive.kind.has(Leaf::Parallel)
        && directive.kind.leaves().iter().all(of_one)
        && directive.clauses.iter().all(shares)
        && !context.constructs.contains(&Leaf::Parallel);
    fits.then(|| found.clone())
}

/// The variants that may be chosen, the last one always; none where what they depend on is unknown.
fn chain(
    pragma: &Pragma,
    line: &str,
    variants: &[Variant],
    context: &Context,
) -> Option<Vec<Link>> {
    let device = Context {
        constructs: context.constructs.clone(),
        device: true,
    };
    let mut scored: Vec<(u64, When, &Variant)> = vec![];
    let mut otherwise = None;
    for variant in variants {
        let Some(selector) = &variant.selector else {
            otherwise = variant.directive.clone();
            continue;
        };
        let text = &line[selector.clone()];
        let (supposed, when) = match context::matches(text, context) {
            Match::Open(_) => match context::condition(text) {
                Some(at) => {
                    let supposed = format!("{}1{}", &text[..at.start], &text[at.end..]);
                    let at = selector.start + at.start..selector.start + at.end;
                    (context::matches(&supposed, context), When::Holds(at))
                }
                None => (
                    context::matches(&of_target_device(text)?, &device),
                    When::HasDevice,
                ),
            },
            known => (known, When::Always),
        };
        match supposed {
            Match::No => {}
            Match::Yes(score) => scored.push((score, when, variant)),
            Match::Open(_) => return None,
        }
    }
    // Stable: of equal scores the first is chosen.
    scored.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    let last = scored.iter().position(|(_, when, _)| *when == When::Always);
    scored.truncate(last.map_or(scored.len(), |last| last + 1));
    let read = |when: When, range: &Option<Range<usize>>| match range {
        Some(range) => {
            let mut read = pragmas::read(&alone(line, range), pragma.span)?;
            read.parsed.as_mut().ok()?.span = pragma.span;
            let directive = Some(read);
            Some(Link { when, directive })
        }
        None => Some(Link {
            when,
            directive: None,
        }),
    };
    let mut links = vec![];
    for (_, when, variant) in scored {
        links.push(read(when, &variant.directive)?);
    }
    if last.is_none() {
        links.push(read(When::Always, &otherwise)?);
    }
    Some(links)
}

/// The selector of device code for "no device"; none where it names a device.
fn of_target_device(selector: &str) -> Option<String> {
    let other = selector.contains("device_num") || !selector.contains("target_device");
    (!other).then(|| selector.replace("target_device", "device"))
}

/// Whether one of some links of a chain is chosen.
enum Truth {
    Yes,
    No,
    /// If this C expression holds.
    If(String),
}

fn truth(links: &[Link], line: &str, wanted: impl Fn(&Link) -> bool) -> Truth {
    let mut truth = Truth::No;
    for link in links.iter().rev() {
        let text = match &link.when {
            When::Always => {
                truth = if wanted(link) { Truth::Yes } else { Truth::No };
                continue;
            }
            When::HasDevice => "1",
            When::Holds(at) => &line[at.clone()],
        };
        truth = match (wanted(link), truth) {
            (true, Truth::Yes) => Truth::Yes,
            (false, Truth::No) => Truth::No,
            (true, Truth::No) => Truth::If(text.to_string()),
            (false, Truth::Yes) => Truth::If(format!("!({text})")),
            (true, Truth::If(rest)) => Truth::If(format!("({text}) || ({rest})")),
            (false, Truth::If(rest)) => Truth::If(format!("!({text}) && ({rest})")),
        };
    }
    truth
}
