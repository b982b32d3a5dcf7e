//! Compares a report with a saved one: which rows became slower, or faster, by more than the noise.
//!
//! Must not know how either was made.

use super::contenders::Compiler;
use super::report::{Measure, Outcome, Report, Row};
use super::statistics::Summary;
use super::text;

/// How much the end of an interval must lie beyond the other's end. Runs of one day vary within their intervals; a
/// machine varies a little more from day to day, in what its host does more than in what its GPU does.
fn margin(by: Measure) -> f64 {
    match by {
        Measure::Kernel => 0.02,
        Measure::Total => 0.10,
    }
}

/// What became of a row since then.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub program: String,
    pub row: String,
    pub kind: Kind,
    /// Whether the translator is to blame.
    pub own: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Slower(Measure, Summary, Summary),
    Faster(Measure, Summary, Summary),
    /// It was measured then, and is not now.
    Lost(String),
    /// It is measured now, and was not then.
    Gained(String),
}

impl Change {
    /// Whether the command fails for it.
    pub fn is_regression(&self) -> bool {
        self.own && matches!(self.kind, Kind::Slower(..) | Kind::Lost(_))
    }
}

/// What two reports say of each other.
#[derive(Clone, Debug)]
pub struct Difference {
    /// When the baseline was measured, and with what.
    pub since: String,
    /// Rows that were measured in both.
    pub compared: usize,
    /// False without a GPU: only whether rows are right is compared then.
    pub times: bool,
    pub changes: Vec<Change>,
}

/// Compares `now` with `then`; an error where the two measure different things.
pub fn compare(now: &Report, then: &Report) -> Result<Difference, String> {
    let differ = |what: &str, now: &str, then: &str| match now == then {
        true => Ok(()),
        false => Err(format!("the baseline has {what} {then}, this is {now}")),
    };
    differ("size", &now.size, &then.size)?;
    differ("the device", &now.machine.device, &then.machine.device)?;
    let mut difference = Difference {
        since: format!("{} of {}", then.translator, then.date),
        compared: 0,
        times: now.machine.has_gpu(),
        changes: vec![],
    };
    for program in &now.programs {
        let Some(before) = then
            .programs
            .iter()
            .find(|other| other.name == program.name)
        else {
            continue;
        };
        for row in &program.rows {
            let Some(old) = before.row(&row.id) else {
                continue;
            };
            difference.compared += usize::from(old.times().is_some() && row.times().is_some());
            let change = |kind| Change {
                program: program.name.clone(),
                row: row.id.clone(),
                kind,
                own: row.compiler == Compiler::Romp,
            };
            difference
                .changes
                .extend(kinds(row, old, difference.times).into_iter().map(change));
        }
    }
    Ok(difference)
}

fn kinds(row: &Row, old: &Row, times_count: bool) -> Vec<Kind> {
    match (row.times(), old.times()) {
        (Some(new), Some(old)) if times_count => [Measure::Kernel, Measure::Total]
            .into_iter()
            .filter_map(|by| changed(by, new.seconds(by)?, old.seconds(by)?))
            .collect(),
        (None, Some(_)) => match &row.outcome {
            // Nothing was tried.
            Outcome::NotRun { .. } | Outcome::Missing { .. } => vec![],
            bad => bad.why().map(Kind::Lost).into_iter().collect(),
        },
        (Some(_), None) => old.outcome.why().map(Kind::Gained).into_iter().collect(),
        _ => vec![],
    }
}

fn changed(by: Measure, new: Summary, old: Summary) -> Option<Kind> {
    let beyond = 1.0 + margin(by);
    if new.low > old.high * beyond {
        Some(Kind::Slower(by, old, new))
    } else if new.high * beyond < old.low {
        Some(Kind::Faster(by, old, new))
    } else {
        None
    }
}

