//! The report as one HTML page that needs no other file: means, charts in light and dark, tables, commands.

use super::charts::bars::{self, Bars};
use super::charts::lines::{self, Panel};
use super::charts::profile::{self, Profile};
use super::charts::roofline::{Point, Roofline};
use super::charts::{Hue, Theme};
use super::comparisons::{self, Comparison, comparisons, reached};
use super::contenders::Compiler;
use super::curves::{Curve, Factors, Unit};
use super::published::{self, Table};
use super::report::{Measure, ProgramReport, Report};
use super::text::{self, Lines};
use askama::Template;

#[derive(Template)]
#[template(path = "bench.html")]
struct Page<'a> {
    report: &'a Report,
    /// Machine, compilers, and what is to be known of the figures.
    heading: Vec<String>,
    comparisons: Vec<Comparison>,
    charts: Vec<Chart>,
    programs: Vec<Program<'a>>,
}

/// A chart in both themes.
struct Chart {
    title: String,
    /// How it is to be read.
    note: String,
    light: String,
    dark: String,
}

struct Program<'a> {
    report: &'a ProgramReport,
    lines: Lines,
    curves: Option<Chart>,
    /// How long each row's curves take beside those by hand.
    factors: Vec<(String, Factors)>,
    tables: Vec<Table>,
}

pub fn render(report: &Report) -> String {
    let heading = text::heading(report);
    let programs = report.programs.iter().map(|program| Program {
        report: program,
        lines: text::lines_of(report, program),
        curves: curves_of(report, program),
        factors: text::against_cuda(program),
        tables: published::tables(report, program),
    });
    let page = Page {
        report,
        heading: heading
            .lines()
            .map(|line| line.trim().to_string())
            .collect(),
        comparisons: comparisons(report),
        charts: charts(report),
        programs: programs.collect(),
    };
    page.render().expect("the template has no fallible parts")
}

fn charts(report: &Report) -> Vec<Chart> {
    if !report.machine.has_gpu() {
        return vec![];
    }
    let mut charts = vec![];
    if let Some(bars) = against_cuda(report) {
        charts.push(chart(
            "Kernel time against CUDA by hand",
            "The fastest variant of each compiler. To the right of 1 it is faster than the program by hand.",
            &|theme| bars.draw(theme),
        ));
    }
    if let Some(bars) = paper(report) {
        charts.push(chart(
            "Nested parallelism against SPMD: the warp-specialisation paper's kernels",
            "How many times as fast as the spmd variant, and the geometric mean, which was 3.6 in the paper (K40m).",
            &|theme| bars.draw(theme),
        ));
    }
    if let Some(bars) = nested_against_spmd(report) {
        charts.push(chart(
            "Nested parallelism against SPMD: all programs",
            "How many times as fast as the spmd variant: teams of fork and join, and the translator's own choice.",
            &|theme| bars.draw(theme),
        ));
    }
    if let Some(plot) = roofline(report) {
        charts.push(chart(
            "Roofline",
            "Programs whose operations and bytes are counted. Above the roof where caches serve what is counted as memory's.",
            &|theme| plot.draw(theme),
        ));
    }
    if let Some(profile) = performance_profile(report) {
        charts.push(chart(
            "Performance profile",
            "The share of the programs on which a compiler's best variant takes at most so many times the time of the fastest; what fails or is missing is never reached.",
            &|theme| profile.draw(theme),
        ));
    }
    charts
}

fn chart(title: &str, note: &str, draw: &dyn Fn(Theme) -> String) -> Chart {
    Chart {
        title: title.into(),
        note: note.into(),
        light: draw(Theme::Light),
        dark: draw(Theme::Dark),
    }
}

