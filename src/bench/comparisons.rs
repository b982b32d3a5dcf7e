//! The tables of geometric means: who is how many times as fast as whom.
//!
//! A program stands in a table where both sides were measured; where one is missing, fails, hangs or is wrong it is
//! named beside the table, and stays out of the mean. Must not know how tables are shown.

use super::contenders::Compiler;
use super::report::{Measure, ProgramReport, Report, Row};
use super::statistics::geometric_mean;
use serde::Serialize;

/// One question, asked of every program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// `auto against cuda`.
    pub name: String,
    pub by: Measure,
    /// The time of the second over that of the first: above 1 the first is faster.
    pub ratios: Vec<Ratio>,
    /// Programs that have both sides, one of which was not measured.
    pub left_out: Vec<String>,
    pub mean: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratio {
    pub program: String,
    pub suite: String,
    pub ratio: f64,
}

impl Comparison {
    pub fn least(&self) -> Option<&Ratio> {
        self.ratios
            .iter()
            .min_by(|a, b| a.ratio.total_cmp(&b.ratio))
    }

    /// The geometric mean of each suite, in the order in which they appear.
    pub fn by_suite(&self) -> Vec<(String, f64)> {
        let mut suites: Vec<&str> = vec![];
        for ratio in &self.ratios {
            if !suites.contains(&ratio.suite.as_str()) {
                suites.push(&ratio.suite);
            }
        }
        let mean = |suite: &str| {
            let of = self.ratios.iter().filter(|ratio| ratio.suite == suite);
            geometric_mean(of.map(|ratio| ratio.ratio))
        };
        suites
            .into_iter()
            .filter_map(|suite| Some((suite.to_string(), mean(suite)?)))
            .collect()
    }
}

/// One side of a question.
#[derive(Clone, Debug)]
enum Side {
    /// The row of this name.
    Row(&'static str),
    /// The fastest of these rows.
    Best(&'static [&'static str]),
    /// The fastest row of a compiler.
    BestOf(Compiler),
}

impl Side {
    fn name(&self) -> String {
        match self {
            Side::Row(id) => id.to_string(),
            Side::Best(ids) => format!("the better of {}", ids.join(" and ")),
            Side::BestOf(Compiler::Romp) => "the best variant".into(),
            Side::BestOf(compiler) => compiler.name().into(),
        }
    }

    fn rows<'a>(&self, program: &'a ProgramReport) -> Vec<&'a Row> {
        let chosen = |row: &&Row| match self {
            Side::Row(id) => row.id == *id,
            Side::Best(ids) => ids.contains(&row.id.as_str()),
            Side::BestOf(compiler) => row.compiler == *compiler,
        };
        program.rows.iter().filter(chosen).collect()
    }

    /// Whether the program has this side at all: of `Best` it needs all.
    fn exists(&self, program: &ProgramReport) -> bool {
        let rows = self.rows(program).len();
        match self {
            Side::Best(ids) => rows == ids.len(),
            _ => rows > 0,
        }
    }

    /// Of the whole program, or of a part's kernels.
    fn seconds(&self, program: &ProgramReport, by: Measure, part: Option<&str>) -> Option<f64> {
        let rows = self.rows(program).into_iter();
        let times = rows.filter_map(|row| match part {
            None => Some(row.times()?.seconds(by)?.median),
            Some(part) => program.part_seconds(&row.id, part),
        });
        times.filter(|&t| t > 0.0).min_by(f64::total_cmp)
    }
}

/// Which programs a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Among {
    All,
    /// The kernels of the warp-specialisation paper, for which it compares nested parallelism with other ways.
    Paper,
}

