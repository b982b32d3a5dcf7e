//! The clauses with modifiers that steer execution: dependences, schedules, devices, counts.
//!
//! Computes one [`ClauseKind`] from what stands in a clause's parentheses. Must not know the
//! directive.

use super::clause::TextClause;
use super::data::non_empty;
use super::list::*;
use super::modifier::*;
use crate::omp::ast::*;
use crate::omp::suggest;

/// Dependence types of `depend` and `update` (5.2, 15.9.1).
pub const DEPENDENCES: [(&str, DependKind<ExprText>); 5] = [
    ("in", DependKind::In),
    ("out", DependKind::Out),
    ("inout", DependKind::Inout),
    ("mutexinoutset", DependKind::Mutexinoutset),
    ("inoutset", DependKind::Inoutset),
];

/// ```text
/// depend([iterator(...),] dependence-type: locator-list)                     (5.2, 15.9.5)
/// depend(source) | depend(sink: vector)                                      (deprecated in 5.2)
/// depend(depobj: list)
/// ```
pub fn depend(run: Run) -> Parsed<TextClause> {
    let clause = |kind, iterators, items| ClauseKind::Depend {
        kind,
        iterators,
        items,
    };
    if run.text() == "source" {
        return Ok(clause(DependKind::Source, vec![], vec![]));
    }
    let Some((before, rest)) = run.split_colon() else {
        let known = DEPENDENCES.map(|(name, _)| name);
        let error = run.error("`depend` has no dependence type");
        let types = suggest::one_of(&known);
        return Err(error.help(format!("write `depend(type: list)` with type {types}")));
    };
    let (mut iterator, mut kind) = (None, None);
    for modifier in modifiers(before)? {
        let word = modifier.word;
        match word.text() {
            "iterator" => once(&mut iterator, iterators(modifier.args()?)?, word)?,
            "source" if rest.is_empty() => once(&mut kind, DependKind::Source, word)?,
            "sink" => once(&mut kind, DependKind::Sink(non_empty(rest)?), word)?,
            "depobj" => once(&mut kind, DependKind::Depobj, word)?,
            name => match DEPENDENCES.iter().find(|(known, _)| *known == name) {
                Some((_, found)) => {
                    modifier.bare()?;
                    once(&mut kind, found.clone(), word)?;
                }
                None => {
                    let mut known = DEPENDENCES.map(|(name, _)| name).to_vec();
                    known.extend(["depobj", "sink", "source"]);
                    return Err(unknown_word(word, "dependence type", &known));
                }
            },
        }
    }
    let iterators = iterator.unwrap_or_default();
    match kind {
        None => Err(before.error("`depend` has no dependence type")),
        Some(DependKind::Source | DependKind::Sink(_)) if !iterators.is_empty() => {
            Err(before.error("`source` and `sink` take no iterator"))
        }
        Some(kind @ (DependKind::Source | DependKind::Sink(_))) => {
            Ok(clause(kind, iterators, vec![]))
        }
        Some(kind) => Ok(clause(kind, iterators, list(rest)?)),
    }
}

/// ```text
/// doacross(source: [omp_cur_iteration]) | doacross(sink: vector)             (5.2, 15.9.6)
/// ```
pub fn doacross(run: Run) -> Parsed<TextClause> {
    let Some((before, rest)) = run.split_colon() else {
        return Err(run
            .error("`doacross` has no dependence type")
            .help("write `doacross(source:)` or `doacross(sink: vector)`"));
    };
    let types = [("source", true), ("sink", false)];
    let source = word(before, "dependence type of `doacross`", &types)?;
    if !source && rest.is_empty() {
        return Err(rest.error("`sink` needs an iteration vector"));
    }
    let words: String = rest.text().split_whitespace().collect();
    let current = match source {
        true => words == "omp_cur_iteration",
        false => words == "omp_cur_iteration-1",
    };
    if source && !current && !rest.is_empty() {
        return Err(rest.error("`source` takes nothing, or `omp_cur_iteration`"));
    }
    let vector = match current || rest.is_empty() {
        true => None,
        false => Some(non_empty(rest)?),
    };
    Ok(ClauseKind::Doacross {
        source,
        current,
        vector,
    })
}

/// ```text
/// affinity([iterator(...):] locator-list)                                    (5.2, 12.5.1)
/// ```
pub fn affinity(run: Run) -> Parsed<TextClause> {
    let mut its = None;
    let mut items = run;
    if let Some((before, rest)) = run.split_colon() {
        for modifier in modifiers(before)? {
            match modifier.word.text() {
                "iterator" => once(&mut its, iterators(modifier.args()?)?, modifier.word)?,
                _ => return Err(unknown_word(modifier.word, "modifier", &["iterator"])),
            }
        }
        items = rest;
    }
    Ok(ClauseKind::Affinity {
        iterators: its.unwrap_or_default(),
        items: list(items)?,
    })
}

