//! Which directive stands in which: checks the rules of nesting for every directive of the unit, those of host code
//! included.
//!
//! Knows directives and where they stand; must not know names and types.

use crate::diag::{Code, Diagnostic, Suggestion};
use crate::front::{Role, Unit};
use crate::omp::{
    Binding, ClauseKind, DeviceModifier, Directive, DirectiveArgs, DirectiveKind, Leaf, nesting,
};
use crate::source::Span;

/// The errors for everything that is nested where it may not be.
pub(super) fn check(unit: &Unit) -> Vec<Diagnostic> {
    let mut found = vec![];
    for (index, directive) in unit.directives.iter().enumerate() {
        let is_statement = unit
            .sites
            .get(index)
            .is_some_and(|site| site.role != Role::Declarative);
        if is_statement {
            let around = enclosing(unit, index);
            found.extend(check_one(&around, directive));
        }
    }
    found
}

/// The directives around one, outermost first.
fn enclosing(unit: &Unit, index: usize) -> Vec<&Directive> {
    let mut around = vec![];
    let mut next = unit.sites[index].parent;
    while let Some(parent) = next {
        if around.len() > unit.directives.len() {
            break;
        }
        around.extend(unit.directives.get(parent));
        next = unit.sites.get(parent).and_then(|site| site.parent);
    }
    around.reverse();
    around
}

fn check_one(around: &[&Directive], directive: &Directive) -> Option<Diagnostic> {
    let kinds: Vec<&DirectiveKind> = around.iter().map(|d| &d.kind).collect();
    let is_cancel = matches!(
        directive.kind,
        DirectiveKind::Cancel | DirectiveKind::CancellationPoint
    );
    let mut rule = nesting::check(&kinds, &directive.kind);
    if is_cancel && rule.is_none() {
        rule = match directive.args {
            DirectiveArgs::Cancels(what, _) => nesting::check_cancel(&kinds, Some(what)),
            DirectiveArgs::CancelsTaskgroup(_) => nesting::check_cancel(&kinds, None),
            _ => None,
        };
    }
    let concurrent = around.last().is_some_and(|outer| {
        outer.clauses.iter().any(|c| {
            matches!(
                c.kind,
                ClauseKind::Order {
                    concurrent: true,
                    ..
                }
            )
        })
    });
    if concurrent && rule.is_none() {
        rule = nesting::check_concurrent(&directive.kind);
    }
    if rule.is_none() && directive.kind == DirectiveKind::Ordered {
        rule = ordered(around, directive);
    }
    let by_rule = |rule: nesting::Rule| {
        let outer = rule.outer.and_then(|at| around.get(at));
        let section = format!("OpenMP 5.2, section {}", rule.section);
        broken(directive, rule.message, section, outer.copied())
    };
    if let Some(rule) = rule {
        return Some(by_rule(rule));
    }
    if let Some(rule) = unbound_loop(&kinds, directive) {
        let help =
            "write `bind(teams)`, `bind(parallel)` or `bind(thread)`: callers do not decide it";
        return Some(by_rule(rule).help(help));
    }
    if let Some((bind, rule)) = bound_loop(&kinds, directive) {
        let found = rebound(&kinds, directive, bind)
            .into_iter()
            .fold(by_rule(rule), Diagnostic::suggest);
        return Some(match wants_threads_of_outer(&kinds, directive) {
            true => found.help("to have threads share its iterations, write `distribute` instead of the outer `loop`, and `parallel loop` here"),
            false => found,
        });
    }
    twice(around, directive)
}

/// `ordered simd` stands in loops of lanes, any other `ordered` in loops of threads (5.2, 17.1).
fn ordered(around: &[&Directive], directive: &Directive) -> Option<nesting::Rule> {
    let has = |wanted: &ClauseKind<_, _>| directive.clauses.iter().any(|c| c.kind == *wanted);
    let (simd, threads) = (has(&ClauseKind::Simd), has(&ClauseKind::Threads));
    let at = around.iter().rposition(|outer| {
        outer.kind.has(Leaf::For) || outer.kind.has(Leaf::Simd) || outer.kind.has(Leaf::Parallel)
    })?;
    let outer = &around[at].kind;
    let lanes = outer.has(Leaf::Simd);
    let (fits, needed) = match (simd, threads) {
        // An iteration of a `for` around a `simd` construct would execute a region for each lane (15.10.2).
        (true, true) => (lanes && outer.has(Leaf::For), "a `for simd` construct"),
        (true, false) => (lanes, "a `simd` or `for simd` construct"),
        (false, _) => (!lanes, "a `for` construct without `simd`"),
    };
    let word = match (simd, threads) {
        (true, true) => "ordered threads simd",
        (true, false) => "ordered simd",
        (false, _) => "ordered",
    };
    (!fits).then(|| nesting::Rule {
        message: format!("`{word}` must be closely nested in {needed}"),
        section: "17.1",
        outer: Some(at),
    })
}

/// The rule that a `loop` in a function breaks that says nothing of its binding region (5.2, 11.7).
fn unbound_loop(kinds: &[&DirectiveKind], directive: &Directive) -> Option<nesting::Rule> {
    let mut clauses = directive.clauses.iter();
    let unbound = directive.kind.leaves() == [Leaf::Loop]
        && !clauses.any(|c| matches!(c.kind, ClauseKind::Bind(_)));
    (unbound && kinds.is_empty()).then(|| nesting::Rule {
        message: "a `loop` that stands in no other construct needs a `bind` clause".into(),
        section: "11.7",
        outer: None,
    })
}