/// All questions that this report can answer.
pub fn comparisons(report: &Report) -> Vec<Comparison> {
    if !report.machine.has_gpu() {
        return vec![];
    }
    use Measure::{Kernel, Total};
    let best = || Side::BestOf(Compiler::Romp);
    let questions = [
        (best(), Side::Row("cuda"), Kernel),
        (Side::Row("auto"), Side::Row("cuda"), Kernel),
        (best(), Side::Row("cuda"), Total),
        (Side::Row("auto"), Side::Best(&["nested", "spmd"]), Kernel),
        (Side::Row("nested"), Side::Row("spmd"), Kernel),
        (Side::Row("nested"), Side::Row("clang-nested"), Kernel),
        (Side::Row("auto"), Side::Row("clang-nested"), Kernel),
        (Side::Row("spmd"), Side::Row("clang-spmd"), Kernel),
        (best(), Side::BestOf(Compiler::Clang), Kernel),
        (Side::Row("nested"), Side::Row("gcc-nested"), Kernel),
        (Side::Row("auto"), Side::Row("gcc-nested"), Kernel),
        (Side::Row("spmd"), Side::Row("gcc-spmd"), Kernel),
        (best(), Side::BestOf(Compiler::Gcc), Kernel),
        (best(), Side::BestOf(Compiler::Host), Total),
    ];
    let nested = || Side::Row("nested");
    let others = ["spmd", "clang-nested", "gcc-nested"];
    let papers = others.map(|other| (nested(), Side::Row(other), Kernel));
    let all = questions.iter().map(|question| (question, Among::All));
    let papers = papers.iter().map(|question| (question, Among::Paper));
    let answers = all
        .chain(papers)
        .map(|((first, second, by), among)| answer(report, first, second, *by, among));
    answers
        .filter(|one| !one.ratios.is_empty() || !one.left_out.is_empty())
        .collect()
}

/// How many times as fast as `second` the row `first` runs the kernels of the warp-specialisation paper.
pub fn of_the_paper(report: &Report, first: &'static str, second: &'static str) -> Comparison {
    let (first, second) = (Side::Row(first), Side::Row(second));
    answer(report, &first, &second, Measure::Kernel, Among::Paper)
}

/// The kernels of the paper that a program is, each with the part of the program that has its time; none is the whole
/// program, which is what a program of several kernels is where its parts have no times.
fn paper_kernels(program: &ProgramReport) -> Vec<(String, Option<String>)> {
    let has_parts = |row: &Row| row.times().is_some_and(|times| !times.parts.is_empty());
    match program.paper.as_slice() {
        [] => vec![],
        [only] => vec![(only.clone(), None)],
        several if program.rows.iter().any(has_parts) => several
            .iter()
            .map(|name| (name.clone(), Some(name.clone())))
            .collect(),
        _ => vec![(program.name.clone(), None)],
    }
}

fn answer(report: &Report, first: &Side, second: &Side, by: Measure, among: Among) -> Comparison {
    let (mut ratios, mut left_out) = (vec![], vec![]);
    for program in report.programs.iter().filter(|program| program.means) {
        if !first.exists(program) || !second.exists(program) {
            continue;
        }
        let kernels = match among {
            Among::All => vec![(program.name.clone(), None)],
            Among::Paper => paper_kernels(program),
        };
        for (name, part) in kernels {
            let seconds = |side: &Side| side.seconds(program, by, part.as_deref());
            match (seconds(first), seconds(second)) {
                (Some(ours), Some(theirs)) => ratios.push(Ratio {
                    program: name,
                    suite: program.suite.clone(),
                    ratio: theirs / ours,
                }),
                _ => left_out.push(name),
            }
        }
    }
    Comparison {
        name: match among {
            Among::All => format!("{} against {}", first.name(), second.name()),
            Among::Paper => format!("{} against {}, of the paper", first.name(), second.name()),
        },
        by,
        mean: geometric_mean(ratios.iter().map(|ratio| ratio.ratio)),
        ratios,
        left_out,
    }
}

/// What a program's row reaches of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Reached {
    /// Bytes and operations a second, as the program counts both.
    pub bytes: Option<f64>,
    pub flops: Option<f64>,
    /// The share of the roofline: of what the machine's peaks allow a kernel of this many operations a byte. Above 1
    /// where caches serve what was counted as memory's.
    pub share: Option<f64>,
}

