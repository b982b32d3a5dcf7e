//! A comparison as a unified difference: an item's name in each hunk's header, changed leaves marked, moved lines told.

use super::{Change, Entry, File, Line, Row};
use std::fmt::Write;
use std::ops::Range;

/// How it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// With colours of a terminal.
    pub colour: bool,
    /// Lines around a change; none: all lines of a changed item.
    pub context: Option<usize>,
}

pub(super) const RED: &str = "\x1b[31m";
pub(super) const GREEN: &str = "\x1b[32m";
/// Of what has moved.
pub(super) const BLUE: &str = "\x1b[34m";
pub(super) const CYAN: &str = "\x1b[36m";
pub(super) const BOLD: &str = "\x1b[1m";
/// Marks the changed leaves of a line.
pub(super) const REVERSE: &str = "\x1b[7m";
pub(super) const NOT_REVERSE: &str = "\x1b[27m";
pub(super) const RESET: &str = "\x1b[0m";

/// What counts in a file; nothing where nothing does.
pub fn render(file: &File, style: Style) -> String {
    let mut out = String::new();
    if !file.differs() {
        return out;
    }
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "/dev/null".into());
    for (sign, name) in [("---", name(&file.old)), ("+++", name(&file.new))] {
        push(&mut out, BOLD, &format!("{sign} {name}"), style);
    }
    let changed = file.entries.iter().filter(|entry| entry.change.counts());
    for entry in changed {
        for hunk in hunks(entry, style.context) {
            let rows = &entry.rows[hunk];
            push(&mut out, CYAN, &header(entry, rows), style);
            lines(rows, style, &mut out);
        }
    }
    out
}

/// The rows that are shown together, with lines around each change.
pub(super) fn hunks(entry: &Entry, context: Option<usize>) -> Vec<Range<usize>> {
    let Some(context) = context else {
        return std::iter::once(0..entry.rows.len()).collect();
    };
    let mut hunks: Vec<Range<usize>> = vec![];
    for (at, _) in entry
        .rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.state.counts())
    {
        let (from, to) = (
            at.saturating_sub(context),
            (at + context + 1).min(entry.rows.len()),
        );
        match hunks.last_mut() {
            Some(last) if last.end >= from => last.end = to,
            _ => hunks.push(from..to),
        }
    }
    hunks
}

/// `@@ -12,7 +14,8 @@ kernel relax_1 of a.c:9: target teams`.
pub(super) fn header(entry: &Entry, rows: &[Row]) -> String {
    let range = |side: fn(&Row) -> Option<&Line>| {
        // An old line that does not count is not shown.
        let shown = rows
            .iter()
            .filter(|row| row.state != Change::Noise || row.new.is_some());
        let numbers: Vec<usize> = shown.filter_map(side).map(|line| line.number).collect();
        match numbers.as_slice() {
            [] => "0,0".to_owned(),
            [one] => one.to_string(),
            [first, .., last] => format!("{first},{}", last + 1 - first),
        }
    };
    let note = match entry.change {
        Change::Changed => String::new(),
        other => format!(" [{}]", other.words()),
    };
    format!(
        "@@ -{} +{} @@ {}{note}",
        range(|row| row.old.as_ref()),
        range(|row| row.new.as_ref()),
        entry.title()
    )
}

/// Old lines of neighbouring changes stand in front of the new ones.
fn lines(rows: &[Row], style: Style, out: &mut String) {
    let mut at = 0;
    while at < rows.len() {
        if !rows[at].state.counts() {
            if let Some(line) = &rows[at].new {
                push(out, "", &format!(" {}", line.text), style);
            }
            at += 1;
            continue;
        }
        let end = at
            + rows[at..]
                .iter()
                .take_while(|row| row.state.counts())
                .count();
        for line in rows[at..end].iter().filter_map(|row| row.old.as_ref()) {
            changed(line, '-', RED, style, out);
        }
        for line in rows[at..end].iter().filter_map(|row| row.new.as_ref()) {
            changed(line, '+', GREEN, style, out);
        }
        at = end;
    }
}

fn changed(line: &Line, sign: char, colour: &str, style: Style, out: &mut String) {
    let (sign, colour, note) = match (line.moved, sign) {
        (None, _) => (sign, colour, String::new()),
        (Some(to), '-') => ('<', BLUE, format!("  [moved to line {to}]")),
        (Some(from), _) => ('>', BLUE, format!("  [moved from line {from}]")),
    };
    let text = match style.colour {
        true => marked(&line.text, &line.marks),
        false => line.text.clone(),
    };
    push(out, colour, &format!("{sign}{text}{note}"), style);
}

/// The text with its marks in reverse.
fn marked(text: &str, marks: &[Range<usize>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for mark in marks {
        let parts = (text.get(at..mark.start), text.get(mark.clone()));
        let (Some(before), Some(inside)) = parts else {
            continue;
        };
        write!(out, "{before}{REVERSE}{inside}{NOT_REVERSE}").unwrap();
        at = mark.end;
    }
    out + &text[at..]
}

fn push(out: &mut String, colour: &str, text: &str, style: Style) {
    match style.colour && !colour.is_empty() {
        true => writeln!(out, "{colour}{text}{RESET}").unwrap(),
        false => writeln!(out, "{text}").unwrap(),
    }
}
