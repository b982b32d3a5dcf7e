//! Reports of `bench`: saved, read again, shown, compared with a baseline.

use super::super::Format;
use super::super::terminal::{Terminal, print, print_json};
use crate::bench::report::{FORMAT, Report};
use crate::bench::{baseline, html, text};
use crate::driver::{Failure, Reporter, Result, cache};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The report as it is when its first program is shown: nobody ended it yet.
pub(super) fn started(report: &Report) -> Report {
    Report {
        complete: true,
        ..report.clone()
    }
}

/// What stands at the end: in text, programs were shown as they came.
pub(super) fn finish(report: &Report, terminal: &Terminal) {
    if terminal.format != Format::Text {
        return show(report, terminal);
    }
    if report.programs.is_empty() {
        print(&text::heading(&started(report)));
    }
    print(&text::means(report));
    if !report.complete {
        print("\nPARTIAL: it was ended before all runs were done.\n");
    }
}

pub(super) fn show(report: &Report, terminal: &Terminal) {
    match terminal.format {
        Format::Json => print_json(report),
        Format::Html => print(&html::render(report)),
        _ => print(&text::render(report)),
    }
}

/// Shows what is different from the baseline; whether there are regressions.
pub(super) fn regressions(
    report: &Report,
    baseline: Option<&Report>,
    terminal: &Terminal,
) -> Result<bool> {
    let Some(then) = baseline else {
        return Ok(false);
    };
    let difference = baseline::compare(report, then)
        .map_err(|why| Failure::Usage(format!("bench: --baseline: {why}")))?;
    let text = baseline::render(&difference);
    match terminal.format {
        // Standard output holds one document.
        Format::Json | Format::Html => terminal.say(text.trim()),
        _ => print(&text),
    }
    Ok(difference
        .changes
        .iter()
        .any(|change| change.is_regression()))
}

pub(super) fn save(report: &impl Serialize, file: &Path) -> Result<()> {
    let folder = file
        .parent()
        .filter(|path| !path.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let text = serde_json::to_string_pretty(report).expect("the report is plain data");
    cache::write(folder, &name, text).map(drop)
}

pub(super) fn read(file: &Path) -> Result<Report> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::file(file, "read", error))?;
    let report: Report = serde_json::from_str(&text).map_err(|error| {
        Failure::Usage(format!(
            "bench: {} is no saved report: {error}",
            file.display()
        ))
    })?;
    match report.format == FORMAT {
        true => Ok(report),
        false => Err(Failure::Usage(format!(
            "bench: {} has format {}, this version reads {FORMAT}",
            file.display(),
            report.format
        ))),
    }
}

/// The saved reports as one.
pub(super) fn joined(files: &[PathBuf]) -> Result<Option<Report>> {
    let Some((first, others)) = files.split_first() else {
        return Ok(None);
    };
    let mut report = read(first)?;
    for file in others {
        report
            .join(read(file)?)
            .map_err(|why| Failure::Usage(format!("bench: {}: {why}", file.display())))?;
    }
    Ok(Some(report))
}