/// What a row of a program reaches in its kernels' time.
pub fn reached(report: &Report, program: &ProgramReport, row: &Row) -> Reached {
    let seconds = row
        .times()
        .and_then(|times| times.kernel)
        .map(|kernel| kernel.median)
        .filter(|&t| t > 0.0);
    let Some(seconds) = seconds else {
        return Reached::default();
    };
    let (bytes, flops) = (
        program.bytes.map(|b| b / seconds),
        program.flops.map(|f| f / seconds),
    );
    let share = report.machine.peaks.and_then(|peaks| {
        let peak = match program.precision {
            super::manifest::Precision::F32 => peaks.f32,
            super::manifest::Precision::F64 => peaks.f64,
        };
        let shares = [bytes.map(|b| b / peaks.bytes), flops.map(|f| f / peak)];
        shares.into_iter().flatten().max_by(f64::total_cmp)
    });
    Reached {
        bytes,
        flops,
        share,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::machine::{Machine, Peaks};
    use super::super::manifest::Precision;
    use super::super::report::{FORMAT, Outcome, Part, Times};
    use super::super::statistics::Summary;
    use super::*;

    /// A row of this name whose runs all took so many seconds.
    pub fn row(id: &str, compiler: Compiler, seconds: &[f64]) -> Row {
        let times = Times {
            kernel: Summary::of(seconds),
            total: Summary::of(seconds),
            transfers: None,
            kernels: vec![],
            launches: 0,
            occupancy: None,
            parts: vec![],
            curves: vec![],
            note: None,
        };
        Row {
            id: id.into(),
            compiler,
            variant: None,
            commands: vec![],
            outcome: Outcome::Measured(Box::new(times)),
        }
    }

    pub fn program(name: &str, rows: Vec<Row>) -> ProgramReport {
        ProgramReport {
            name: name.into(),
            title: format!("{name}: a program"),
            suite: "rodinia".into(),
            paper: vec![],
            means: true,
            over: String::new(),
            clock: None,
            published: vec![],
            precision: Precision::F64,
            flops: Some(1e9),
            bytes: Some(1e9),
            twin: None,
            rows,
        }
    }

    pub fn report(programs: Vec<ProgramReport>) -> Report {
        Report {
            format: FORMAT,
            translator: "romp2cuda".into(),
            date: "2026-01-01T00:00:00Z".into(),
            command: "romp2cuda bench".into(),
            machine: Machine {
                device: "a GPU".into(),
                architecture: Some("sm_90".into()),
                driver: Some("CUDA 13.0".into()),
                processor: "a CPU".into(),
                compilers: vec![],
                peaks: Some(Peaks {
                    bytes: 4e12,
                    f32: 6e13,
                    f64: 3e13,
                }),
            },
            size: "large".into(),
            runs: 5,
            complete: true,
            no_kernel_times: None,
            programs,
        }
    }

    fn failed(id: &str, compiler: Compiler) -> Row {
        let mut row = row(id, compiler, &[1.0]);
        row.outcome = Outcome::Wrong {
            why: "2 for 1".into(),
        };
        row
    }

    #[test]
    fn what_was_not_measured_stays_out_of_the_mean() {
        let report = report(vec![
            program(
                "a",
                vec![
                    row("cuda", Compiler::Cuda, &[1.0]),
                    row("auto", Compiler::Romp, &[2.0]),
                    row("spmd", Compiler::Romp, &[0.5]),
                ],
            ),
            program(
                "b",
                vec![
                    row("cuda", Compiler::Cuda, &[1.0]),
                    row("auto", Compiler::Romp, &[0.5]),
                ],
            ),
            program(
                "c",
                vec![
                    failed("cuda", Compiler::Cuda),
                    row("auto", Compiler::Romp, &[1.0]),
                ],
            ),
            program("d", vec![row("auto", Compiler::Romp, &[1.0])]),
        ]);
        let all = comparisons(&report);
        let find = |name: &str| all.iter().find(|one| one.name == name).unwrap();
        let auto = find("auto against cuda");
        assert_eq!(auto.ratios.len(), 2);
        assert_eq!(auto.left_out, ["c"]);
        assert!((auto.mean.unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(auto.least().unwrap().program, "a");
        let best = find("the best variant against cuda");
        assert!((best.mean.unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(
            best.by_suite(),
            [("rodinia".to_string(), best.mean.unwrap())]
        );
        assert!(all.iter().all(|one| !one.name.contains("clang")));
    }

    #[test]
    fn the_better_of_two_needs_both() {
        let times = |ids: &[(&str, f64)]| {
            ids.iter()
                .map(|(id, t)| row(id, Compiler::Romp, &[*t]))
                .collect()
        };
        let report = report(vec![
            program("a", times(&[("auto", 2.0), ("nested", 4.0), ("spmd", 1.0)])),
            program("b", times(&[("auto", 2.0), ("spmd", 1.0)])),
        ]);
        let all = comparisons(&report);
        let one = all
            .iter()
            .find(|one| one.name == "auto against the better of nested and spmd")
            .unwrap();
        assert_eq!(one.ratios.len(), 1);
        assert_eq!(one.mean, Some(0.5));
    }

    #[test]
    fn programs_of_the_paper_have_a_mean_of_their_own() {
        let times = |nested: f64| {
            vec![
                row("nested", Compiler::Romp, &[nested]),
                row("spmd", Compiler::Romp, &[1.0]),
            ]
        };
        let mut programs = vec![program("a", times(0.5)), program("b", times(2.0))];
        programs[0].paper = vec!["a:K1".into()];
        let all = comparisons(&report(programs));
        let one = all
            .iter()
            .find(|one| one.name == "nested against spmd, of the paper")
            .unwrap();
        assert_eq!((one.ratios.len(), one.mean), (1, Some(2.0)));
    }

    #[test]
    fn kernels_of_the_paper_count_by_themselves_where_they_have_times() {
        let times = |id: &str, parts: &[(&str, f64)]| {
            let mut row = row(id, Compiler::Romp, &[9.0]);
            if let Outcome::Measured(times) = &mut row.outcome {
                let part = |(name, seconds): &(&str, f64)| Part {
                    name: name.to_string(),
                    seconds: Summary::of(&[*seconds]).unwrap(),
                };
                times.parts = parts.iter().map(part).collect();
            }
            row
        };
        let rows = vec![
            times("nested", &[("a:K1", 1.0), ("a:K2", 2.0)]),
            times("spmd", &[("a:K1", 4.0)]),
        ];
        let mut program = program("a", rows);
        program.paper = vec!["a:K1".into(), "a:K2".into()];
        let one = of_the_paper(&report(vec![program]), "nested", "spmd");
        assert_eq!((one.ratios.len(), one.mean), (1, Some(4.0)));
        assert_eq!(one.left_out, ["a:K2"]);
    }

    #[test]
    fn a_program_may_stay_out_of_the_means() {
        let times = |seconds: f64| {
            vec![
                row("cuda", Compiler::Cuda, &[1.0]),
                row("auto", Compiler::Romp, &[seconds]),
            ]
        };
        let mut programs = vec![program("a", times(2.0)), program("b", times(4.0))];
        programs[1].means = false;
        let all = comparisons(&report(programs));
        assert!(
            all.iter()
                .all(|one| one.ratios.len() == 1 && one.mean == Some(0.5))
        );
    }

    #[test]
    fn without_a_gpu_nothing_is_compared() {
        let mut report = report(vec![program(
            "a",
            vec![
                row("cuda", Compiler::Cuda, &[1.0]),
                row("auto", Compiler::Romp, &[2.0]),
            ],
        )]);
        report.machine.architecture = None;
        assert!(comparisons(&report).is_empty());
    }

    #[test]
    fn the_roofline_takes_the_nearer_peak() {
        let report = report(vec![program(
            "a",
            vec![row("auto", Compiler::Romp, &[1e-3])],
        )]);
        let reached = reached(&report, &report.programs[0], &report.programs[0].rows[0]);
        assert_eq!(reached.bytes, Some(1e12));
        assert_eq!(reached.share, Some(0.25));
    }
}