/// ```text
/// device([device-modifier:] expression)                                      (5.2, 13.2)
/// device-modifier: ancestor | device_num
/// ```
pub fn device(run: Run) -> Parsed<TextClause> {
    let (modifier, device) = match run.split_colon() {
        None => (None, run),
        Some((before, rest)) => {
            let known = [
                ("ancestor", DeviceModifier::Ancestor),
                ("device_num", DeviceModifier::DeviceNum),
            ];
            (Some(word(before, "device modifier", &known)?), rest)
        }
    };
    Ok(ClauseKind::Device {
        modifier,
        device: expr(device)?,
    })
}

/// ```text
/// schedule([ordering-modifier [, ordering-modifier]:] kind [, chunk])        (5.2, 11.5.3)
/// ordering-modifier: monotonic | nonmonotonic | simd
/// ```
pub fn schedule(run: Run) -> Parsed<TextClause> {
    let (mut monotonic, mut simd, mut rest) = (None, false, run);
    if let Some((before, after)) = run.split_colon() {
        for modifier in modifiers(before)? {
            let word = modifier.word;
            modifier.bare()?;
            match word.text() {
                "simd" => once_flag(&mut simd, word)?,
                "monotonic" | "nonmonotonic" if monotonic.is_some() => {
                    return Err(word.error("the order of iterations is given twice"));
                }
                "monotonic" => monotonic = Some(true),
                "nonmonotonic" => monotonic = Some(false),
                _ => {
                    let known = ["monotonic", "nonmonotonic", "simd"];
                    return Err(unknown_word(word, "schedule modifier", &known));
                }
            }
        }
        rest = after;
    }
    let (kind, chunk) = split_first_comma(rest);
    let kind = word(
        kind,
        "schedule kind",
        &[
            ("static", ScheduleKind::Static),
            ("dynamic", ScheduleKind::Dynamic),
            ("guided", ScheduleKind::Guided),
            ("auto", ScheduleKind::Auto),
            ("runtime", ScheduleKind::Runtime),
        ],
    )?;
    Ok(ClauseKind::Schedule {
        kind,
        chunk: chunk.map(expr).transpose()?,
        monotonic,
        simd,
    })
}

/// ```text
/// dist_schedule(static [, chunk])                                            (5.2, 11.6.1)
/// ```
pub fn dist_schedule(run: Run) -> Parsed<TextClause> {
    let (kind, chunk) = split_first_comma(run);
    word(kind, "kind of `dist_schedule`", &[("static", ())])?;
    Ok(ClauseKind::DistSchedule {
        chunk: chunk.map(expr).transpose()?,
    })
}

fn split_first_comma(run: Run<'_>) -> (Run<'_>, Option<Run<'_>>) {
    match run.top().find(|&index| run.str(index) == ",") {
        Some(comma) => (run.to(comma), Some(run.from(comma + 1))),
        None => (run, None),
    }
}

/// ```text
/// num_teams([lower-bound:] upper-bound)                                      (5.2, 10.2.1)
/// ```
pub fn num_teams(run: Run) -> Parsed<TextClause> {
    let (lower, upper) = match run.split_colon() {
        Some((lower, upper)) => (Some(expr(lower)?), upper),
        None => (None, run),
    };
    Ok(ClauseKind::NumTeams {
        lower,
        upper: expr(upper)?,
    })
}

/// ```text
/// order([order-modifier:] concurrent)                                        (5.2, 10.3)
/// order-modifier: reproducible | unconstrained
/// ```
pub fn order(run: Run) -> Parsed<TextClause> {
    let (modifier, ordering) = match run.split_colon() {
        None => (None, run),
        Some((before, ordering)) => {
            let known = [
                ("reproducible", OrderModifier::Reproducible),
                ("unconstrained", OrderModifier::Unconstrained),
            ];
            (Some(word(before, "order modifier", &known)?), ordering)
        }
    };
    Ok(ClauseKind::Order {
        concurrent: word(ordering, "ordering", &[("concurrent", true)])?,
        modifier,
    })
}

/// ```text
/// [strict:] expression                                       (5.2, 12.6.1, 12.6.2; 6.0: num_threads)
/// ```
pub fn strict(run: Run<'_>) -> Parsed<(bool, Run<'_>)> {
    match run.split_colon() {
        None => Ok((false, run)),
        Some((before, rest)) => {
            word(before, "modifier", &[("strict", ())])?;
            Ok((true, rest))
        }
    }
}
