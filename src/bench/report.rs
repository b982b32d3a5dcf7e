//! What was measured, as a value: what the renderers show and what is saved.
//!
//! Must not know how it is shown.

use super::contenders::Compiler;
use super::curves::Curve;
use super::machine::Machine;
use super::manifest::{Bound, Precision, Published};
use super::records::Kernel;
use super::statistics::Summary;
use serde::{Deserialize, Serialize};

/// Changes where a saved report cannot be read by this version.
pub const FORMAT: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    pub format: u32,
    /// Name and version of the translator.
    pub translator: String,
    /// When the runs began, UTC.
    pub date: String,
    /// The command line.
    pub command: String,
    pub machine: Machine,
    pub size: String,
    /// Runs of each contender that were asked for.
    pub runs: usize,
    /// False where the user ended it before.
    pub complete: bool,
    /// Why there are no kernel times, where that is so.
    pub no_kernel_times: Option<String>,
    pub programs: Vec<ProgramReport>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramReport {
    pub name: String,
    pub title: String,
    pub suite: String,
    pub paper: Vec<String>,
    #[serde(default = "yes")]
    pub means: bool,
    /// What the numbers of its curves are.
    #[serde(default)]
    pub over: String,
    /// Cycles a second of the clock in which its curves are shown.
    #[serde(default)]
    pub clock: Option<f64>,
    #[serde(default)]
    pub published: Vec<Published>,
    pub precision: Precision,
    /// Operations of one solve, and bytes that it must move, as the program counts them.
    pub flops: Option<f64>,
    pub bytes: Option<f64>,
    /// What the manifest says of its program by hand.
    pub twin: Option<TwinNote>,
    pub rows: Vec<Row>,
}

/// Of reports that were saved before there were others.
fn yes() -> bool {
    true
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TwinNote {
    pub roofline: f64,
    pub bound: Option<Bound>,
    pub reason: String,
}

/// A contender and what became of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub id: String,
    pub compiler: Compiler,
    pub variant: Option<String>,
    /// The commands that compiled it.
    pub commands: Vec<String>,
    #[serde(flatten)]
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum Outcome {
    Measured(Box<Times>),
    /// Its compiler, or a device for it, is not there.
    Missing {
        why: String,
    },
    NotBuilt {
        why: String,
    },
    Failed {
        why: String,
    },
    TimedOut {
        seconds: f64,
    },
    Wrong {
        why: String,
    },
    /// Nobody knows whether it is right: the reference left no results.
    Unchecked {
        why: String,
    },
    /// Nothing is right or wrong about it: it was not asked for, or there was no time.
    NotRun {
        why: String,
    },
}

/// What the runs of a contender took. Seconds are of one solve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// What the device computed; none where that is not known.
    pub kernel: Option<Summary>,
    /// What the program says of a solve with its copies, else the whole process.
    pub total: Option<Summary>,
    /// Copies between host and device.
    pub transfers: Option<f64>,
    /// The kernels of the run with the median time that took longest, in this order; times and launches of the whole
    /// process.
    pub kernels: Vec<Kernel>,
    /// All launches of that run.
    pub launches: u64,
    /// The share of an SM's threads that the longest kernel's teams can occupy.
    pub occupancy: Option<f64>,
    /// The kernels of the functions that the manifest names, of one solve.
    #[serde(default)]
    pub parts: Vec<Part>,
    #[serde(default)]
    pub curves: Vec<Curve>,
    /// Why kernel times are missing, where they should not be.
    pub note: Option<String>,
}

/// Some of a program's kernels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub name: String,
    pub seconds: Summary,
}

impl Row {
    pub fn times(&self) -> Option<&Times> {
        match &self.outcome {
            Outcome::Measured(times) => Some(times),
            _ => None,
        }
    }
}

impl Times {
    /// What contenders are compared by.
    pub fn seconds(&self, by: Measure) -> Option<Summary> {
        match by {
            Measure::Kernel => self.kernel,
            Measure::Total => self.total,
        }
    }
}

/// A quantity that contenders are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    Kernel,
    Total,
}