/// The place of the `bind` clause and the rule that a `loop` breaks whose binding region is not there (5.2, 11.7 and
/// 17.1).
fn bound_loop(kinds: &[&DirectiveKind], directive: &Directive) -> Option<(Span, nesting::Rule)> {
    let leaves = directive.kind.leaves();
    if leaves.last() != Some(&Leaf::Loop) {
        return None;
    }
    let (clause, bind) = directive.clauses.iter().find_map(|c| match c.kind {
        ClauseKind::Bind(bind) => Some((c, bind)),
        _ => None,
    })?;
    let rule = match bind {
        Binding::Teams if !leaves.contains(&Leaf::Teams) => {
            let outer = kinds.last()?;
            (outer.leaves().last() != Some(&Leaf::Teams)).then(|| nesting::Rule {
                message: "`loop bind(teams)` must be strictly nested in `teams`".into(),
                section: "11.7",
                outer: Some(kinds.len() - 1),
            })
        }
        // The loop is nested in the leaf with which its directive combines it: each team of a `teams loop` would
        // execute all of it.
        Binding::Parallel => {
            let combined = DirectiveKind::Construct(leaves[..leaves.len() - 1].to_vec());
            let mut kinds = kinds.to_vec();
            if leaves.len() > 1 {
                kinds.push(&combined);
            }
            let shares = DirectiveKind::Construct(vec![Leaf::For]);
            let mut rule = nesting::check(&kinds, &shares)?;
            // What else may stand there has no place in a message that is about the binding.
            let broken = rule.message.split(';').next().unwrap_or_default();
            rule.message = broken.replace("`for` may", "`loop bind(parallel)` may");
            Some(rule)
        }
        _ => None,
    };
    rule.map(|rule| (clause.span, rule))
}

/// Whether a `loop` asks for threads of a team that share the iterations of a `loop` around it already.
fn wants_threads_of_outer(kinds: &[&DirectiveKind], directive: &Directive) -> bool {
    let mut clauses = directive.clauses.iter();
    let of_threads = clauses.any(|c| matches!(c.kind, ClauseKind::Bind(Binding::Parallel)));
    let innermost = kinds.last().and_then(|outer| outer.leaves().last());
    of_threads
        && directive.kind.leaves() == [Leaf::Loop]
        && innermost == Some(&Leaf::Loop)
        && kinds.iter().any(|outer| outer.has(Leaf::Teams))
}

/// Bindings that a `loop` may have where it stands, for a person to choose (5.2, 11.7.1).
fn rebound(kinds: &[&DirectiveKind], directive: &Directive, bind: Span) -> Vec<Suggestion> {
    let leaves = directive.kind.leaves();
    let before = &leaves[..leaves.len() - 1];
    let innermost = before
        .last()
        .or(kinds.last().and_then(|outer| outer.leaves().last()));
    let to = |binding: Binding| {
        let (word, how) = match binding {
            Binding::Teams => ("teams", "the teams share its iterations"),
            Binding::Parallel => ("parallel", "the threads of the team share its iterations"),
            Binding::Thread => ("thread", "the thread that encounters it executes all of it"),
        };
        let title = format!("write `bind({word})`: {how}");
        Suggestion::new(title, bind, format!("bind({word})")).maybe()
    };
    match innermost {
        Some(Leaf::Teams) => vec![to(Binding::Teams)],
        Some(Leaf::Parallel) => vec![to(Binding::Parallel), to(Binding::Thread)],
        _ => vec![to(Binding::Thread)],
    }
}

/// Rules that depend on arguments: `critical` in `critical` of the same name, `target` in `target`.
fn twice(around: &[&Directive], directive: &Directive) -> Option<Diagnostic> {
    if directive.kind == DirectiveKind::Critical {
        let name = critical_name(directive);
        let outer = around
            .iter()
            .find(|d| d.kind == DirectiveKind::Critical && critical_name(d) == name)?;
        let message = match name {
            Some(name) => format!("`critical({name})` within itself waits for itself"),
            None => "`critical` within `critical` waits for itself".to_owned(),
        };
        let section = "OpenMP 5.2, section 15.2".to_owned();
        return Some(broken(directive, message, section, Some(outer)));
    }
    if directive.kind.has(Leaf::Target) {
        let outer = around.iter().find(|d| d.kind.has(Leaf::Target))?;
        let ancestor = directive.clauses.iter().any(|c| {
            matches!(
                c.kind,
                ClauseKind::Device {
                    modifier: Some(DeviceModifier::Ancestor),
                    ..
                }
            )
        });
        if !ancestor {
            let message = format!("`{}` may not stand within `target`", directive.kind.name());
            let section = "OpenMP 5.2, section 13.8".to_owned();
            return Some(broken(directive, message, section, Some(outer)));
        }
    }
    None
}

fn critical_name(directive: &Directive) -> Option<&str> {
    match &directive.args {
        DirectiveArgs::Name(name, _) => Some(name),
        _ => None,
    }
}

fn broken(
    directive: &Directive,
    message: String,
    section: String,
    outer: Option<&Directive>,
) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(Code::Nesting, directive.name_span, message);
    if let Some(outer) = outer {
        diagnostic = diagnostic.also(outer.name_span, format!("`{}` is here", outer.kind.name()));
    }
    diagnostic.note(section)
}
