//! Changes as text for people, and as annotations for GitHub; JSON is what serde makes of them.
//!
//! Must not know what is decided.

use super::changes::{Change, Kind, Member};
use crate::diag::difference::{self, Options};
use std::fmt::Write;

const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";
/// As many new parts are shown as code; of more only the names.
const FEW: usize = 6;

/// A change as the user is asked about it. `all` shows the code of each part, host code too.
pub fn change(change: &Change, number: usize, of: usize, all: bool, colour: bool) -> String {
    let mut out = String::new();
    let bold = |text: &str| match colour {
        true => format!("{BOLD}{text}{RESET}"),
        false => text.to_owned(),
    };
    let _ = writeln!(
        out,
        "{}",
        bold(&format!("-- {number} of {of}: {}", title(change)))
    );
    if change.rejected {
        let _ = writeln!(out, "   you rejected this change before");
    }
    for member in notable(change) {
        let _ = writeln!(out, "{}", heading(member));
        for reason in &member.reasons {
            let _ = writeln!(out, "   why: {reason}");
        }
        for figure in &member.figures {
            let _ = writeln!(out, "   {}", row(figure));
        }
    }
    if !change.concerns.is_empty() {
        let names: Vec<&str> = change.concerns.iter().map(String::as_str).collect();
        let _ = writeln!(
            out,
            "kernels that use it, and are as before: {}",
            names.join(", ")
        );
    }
    let others: Vec<&Member> = change.members.iter().filter(|it| !is_notable(it)).collect();
    if !others.is_empty() && !notable(change).is_empty() {
        let _ = writeln!(out, "with it, as it is in the source: {}", listed(&others));
    }
    if let Some(together) = &change.together {
        let _ = writeln!(out, "all of it is one change: {together}");
    } else if change
        .members
        .iter()
        .filter(|it| it.what == "kernel")
        .count()
        > 1
    {
        let _ = writeln!(
            out,
            "these parts are one change: each names what changed in another"
        );
    }
    let many = change
        .members
        .iter()
        .filter(|it| it.kind == Kind::New)
        .count()
        > FEW;
    if many && !all {
        let _ = writeln!(out, "(d shows the code)");
        return out;
    }
    // The source first: it is in the launches' regions.
    let mut members: Vec<&Member> = change.members.iter().collect();
    members.sort_by_key(|member| member.what != "launch");
    for member in members {
        if all || is_notable(member) || notable(change).is_empty() {
            out.push_str(&code(member, colour));
        }
    }
    out
}

fn row(figure: &super::figures::Figure) -> String {
    match (figure.before.as_str(), figure.after.as_str()) {
        ("", after) => format!("{}, now: {after}", figure.what),
        (before, "") => format!("{}, no more: {before}", figure.what),
        (before, after) => format!("{}: {before} -> {after}", figure.what),
    }
}

/// What is shown before anything else: device code and its launches.
fn is_notable(member: &Member) -> bool {
    !matches!(
        member.what,
        "head of" | "host code of" | "declaration" | "macro" | "text"
    )
}

fn notable(change: &Change) -> Vec<&Member> {
    change.members.iter().filter(|it| is_notable(it)).collect()
}