impl Outcome {
    /// Why there is nothing to compare.
    pub fn why(&self) -> Option<String> {
        Some(match self {
            Outcome::Measured(_) => return None,
            Outcome::Missing { why } => format!("missing: {why}"),
            Outcome::NotBuilt { why } => format!("not built: {why}"),
            Outcome::Failed { why } => format!("FAILED: {why}"),
            Outcome::TimedOut { seconds } => format!("HANGS: no end after {seconds} s"),
            Outcome::Wrong { why } => format!("WRONG: {why}"),
            Outcome::Unchecked { why } => format!("NOT CHECKED: {why}"),
            Outcome::NotRun { why } => format!("not run: {why}"),
        })
    }

    /// Whether it should not have come to that.
    pub fn is_fault(&self) -> bool {
        matches!(
            self,
            Outcome::NotBuilt { .. }
                | Outcome::Failed { .. }
                | Outcome::TimedOut { .. }
                | Outcome::Wrong { .. }
                | Outcome::Unchecked { .. }
        )
    }
}

impl ProgramReport {
    pub fn row(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The kernels' seconds of a part of a row, where it was measured.
    pub fn part_seconds(&self, id: &str, part: &str) -> Option<f64> {
        let parts = &self.row(id)?.times()?.parts;
        let part = parts.iter().find(|one| one.name == part)?;
        Some(part.seconds.median)
    }

    /// The seconds of a row, where it was measured.
    pub fn seconds(&self, id: &str, by: Measure) -> Option<f64> {
        Some(self.row(id)?.times()?.seconds(by)?.median)
    }
}

impl Report {
    /// Adds another report's programs, in place of those of the same name; an error where it measured something else.
    pub fn join(&mut self, other: Report) -> Result<(), String> {
        let alike = [
            ("the device", &self.machine.device, &other.machine.device),
            ("the translator", &self.translator, &other.translator),
            ("size", &self.size, &other.size),
        ];
        for (what, own, others) in alike {
            if own != others {
                return Err(format!(
                    "{what} is {others} there, and {own} in the first report"
                ));
            }
        }
        let named =
            |program: &ProgramReport| other.programs.iter().any(|one| one.name == program.name);
        self.programs.retain(|program| !named(program));
        self.programs.extend(other.programs);
        self.runs = self.runs.min(other.runs);
        self.complete &= other.complete;
        self.no_kernel_times = self.no_kernel_times.take().or(other.no_kernel_times);
        self.machine.peaks = self.machine.peaks.or(other.machine.peaks);
        self.command = format!("{}\n{}", self.command, other.command);
        Ok(())
    }

    /// The translator's own rows that are wrong, fail, hang or cannot be checked.
    pub fn own_faults(&self) -> impl Iterator<Item = (&ProgramReport, &Row)> {
        let rows = self
            .programs
            .iter()
            .flat_map(|program| program.rows.iter().map(move |row| (program, row)));
        rows.filter(|(_, row)| row.compiler == Compiler::Romp && row.outcome.is_fault())
    }
}

#[cfg(test)]
mod tests {
    use super::super::comparisons::tests::{program, report, row};
    use super::*;

    #[test]
    fn parts_of_a_suite_become_one_report() {
        let part = |names: &[&str], seconds: f64| {
            let one = |name: &&str| program(name, vec![row("auto", Compiler::Romp, &[seconds])]);
            report(names.iter().map(one).collect())
        };
        let mut all = part(&["a", "b"], 1.0);
        let mut second = part(&["b", "c"], 2.0);
        second.complete = false;
        all.join(second).unwrap();
        let seconds = |name: &str| {
            let found = all.programs.iter().find(|program| program.name == name);
            found.unwrap().seconds("auto", Measure::Kernel)
        };
        assert_eq!(all.programs.len(), 3);
        assert_eq!([seconds("a"), seconds("b")], [Some(1.0), Some(2.0)]);
        assert!(!all.complete);
        let mut other = part(&["d"], 1.0);
        other.size = "small".into();
        assert!(all.join(other).unwrap_err().contains("size is small there"));
    }
}
