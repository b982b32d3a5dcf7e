//! The report as text: a table for each program, then the tables of geometric means.

use super::comparisons::{Comparison, comparisons, reached};
use super::contenders::Compiler;
use super::curves::{self, Curve, Factors, Unit};
use super::published::{self, Table};
use super::report::{Measure, ProgramReport, Report, Row, Times};
use super::statistics::{Summary, confidence};
use std::fmt::Write;

/// What the columns of a program's table are called.
pub const COLUMNS: &[&str] = &[
    "", "kernels", "±", "whole", "±", "cuda/it", "GB/s", "GFLOP/s", "roof", "regs", "shared",
    "occ.", "launches",
];

pub fn render(report: &Report) -> String {
    let mut text = heading(report);
    for program in &report.programs {
        text += &table_of(report, program);
    }
    text += &means(report);
    text
}

/// Which machine, which compilers, and what is to be known of the figures.
pub fn heading(report: &Report) -> String {
    let machine = &report.machine;
    let mut text = format!("{} on {}", report.translator, machine.device);
    let details = [&machine.architecture, &machine.driver];
    let details: Vec<&str> = details.into_iter().flatten().map(String::as_str).collect();
    if !details.is_empty() {
        let _ = write!(text, " ({})", details.join(", "));
    }
    let _ = writeln!(text, ", {}, {}", machine.processor, report.date);
    for (name, version) in &machine.compilers {
        let _ = writeln!(text, "  {name:<6} {version}");
    }
    if let Some(peaks) = machine.peaks {
        let _ = writeln!(
            text,
            "  peaks  {:.0} GB/s copied, {:.1} TFLOP/s in single and {:.1} in double precision, measured here",
            peaks.bytes / 1e9,
            peaks.f32 / 1e12,
            peaks.f64 / 1e12
        );
    }
    let _ = match machine.has_gpu() {
        true => writeln!(
            text,
            "Size {}, medians of {} runs in turn; ± is half the median's interval of {:.0} % confidence.",
            report.size,
            report.runs,
            100.0 * confidence(report.runs)
        ),
        false => writeln!(
            text,
            "Size {}. There is no GPU: results are checked on the emulated device, whose times mean nothing.",
            report.size
        ),
    };
    if let Some(why) = &report.no_kernel_times {
        let _ = writeln!(text, "There are no kernel times: {why}.");
    }
    if !report.complete {
        text += "PARTIAL: it was ended before all runs were done.\n";
    }
    text
}

/// A program's rows as words.
pub struct Lines {
    /// A cell for each of `COLUMNS`, of rows that were measured.
    pub measured: Vec<Vec<String>>,
    /// Rows of which there is something else to say.
    pub others: Vec<(String, String)>,
}

/// What is to be said of each of a program's rows.
pub fn lines_of(report: &Report, program: &ProgramReport) -> Lines {
    let (mut measured, mut others) = (vec![], vec![]);
    for row in &program.rows {
        let mut say = |what: String| others.push((row.id.clone(), what));
        match row.times() {
            Some(times) if report.machine.has_gpu() => {
                measured.push(cells(report, program, row, times));
                if let Some(note) = &times.note {
                    say(format!("no kernel times: {note}"));
                }
            }
            Some(_) => say("right".into()),
            None => say(row.outcome.why().unwrap_or_default()),
        }
    }
    Lines { measured, others }
}

/// A program's rows.
pub fn table_of(report: &Report, program: &ProgramReport) -> String {
    let Lines { measured, others } = lines_of(report, program);
    let mut text = format!("\n{}  {}\n", program.name, program.title);
    if !measured.is_empty() {
        let titles = COLUMNS.iter().map(|title| title.to_string()).collect();
        text += &aligned(&[vec![titles], measured].concat());
    }
    for (id, what) in others {
        let _ = writeln!(text, "  {id:<14} {what}");
    }
    if report.machine.has_gpu() {
        text += &curves_of(program);
        for table in published::tables(report, program) {
            text += &published_table(&table);
        }
    }
    text
}