/// A program's curves, a small plot for each.
fn curves_of(report: &Report, program: &ProgramReport) -> Option<Chart> {
    if !report.machine.has_gpu() {
        return None;
    }
    let rows = text::rows_with_curves(program);
    let unit = Unit::of(program.clock);
    // The translator's rows have a colour each.
    let mut own = [Hue::Own, Hue::OwnNested, Hue::OwnSpmd].into_iter().cycle();
    let series = rows.iter().map(|(row, _)| {
        let hue = match row.compiler {
            Compiler::Cuda => Hue::Cuda,
            Compiler::Clang => Hue::Clang,
            Compiler::Gcc => Hue::Gcc,
            _ => own.next().unwrap_or(Hue::Own),
        };
        (row.id.clone(), hue)
    });
    let points = |curves: &[Curve], name: &str| -> Vec<(f64, f64)> {
        let curve = curves.iter().find(|curve| curve.name == name);
        let points = curve.iter().flat_map(|curve| &curve.points);
        let shown = points.map(|point| (point.x, unit.of_seconds(point.seconds.median)));
        // Logarithmic axes have no place for zero.
        shown.filter(|(x, y)| *x > 0.0 && *y > 0.0).collect()
    };
    let panels = text::curve_names(&rows).into_iter().map(|name| Panel {
        title: name.to_string(),
        lines: rows
            .iter()
            .map(|(_, curves)| points(curves, name))
            .collect(),
    });
    let lines = lines::Lines {
        axes: format!("{} over {}", unit.name, program.over),
        series: series.collect(),
        panels: panels
            .filter(|panel| panel.lines.iter().any(|line| !line.is_empty()))
            .collect(),
    };
    let draw = |theme| lines.draw(theme);
    (!lines.panels.is_empty()).then(|| chart(&program.title, "", &draw))
}

/// The kernels of the warp-specialisation paper and their geometric mean, as it shows them.
fn paper(report: &Report) -> Option<Bars> {
    let rows = [("nested", Hue::OwnNested), ("auto", Hue::Own)];
    let answers = rows.map(|(row, _)| comparisons::of_the_paper(report, row, "spmd"));
    let mut kernels: Vec<String> = vec![];
    for ratio in answers.iter().flat_map(|answer| &answer.ratios) {
        if !kernels.contains(&ratio.program) {
            kernels.push(ratio.program.clone());
        }
    }
    let value = |answer: &Comparison, kernel: &String| {
        let mut ratios = answer.ratios.iter();
        Some(ratios.find(|ratio| ratio.program == *kernel)?.ratio)
    };
    let series = answers.iter().zip(rows).map(|(answer, (name, hue))| {
        let values = kernels.iter().map(|kernel| value(answer, kernel));
        bars::Series {
            name: name.into(),
            hue,
            values: values.chain([answer.mean]).collect(),
        }
    });
    let series: Vec<bars::Series> = series
        .filter(|one| one.values.iter().any(Option::is_some))
        .collect();
    (!kernels.is_empty()).then(|| Bars {
        axis: "times as fast as spmd".into(),
        series,
        programs: [kernels, vec!["geometric mean".into()]].concat(),
    })
}

/// The programs whose times are compared.
fn compared(report: &Report) -> impl Iterator<Item = &ProgramReport> {
    report.programs.iter().filter(|program| program.means)
}

/// The fastest kernels of a compiler's rows.
fn fastest(program: &ProgramReport, compiler: Compiler) -> Option<f64> {
    let rows = program.rows.iter().filter(|row| row.compiler == compiler);
    rows.filter_map(|row| Some(row.times()?.kernel?.median))
        .min_by(f64::total_cmp)
}

const COMPILERS: &[(Compiler, &str, Hue)] = &[
    (Compiler::Romp, "romp2cuda", Hue::Own),
    (Compiler::Clang, "clang", Hue::Clang),
    (Compiler::Gcc, "gcc", Hue::Gcc),
    (Compiler::Cuda, "CUDA by hand", Hue::Cuda),
];

/// Bars of the series that have any value, for the programs that have any.
fn bars_of(
    report: &Report,
    axis: &str,
    series: &[(String, Hue)],
    value: &dyn Fn(&ProgramReport, usize) -> Option<f64>,
) -> Option<Bars> {
    let has = |program: &&ProgramReport| (0..series.len()).any(|at| value(program, at).is_some());
    let programs: Vec<&ProgramReport> = compared(report).filter(has).collect();
    let column = |at: usize| -> Vec<Option<f64>> {
        programs.iter().map(|program| value(program, at)).collect()
    };
    let series = series
        .iter()
        .enumerate()
        .map(|(at, (name, hue))| bars::Series {
            name: name.clone(),
            hue: *hue,
            values: column(at),
        });
    let series: Vec<bars::Series> = series
        .filter(|one| one.values.iter().any(Option::is_some))
        .collect();
    (!programs.is_empty()).then(|| Bars {
        axis: axis.into(),
        programs: programs
            .iter()
            .map(|program| program.name.clone())
            .collect(),
        series,
    })
}

fn against_cuda(report: &Report) -> Option<Bars> {
    let others: Vec<_> = COMPILERS
        .iter()
        .filter(|(compiler, ..)| *compiler != Compiler::Cuda)
        .collect();
    let names: Vec<(String, Hue)> = others
        .iter()
        .map(|(_, name, hue)| (name.to_string(), *hue))
        .collect();
    bars_of(
        report,
        "times as fast as CUDA by hand",
        &names,
        &|program, at| {
            let cuda = program.seconds("cuda", Measure::Kernel)?;
            Some(cuda / fastest(program, others[at].0)?)
        },
    )
}