fn listed(members: &[&Member]) -> String {
    let mut names: Vec<String> = vec![];
    for member in members {
        let name = match member.what {
            "text" => format!("`{}`", member.name.trim()),
            "macro" => format!("macro {}", member.name),
            _ => member.name.clone(),
        };
        let name = format!("{name} ({})", member.file);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = names.len().saturating_sub(12);
    names.truncate(12);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    names.join(", ") + &more
}

/// What a change is, in a line.
pub fn title(change: &Change) -> String {
    let kernels = |kind: Kind| {
        let of_kind = |it: &&Member| it.what == "kernel" && it.kind == kind;
        change.members.iter().filter(of_kind).count()
    };
    let counted = [Kind::Changed, Kind::New, Kind::Gone].map(|kind| (kernels(kind), kind.word()));
    let total: usize = counted.iter().map(|(count, _)| count).sum();
    let launches = change
        .members
        .iter()
        .filter(|it| it.what == "launch")
        .count();
    let Some(first) = change.members.first() else {
        return change.title.clone();
    };
    match total {
        0 if launches > 1 => format!("launches of {launches} kernels ({})", first.kind.word()),
        0 | 1 => {
            let source = first.source.as_ref().filter(|_| first.what == "kernel");
            let place = source.map_or(String::new(), |(file, line)| format!(", {file}:{line}"));
            let others = change
                .members
                .iter()
                .skip(1)
                .filter(|it| is_notable(it) && it.what != "launch");
            let others = others.count();
            let others = if others > 0 {
                format!(", and {others} more")
            } else {
                String::new()
            };
            format!(
                "{} {} ({}){place}{others}",
                first.what,
                first.name,
                first.kind.word()
            )
        }
        _ => {
            let counted = counted.iter().filter(|(count, _)| *count > 0);
            let counted: Vec<String> = counted
                .map(|(count, word)| format!("{count} {word}"))
                .collect();
            format!(
                "{total} kernels ({}), from {}",
                counted.join(", "),
                first.name
            )
        }
    }
}

fn heading(member: &Member) -> String {
    let called = member
        .was_called
        .as_ref()
        .map(|was| format!(", {was} before"));
    let source = member.source.as_ref().filter(|_| member.what == "kernel");
    let place = source.map_or(String::new(), |(file, line)| format!(", {file}:{line}"));
    let directive = member
        .directive
        .as_ref()
        .filter(|_| member.what == "kernel");
    let directive = directive.map_or(String::new(), |text| format!(": {text}"));
    format!(
        "{} {} ({}{}){place}{directive}",
        member.what,
        member.name,
        member.kind.word(),
        called.unwrap_or_default()
    )
}

fn code(member: &Member, colour: bool) -> String {
    let options = Options {
        colour,
        ignore_comments: false,
    };
    let name = format!("{}: {} {}", member.file, member.what, member.name);
    let text = |side: &Option<String>| {
        let text = side.as_deref().unwrap_or_default().trim_start_matches('\n');
        match text.is_empty() || text.ends_with('\n') {
            true => text.to_owned(),
            false => format!("{text}\n"),
        }
    };
    let (old, new) = (text(&member.before), text(&member.after));
    let old = in_present_places(&old, &new, member);
    difference::render(
        &name,
        &format!("{} (now)", member.file),
        &old,
        &new,
        options,
    )
    .unwrap_or_default()
}

/// The accepted text with the places and the name of the present text, where lines differ in nothing else.
fn in_present_places(old: &str, new: &str, member: &Member) -> String {
    let shape = |line: &str| -> String {
        let name = match &member.was_called {
            Some(was) => line.replace(was.as_str(), &member.name),
            None => line.to_owned(),
        };
        let mut shape = String::new();
        let mut digits = false;
        for c in name.chars() {
            // `a.c:12`: what stands behind a colon
            digits = c == ':' || digits && c.is_ascii_digit();
            if c == ':' || !digits {
                shape.push(c);
            }
        }
        shape
    };
    let mut present: Vec<(String, &str)> = new
        .split_inclusive('\n')
        .map(|line| (shape(line), line))
        .collect();
    let mut out = String::new();
    for line in old.split_inclusive('\n') {
        let of_line = shape(line);
        match present.iter().position(|(shape, _)| *shape == of_line) {
            // Lines come in one order.
            Some(at) => out.push_str(
                present
                    .drain(..=at)
                    .next_back()
                    .map_or(line, |(_, line)| line),
            ),
            None => out.push_str(line),
        }
    }
    out
}

/// The changes that are pending, a line each.
pub fn list(changes: &[&Change]) -> String {
    let mut out = String::new();
    for change in changes {
        let rejected = if change.rejected { "; rejected" } else { "" };
        let _ = writeln!(out, "pending: {}{rejected}", title(change));
        let reasons = change.members.iter().find(|it| !it.reasons.is_empty());
        for reason in reasons.map_or(&[][..], |it| &it.reasons) {
            let _ = writeln!(out, "    {reason}");
        }
        if !change.concerns.is_empty() {
            let names: Vec<&str> = change.concerns.iter().map(String::as_str).collect();
            let _ = writeln!(out, "    kernels that use it: {}", names.join(", "));
        }
    }
    out
}

/// A line for GitHub's log, which it shows at the place in the source.
pub fn annotation(change: &Change) -> String {
    let member = change.members.first();
    let source = member.and_then(|member| member.source.clone());
    let place = source.map_or(String::new(), |(file, line)| {
        format!(
            " file={},line={line}",
            escaped(&file).replace(',', "%2C").replace(':', "%3A")
        )
    });
    let mut lines = vec![title(change)];
    for member in notable(change).into_iter().take(FEW) {
        lines.extend(member.reasons.iter().map(|reason| format!("why: {reason}")));
        lines.extend(member.figures.iter().map(row));
    }
    let gap = if place.is_empty() { " " } else { "," };
    let text = escaped(&lines.join("\n"));
    format!("::error{place}{gap}title=generated code is not accepted::{text}\n")
}

/// Text as GitHub's commands want it.
pub fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}
