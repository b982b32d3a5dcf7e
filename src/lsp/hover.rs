//! What stands under the cursor: what was decided for a directive, or how a variable is shared and where it lives.
//!
//! From an analysis. Markdown, in the words of `romp2cuda report`. Must not know how they were found.

use super::analysis::{Analysis, Kernel};
use crate::ir::{ConstructId, VarId};
use crate::report::{Reason, Variable};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Range};
use std::fmt::Write;

/// What is to be said at a position.
pub fn at(analysis: &Analysis, position: Position) -> Option<Hover> {
    let mut found: Vec<(Range, String)> = vec![];
    for kernel in &analysis.kernels {
        let names = kernel
            .names
            .iter()
            .filter(|(range, _)| holds(range, position));
        // Of `a` and `i` in a list item `a[i:n]` the one that is meant is the one with the least text.
        if let Some((range, var)) = names.min_by_key(|(range, _)| extent(range)) {
            if let Some(text) = variable(kernel, *var) {
                found.push((*range, text));
            }
            continue;
        }
        let mut directives = kernel.directives.iter();
        if let Some((range, id)) = directives.find(|(range, _)| holds(range, position)) {
            found.push((*range, directive(kernel, *id, *range == kernel.pragma)));
        }
    }
    // One construct makes several kernels where it has device and host variants, or loops that are unrolled over it.
    found.dedup();
    let (range, _) = *found.first()?;
    let texts: Vec<String> = found.into_iter().map(|(_, text)| text).collect();
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: texts.join("\n---\n"),
        }),
        range: Some(range),
    })
}

/// The end counts: an editor's cursor behind a name is about the name.
pub fn holds(range: &Range, position: Position) -> bool {
    range.start <= position && position <= range.end
}

fn extent(range: &Range) -> (u32, u32) {
    let lines = range.end.line - range.start.line;
    let columns = range.end.character.saturating_sub(range.start.character);
    (lines, columns)
}

/// A kernel's mode, threads and shared memory, in a few words.
pub fn summary(kernel: &Kernel) -> String {
    let report = &kernel.report;
    let shared = match report.shared.bytes {
        0 => "no shared memory".to_owned(),
        _ => format!("{} of shared memory", report.shared.words()),
    };
    format!("{}, {}, {shared}", report.mode, report.launch.short())
}

fn directive(kernel: &Kernel, id: ConstructId, outermost: bool) -> String {
    let report = &kernel.report;
    let mut text = String::new();
    let region = report.regions.iter().find(|region| region.id == id);
    if let (Some(region), false) = (region, outermost) {
        let _ = writeln!(text, "Parallel region: **{}** threads.\n", region.threads);
    }
    let _ = writeln!(text, "**`{}`**: {}.\n", report.name, summary(kernel));
    if !outermost {
        return text;
    }
    for reason in &report.why {
        let Reason {
            text: why,
            place,
            help,
            ..
        } = reason;
        let _ = write!(text, "- {why}");
        if let Some(place) = place {
            let _ = write!(text, " ({place})");
        }
        if let Some(help) = help {
            let _ = write!(text, "; {help}");
        }
        text.push('\n');
    }
    if !report.occupancy.is_empty() {
        let each = report.occupancy.iter().map(|one| {
            format!(
                "{} {} of {} threads{} (limit: {})",
                one.architecture,
                one.teams,
                one.threads,
                one.sharing(&report.launch),
                one.limits()
            )
        });
        let each: Vec<String> = each.collect();
        let _ = writeln!(text, "\nTeams on a multiprocessor: {}.", each.join(", "));
    }
    if report.expensive().next().is_some() {
        text.push_str("\nWhat costs time:\n");
    }
    for one in report.expensive() {
        let _ = write!(text, "\n- {} ({})", one.text, one.place);
        if let Some(help) = &one.help {
            let _ = write!(text, "; instead: {help}");
        }
    }
    text
}

/// The rows about a variable, outermost construct first; none for one that the kernel does not have.
fn variable(kernel: &Kernel, var: VarId) -> Option<String> {
    let rows = kernel.report.variables.iter();
    let rows: Vec<&Variable> = rows.filter(|row| row.id.0 == var).collect();
    let first = rows.first()?;
    let mut text = format!("**`{}`** in kernel `{}`", first.name, kernel.report.name);
    if let Some(bytes) = first.bytes {
        let _ = write!(text, ", {bytes} bytes");
    }
    text.push_str("\n\n");
    for row in rows {
        let _ = writeln!(
            text,
            "- **{}** on `{}`: {} ({}). Lives in: {}.",
            row.attribute, row.construct, row.kind, row.rule, row.lives
        );
    }
    Some(text)
}