fn nested_against_spmd(report: &Report) -> Option<Bars> {
    let rows = [("nested", Hue::OwnNested), ("auto", Hue::Own)];
    let names = rows.map(|(name, hue)| (name.to_string(), hue));
    bars_of(report, "times as fast as spmd", &names, &|program, at| {
        let spmd = program.seconds("spmd", Measure::Kernel)?;
        Some(spmd / program.seconds(rows[at].0, Measure::Kernel)?)
    })
}

fn roofline(report: &Report) -> Option<Roofline> {
    let peaks = report.machine.peaks?;
    let mut points = vec![];
    for program in compared(report) {
        let (Some(flops), Some(bytes)) = (program.flops, program.bytes) else {
            continue;
        };
        for (compiler, hue) in [(Compiler::Romp, Hue::Own), (Compiler::Cuda, Hue::Cuda)] {
            let rows = program.rows.iter().filter(|row| row.compiler == compiler);
            let rates = rows.filter_map(|row| reached(report, program, row).flops);
            if let Some(rate) = rates.max_by(f64::total_cmp) {
                points.push(Point {
                    name: program.name.clone(),
                    hue,
                    intensity: flops / bytes,
                    rate,
                });
            }
        }
    }
    let legend = [("romp2cuda", Hue::Own), ("CUDA by hand", Hue::Cuda)];
    (!points.is_empty()).then(|| Roofline {
        peaks,
        points,
        legend: legend.map(|(name, hue)| (name.to_string(), hue)).to_vec(),
    })
}

fn performance_profile(report: &Report) -> Option<Profile> {
    let least = |program: &ProgramReport| {
        let times = COMPILERS
            .iter()
            .filter_map(|(compiler, ..)| fastest(program, *compiler));
        times.min_by(f64::total_cmp)
    };
    // A profile compares at least two, on programs that somebody ran.
    let programs: Vec<(&ProgramReport, f64)> = compared(report)
        .filter_map(|program| Some((program, least(program)?)))
        .collect();
    let series = COMPILERS
        .iter()
        .map(|(compiler, name, hue)| profile::Series {
            name: name.to_string(),
            hue: *hue,
            factors: programs
                .iter()
                .map(|(program, least)| Some(fastest(program, *compiler)? / least))
                .collect(),
        });
    let series: Vec<_> = series
        .filter(|one| one.factors.iter().any(Option::is_some))
        .collect();
    (series.len() > 1).then_some(Profile { series })
}

/// For the template: a mean, or nothing.
fn mean(value: &Option<f64>) -> String {
    value.map_or("-".into(), |mean| format!("{mean:.3}"))
}

/// For the template: the least ratio and its program.
fn least(comparison: &Comparison) -> String {
    let least = comparison.least();
    least.map_or(
        "-".into(),
        |comparisons::Ratio { program, ratio, .. }| format!("{ratio:.3} ({program})"),
    )
}

#[cfg(test)]
mod tests {
    use super::super::comparisons::tests::{program, report, row};
    use super::super::report::Outcome;
    use super::*;

    #[test]
    fn the_page_needs_nothing_else() {
        let mut bad = row("clang-nested", Compiler::Clang, &[1.0]);
        bad.outcome = Outcome::Wrong {
            why: "a < b & c".into(),
        };
        let rows = vec![
            row("cuda", Compiler::Cuda, &[1e-3]),
            row("auto", Compiler::Romp, &[2e-3]),
            row("nested", Compiler::Romp, &[3e-3]),
            row("spmd", Compiler::Romp, &[4e-3]),
            bad,
        ];
        let page = render(&report(vec![program("a", rows)]));
        assert_eq!(page.matches("<svg").count(), 8, "four charts in two themes");
        assert!(page.contains("a &#60; b &#38; c"), "{page}");
        assert!(!page.contains("src=") && !page.contains("@import"));
        let links = page.matches("http").count();
        assert_eq!(
            links,
            page.matches("xmlns=\"http").count(),
            "no link but the names of SVG"
        );
    }

    #[test]
    fn without_a_gpu_there_is_nothing_to_draw() {
        let mut report = report(vec![program(
            "a",
            vec![row("auto", Compiler::Romp, &[2e-3])],
        )]);
        report.machine.architecture = None;
        let page = render(&report);
        assert!(!page.contains("<svg") && page.contains("times mean nothing"));
    }
}