/// A program's curves: a line for each curve and row, a column for each number.
fn curves_of(program: &ProgramReport) -> String {
    let rows = rows_with_curves(program);
    if rows.is_empty() {
        return String::new();
    }
    let mut numbers: Vec<f64> = vec![];
    for point in rows.iter().flat_map(|(_, curves)| curves.iter()) {
        for point in &point.points {
            if !numbers.contains(&point.x) {
                numbers.push(point.x);
            }
        }
    }
    numbers.sort_by(f64::total_cmp);
    let unit = Unit::of(program.clock);
    let mut head = vec![
        format!("{} over {}", unit.name, program.over),
        String::new(),
    ];
    head.extend(numbers.iter().map(f64::to_string));
    let mut lines = vec![head];
    for name in curve_names(&rows) {
        let mut title = name.to_string();
        for (row, curves) in &rows {
            let cell = |&x: &f64| {
                let seconds = curves::at(curves, name, x);
                seconds.map_or("-".into(), |s| format!("{:.0}", unit.of_seconds(s)))
            };
            let mut line = vec![std::mem::take(&mut title), row.id.clone()];
            line.extend(numbers.iter().map(cell));
            lines.push(line);
        }
    }
    let mut text = aligned(&lines);
    for (row, factors) in against_cuda(program) {
        let (curve, x, most) = &factors.most;
        let _ = writeln!(
            text,
            "  {row} takes {:.2} times what cuda takes, the geometric mean of {} points; at most {most:.2} times, {curve} at {x}",
            factors.mean, factors.points
        );
    }
    text
}

/// The rows that told points.
pub fn rows_with_curves(program: &ProgramReport) -> Vec<(&Row, &[Curve])> {
    let rows = program
        .rows
        .iter()
        .filter_map(|row| Some((row, row.times()?.curves.as_slice())));
    rows.filter(|(_, curves)| !curves.is_empty()).collect()
}

/// The names of the curves of any of these rows.
pub fn curve_names<'a>(rows: &[(&Row, &'a [Curve])]) -> Vec<&'a str> {
    let mut names: Vec<&str> = vec![];
    for curve in rows.iter().flat_map(|(_, curves)| curves.iter()) {
        if !names.contains(&curve.name.as_str()) {
            names.push(&curve.name);
        }
    }
    names
}

/// How many times as long each row's points take as those of the program by hand.
pub fn against_cuda(program: &ProgramReport) -> Vec<(String, Factors)> {
    let rows = rows_with_curves(program);
    let Some((_, cuda)) = rows.iter().find(|(row, _)| row.compiler == Compiler::Cuda) else {
        return vec![];
    };
    let others = rows
        .iter()
        .filter(|(row, _)| row.compiler != Compiler::Cuda);
    let compared =
        |(row, own): &(&Row, &[Curve])| Some((row.id.clone(), curves::factors(own, cuda)?));
    others.filter_map(compared).collect()
}

fn published_table(table: &Table) -> String {
    let mut head = vec![String::new()];
    head.extend(table.columns.iter().cloned());
    let mut lines = vec![head];
    for line in &table.lines {
        let mut cells = vec![line.kernel.clone()];
        cells.extend(line.cells.iter().map(figure));
        lines.push(cells);
    }
    format!(
        "\n  {} ({})\n{}",
        table.title,
        table.source,
        aligned(&lines)
    )
}

/// A figure of a table, or that there is none.
pub fn figure(cell: &Option<f64>) -> String {
    cell.map_or("-".into(), |figure| figure.to_string())
}

fn cells(report: &Report, program: &ProgramReport, row: &Row, times: &Times) -> Vec<String> {
    let reached = reached(report, program, row);
    let kernel = times.kernels.first();
    let by = if times.kernel.is_some() {
        Measure::Kernel
    } else {
        Measure::Total
    };
    let ratio = program
        .seconds("cuda", by)
        .zip(times.seconds(by))
        .map(|(cuda, own)| format!("{:.3}", cuda / own.median));
    let noise = |summary: Option<Summary>| summary.map(|s| format!("{:.1} %", 100.0 * s.noise()));
    let number = |value: Option<f64>| value.map(|value| format!("{:.0}", value / 1e9));
    let percent = |share: Option<f64>| share.map(|share| format!("{:.0} %", 100.0 * share));
    let cells = [
        Some(row.id.clone()),
        times.kernel.map(|s| time(s.median)),
        noise(times.kernel),
        times.total.map(|s| time(s.median)),
        noise(times.total),
        ratio,
        number(reached.bytes),
        number(reached.flops),
        percent(reached.share),
        kernel.map(|kernel| kernel.registers.to_string()),
        kernel.map(|kernel| (kernel.static_shared + kernel.dynamic_shared).to_string()),
        percent(times.occupancy),
        (times.launches > 0).then(|| times.launches.to_string()),
    ];
    cells
        .map(|cell| cell.unwrap_or_else(|| "-".into()))
        .to_vec()
}