/// The difference as text, regressions first.
pub fn render(difference: &Difference) -> String {
    let mut changes: Vec<&Change> = difference.changes.iter().collect();
    changes.sort_by_key(|change| !change.is_regression());
    let regressions = changes
        .iter()
        .filter(|change| change.is_regression())
        .count();
    let without = if difference.times {
        ""
    } else {
        " without their times"
    };
    let mut text = format!(
        "\nAgainst {}: {} rows compared{without}, {regressions} regressions\n",
        difference.since, difference.compared
    );
    for change in changes {
        let mark = if change.is_regression() {
            "REGRESSION "
        } else {
            ""
        };
        let times = |by: Measure, old: Summary, new: Summary| {
            let ratio = new.median / old.median;
            format!(
                "{} {} -> {}, {ratio:.3} times",
                text::measure(by),
                text::time(old.median),
                text::time(new.median)
            )
        };
        let what = match &change.kind {
            Kind::Slower(by, old, new) => format!("slower: {}", times(*by, *old, *new)),
            Kind::Faster(by, old, new) => format!("faster: {}", times(*by, *old, *new)),
            Kind::Lost(why) => why.clone(),
            Kind::Gained(why) => format!("is measured now, was then {why}"),
        };
        text += &format!("  {mark}{} {}: {what}\n", change.program, change.row);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::comparisons::tests::{program, report, row};
    use super::*;

    fn with(id: &str, compiler: Compiler, seconds: &[f64]) -> Report {
        report(vec![program("a", vec![row(id, compiler, seconds)])])
    }

    fn kinds_of(now: &[f64], then: &[f64]) -> Vec<bool> {
        let (now, then) = (
            with("auto", Compiler::Romp, now),
            with("auto", Compiler::Romp, then),
        );
        let difference = compare(&now, &then).unwrap();
        assert_eq!(difference.compared, 1);
        difference
            .changes
            .iter()
            .map(Change::is_regression)
            .collect()
    }

    #[test]
    fn only_what_lies_beyond_both_intervals_is_a_change() {
        let then = [1.00, 1.01, 1.02, 1.01, 1.00];
        // Kernels and the whole have the same times here: the margin of the whole is larger.
        assert_eq!(kinds_of(&[1.06, 1.07, 1.06, 1.07, 1.06], &then), [true]);
        assert_eq!(kinds_of(&[1.3, 1.3, 1.3, 1.3, 1.3], &then), [true, true]);
        assert_eq!(kinds_of(&[0.5, 0.5, 0.5, 0.5, 0.5], &then), [false, false]);
        // Slower in the median, within the noise.
        assert!(kinds_of(&[1.01, 1.2, 1.2, 1.2, 1.2], &then).is_empty());
        assert!(kinds_of(&[1.03, 1.03, 1.03, 1.03, 1.03], &then).is_empty());
    }

    #[test]
    fn a_row_that_fails_now_is_a_regression_and_a_peers_is_not() {
        for (id, compiler, regression) in [
            ("auto", Compiler::Romp, true),
            ("cuda", Compiler::Cuda, false),
        ] {
            let then = with(id, compiler, &[1.0]);
            let mut now = then.clone();
            now.programs[0].rows[0].outcome = Outcome::Wrong {
                why: "2 for 1".into(),
            };
            let difference = compare(&now, &then).unwrap();
            assert_eq!(difference.changes.len(), 1);
            assert_eq!(difference.changes[0].is_regression(), regression);
            assert!(render(&difference).contains("WRONG: 2 for 1"));
            // The other way round it is none.
            assert!(!compare(&then, &now).unwrap().changes[0].is_regression());
            now.programs[0].rows[0].outcome = Outcome::NotRun {
                why: "interrupted".into(),
            };
            assert!(compare(&now, &then).unwrap().changes.is_empty());
        }
    }

    #[test]
    fn other_machines_and_sizes_are_not_compared() {
        let then = with("auto", Compiler::Romp, &[1.0]);
        let mut now = then.clone();
        now.size = "small".into();
        assert!(compare(&now, &then).unwrap_err().contains("size"));
        now = then.clone();
        now.machine.device = "another GPU".into();
        assert!(compare(&now, &then).unwrap_err().contains("device"));
    }
}
