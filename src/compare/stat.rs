//! A comparison as a list: what is different, by how many lines, and how much there is that is not.

use super::{Change, Entry, File};
use std::fmt::Write;

/// The longest row of signs.
const WIDEST: usize = 30;

/// A line for each item that counts, and one for the sum.
pub fn render(files: &[File]) -> String {
    let mut out = String::new();
    let entries = || files.iter().flat_map(|file| &file.entries);
    let changed: Vec<&Entry> = entries().filter(|entry| entry.change.counts()).collect();
    let most = changed.iter().map(|entry| sum(entry)).max().unwrap_or(0);
    let width = changed
        .iter()
        .map(|entry| label(entry).chars().count())
        .max()
        .unwrap_or(0);
    for file in files.iter().filter(|file| file.differs()) {
        let names: Vec<&str> = [&file.old, &file.new]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        writeln!(out, "{}", names.join(" -> ")).unwrap();
        for entry in file.entries.iter().filter(|entry| entry.change.counts()) {
            let (gone, new) = entry.counts();
            let scaled = |count: usize| match most {
                0..=WIDEST => count,
                most => (count * WIDEST).div_ceil(most),
            };
            let signs = "-".repeat(scaled(gone)) + &"+".repeat(scaled(new));
            let moved = match moved(entry) {
                0 => String::new(),
                moved if signs.is_empty() => format!("({moved} moved)"),
                moved => format!(" ({moved} moved)"),
            };
            let line = format!(
                "  {:<width$} | {:>4} {signs}{moved}",
                label(entry),
                gone + new
            );
            writeln!(out, "{}", line.trim_end()).unwrap();
        }
    }
    let count = |change: Change| entries().filter(|entry| entry.change == change).count();
    let all_moved: usize = changed.iter().map(|entry| moved(entry)).sum();
    writeln!(
        out,
        "{} changed, {} new, {} removed, {} unchanged ({} of them but for numbers and comments); {} moved lines",
        count(Change::Changed),
        count(Change::Added),
        count(Change::Removed),
        count(Change::Same) + count(Change::Noise),
        count(Change::Noise),
        all_moved,
    )
    .unwrap();
    out
}

/// The lines that are in another place.
fn moved(entry: &Entry) -> usize {
    let new = entry.rows.iter().filter_map(|row| row.new.as_ref());
    new.filter(|line| line.moved.is_some()).count()
}

fn sum(entry: &Entry) -> usize {
    let (gone, new) = entry.counts();
    gone + new
}

/// The kind and name, with what happened to it.
fn label(entry: &Entry) -> String {
    let name = format!("{} {}", entry.kind.words(), entry.name());
    match entry.change {
        Change::Changed => name.trim_end().to_owned(),
        change => format!("{} [{}]", name.trim_end(), change.words()),
    }
}