/// Columns as wide as their widest cell; the first to the left, numbers to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| {
        lines
            .iter()
            .filter_map(|line| line.get(at))
            .map(|cell| cell.chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..columns).map(|at| width(at).unwrap_or(0)).collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::from(" ");
        for (at, cell) in line.iter().enumerate() {
            let _ = match at {
                0 => write!(row, " {cell:<0$}", widths[at].max(14)),
                _ => write!(row, "  {cell:>0$}", widths[at]),
            };
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}

/// The tables of geometric means.
pub fn means(report: &Report) -> String {
    let all = comparisons(report);
    if all.is_empty() {
        return String::new();
    }
    let mut lines = vec![
        ["", "by", "programs", "mean", "least", ""]
            .map(String::from)
            .to_vec(),
    ];
    let mut notes = String::new();
    for one in &all {
        lines.push(mean_cells(one));
        if !one.left_out.is_empty() {
            let (name, by) = (&one.name, measure(one.by));
            let _ = writeln!(notes, "  not in {name} ({by}): {}", one.left_out.join(", "));
        }
    }
    let mut text = String::from(
        "\nHow many times as fast as the other, geometric means (above 1: the first is faster)\n",
    );
    text += &aligned(&lines);
    for one in all.iter().filter(|one| one.by_suite().len() > 1) {
        let suites: Vec<String> = one
            .by_suite()
            .iter()
            .map(|(suite, mean)| format!("{suite} {mean:.3}"))
            .collect();
        let _ = writeln!(text, "  {} by suite: {}", one.name, suites.join(", "));
    }
    text + &notes
}

fn mean_cells(one: &Comparison) -> Vec<String> {
    let least = one.least();
    vec![
        one.name.clone(),
        measure(one.by).into(),
        one.ratios.len().to_string(),
        one.mean.map_or("-".into(), |mean| format!("{mean:.3}")),
        least.map_or("-".into(), |least| format!("{:.3}", least.ratio)),
        least.map_or(String::new(), |least| least.program.clone()),
    ]
}

/// The name of a column of times.
pub fn measure(by: Measure) -> &'static str {
    match by {
        Measure::Kernel => "kernels",
        Measure::Total => "whole",
    }
}

/// Seconds with a unit that leaves three or four digits.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s if s < 1.0 => format!("{:.3} ms", s * 1e3),
        s => format!("{s:.3} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::comparisons::tests::{program, report, row};
    use super::super::report::Outcome;
    use super::*;

    #[test]
    fn rows_that_were_not_measured_say_why() {
        let mut bad = row("clang-nested", Compiler::Clang, &[1.0]);
        bad.outcome = Outcome::Missing {
            why: "clang is not found".into(),
        };
        let rows = vec![
            row("cuda", Compiler::Cuda, &[1e-3]),
            row("auto", Compiler::Romp, &[2e-3]),
            bad,
        ];
        let text = render(&report(vec![program("a", rows)]));
        assert!(text.contains("missing: clang is not found"), "{text}");
        assert!(
            text.contains("2.000 ms") && text.contains("0.500"),
            "{text}"
        );
        assert!(
            text.contains("not in auto against clang-nested (kernels): a"),
            "{text}"
        );
    }

    #[test]
    fn the_emulated_device_has_no_times() {
        let mut report = report(vec![program(
            "a",
            vec![row("auto", Compiler::Romp, &[2e-3])],
        )]);
        report.machine.architecture = None;
        let text = render(&report);
        assert!(text.contains("times mean nothing"));
        assert!(
            text.contains("auto           right") && !text.contains(" ms"),
            "{text}"
        );
    }
}
