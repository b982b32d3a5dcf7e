//! From a unit that fails to the smallest program found that does.

use crate::Unit;
use crate::case::{Case, Run};
use std::time::{Duration, Instant};

/// How long it may take to make a failure smaller.
const PATIENCE: Duration = Duration::from_secs(120);
/// One case alone.
const LIMIT: Duration = Duration::from_secs(30);

pub fn report(unit: &Unit, failed: &str) -> String {
    let deadline = Instant::now() + PATIENCE;
    let first = first_lines(failed, 12);
    let mut smallest = match named(failed) {
        Some(number) if number < unit.cases.len() => only(unit, number..number + 1),
        _ => halved(unit.clone(), deadline),
    };
    let mut why = match smallest.run(LIMIT) {
        Err(why) => why,
        Ok(_) => {
            return format!(
                "seed {}, {}: {first}\nno case fails alone",
                unit.seed, unit.option
            );
        }
    };
    let mut smaller = true;
    while smaller && Instant::now() < deadline {
        smaller = false;
        for candidate in candidates(&smallest) {
            if Instant::now() >= deadline {
                break;
            }
            if let Err(reason) = candidate.run(LIMIT)
                && kind(&reason) == kind(&why)
            {
                (smallest, why) = (candidate, reason);
                smaller = true;
                break;
            }
        }
    }
    let text = smallest.text();
    let text = text
        .strip_prefix(crate::text::PRELUDE)
        .unwrap_or(&text)
        .to_string();
    format!(
        "seed {}, {}:\n{first}\n\nthe smallest that fails, behind tests/property/check.h:\n{text}\n{}",
        unit.seed,
        unit.option,
        first_lines(&why, 40)
    )
}

/// The first case that the program itself says to be wrong.
fn named(failed: &str) -> Option<usize> {
    let at = failed.find("FAIL ")?;
    let number: String = failed[at + 5..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    number.parse().ok()
}

/// Wrong results and programs that cannot be built or end are not one failure.
fn kind(failed: &str) -> bool {
    named(failed).is_some()
}

fn only(unit: &Unit, range: std::ops::Range<usize>) -> Unit {
    Unit {
        cases: unit.cases[range].to_vec(),
        ..unit.clone()
    }
}

/// The half that fails, again and again.
fn halved(mut unit: Unit, deadline: Instant) -> Unit {
    while unit.cases.len() > 1 && Instant::now() < deadline {
        let middle = unit.cases.len() / 2;
        let first = only(&unit, 0..middle);
        unit = if first.run(LIMIT).is_err() {
            first
        } else {
            only(&unit, middle..unit.cases.len())
        };
    }
    unit
}

fn candidates(unit: &Unit) -> Vec<Unit> {
    let Some((case, runs)) = unit.cases.first() else {
        return vec![];
    };
    let with = |case: &Case, runs: Vec<Run>| Unit {
        cases: vec![(case.clone(), runs)],
        ..unit.clone()
    };
    if runs.len() > 1 {
        return runs.iter().map(|run| with(case, vec![*run])).collect();
    }
    let mut all: Vec<Unit> = case
        .simpler()
        .iter()
        .map(|simpler| with(simpler, runs.clone()))
        .collect();
    let Some(run) = runs.first() else {
        return all;
    };
    let mut add = |smaller: Run| {
        if smaller != *run {
            all.push(with(case, vec![smaller]));
        }
    };
    for n in [0, 1, 2, 5, 33, run.n / 2] {
        if n < run.n {
            add(Run { n, ..*run });
        }
    }
    for threads in [1, 2, 5, 32, 33] {
        if threads < run.threads {
            add(Run { threads, ..*run });
        }
    }
    if run.teams > 1 {
        add(Run { teams: 1, ..*run });
    }
    all
}

fn first_lines(text: &str, count: usize) -> String {
    text.lines().take(count).collect::<Vec<_>>().join("\n")
}
