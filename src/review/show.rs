//! Changes as text for people; JSON is what serde makes of them.
//!
//! Must not know what is decided.

use super::changes::{Change, Kind, Member};
use super::copies;
use super::edits::Edit;
use super::figures::COSTS;
use super::spelling::REGION;
use crate::compare::text::{self, Style};
use crate::compare::{File, Stretch, Text};
use crate::outline::Language;
use std::fmt::Write;
use std::path::Path;

const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";
/// As many new parts are shown as code; of more only the names.
const FEW: usize = 6;

/// How much of a change is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What a question is about.
    Asked,
    /// The same where nothing is asked.
    Told,
    /// The code of each part, host code too.
    All,
}

const MEETS: &str = "you edited it by hand, and your edit and the new code meet: if you accept, both stand there with the marks of a conflict";

/// A change with its number among all.
pub fn change(
    change: &Change,
    (number, of): (usize, usize),
    detail: Detail,
    colour: bool,
) -> String {
    let all = detail == Detail::All;
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
    for setting in &change.settings {
        let _ = writeln!(out, "   {}", row(setting));
    }
    let shown = |member: &&Member| {
        is_notable(member) || is_shown(member, change) && !notable(change).is_empty()
    };
    for copies in copies::of(change.members.iter().filter(shown)) {
        let member = copies.member;
        let _ = writeln!(out, "{}{}", heading(member), copies.places());
        for reason in &copies.reasons {
            let _ = writeln!(out, "   why: {reason}");
        }
        for figure in &member.figures {
            let _ = writeln!(out, "   {}", row(figure));
        }
        if member.conflict {
            let _ = writeln!(out, "   {MEETS}");
        } else if member.edited && !member.reasons.iter().any(|it| it.contains("by hand")) {
            let _ = writeln!(out, "   you edited it by hand: your edit is kept");
        }
    }
    // Parts that are not shown may meet edits, too.
    let hidden = change.members.iter().filter(|it| it.conflict && !shown(it));
    for member in hidden {
        let _ = writeln!(out, "{}\n   {MEETS}", heading(member));
    }
    if !change.concerns.is_empty() {
        let names: Vec<&str> = change.concerns.iter().map(String::as_str).collect();
        let _ = writeln!(
            out,
            "kernels that use it, and whose text is as before: {}",
            names.join(", ")
        );
    }
    for line in figures(change) {
        let _ = writeln!(out, "{line}");
    }
    let others = change.members.iter().filter(|it| !is_shown(it, change));
    let others: Vec<&Member> = others.collect();
    if !others.is_empty() && !notable(change).is_empty() {
        let _ = writeln!(out, "with it, as it is in the source: {}", listed(&others));
    }
    out.push_str(&joined(change));
    let many = change
        .members
        .iter()
        .filter(|it| it.kind == Kind::New)
        .count()
        > FEW;
    if many && !all {
        let _ = match detail {
            Detail::Told => writeln!(out, "(the code is in the files)"),
            _ => writeln!(out, "(d shows the code)"),
        };
        return out;
    }
    // The source first: it is in the launches' regions.
    let members = change.members.iter();
    let members = members.filter(|it| all && !is_of_regions(it) || is_shown(it, change));
    let mut members: Vec<&Member> = copies::of(members).iter().map(|it| it.member).collect();
    members.sort_by_key(|member| member.what != "launch");
    let mut files: Vec<(&str, Vec<&Member>)> = vec![];
    for member in members {
        match files.iter_mut().find(|(file, _)| *file == member.file) {
            Some((_, of_file)) => of_file.push(member),
            None => files.push((&member.file, vec![member])),
        }
    }
    for (file, mut members) in files {
        members.sort_by_key(|member| member.lines.1);
        out.push_str(&code(file, &members, colour));
    }
    out
}

pub(super) fn row(figure: &super::figures::Figure) -> String {
    match (figure.before.as_str(), figure.after.as_str()) {
        ("", after) => format!("{}, now: {after}", figure.what),
        (before, "") => format!("{}, no more: {before}", figure.what),
        (before, after) => format!("{}: {before} -> {after}", figure.what),
    }
}

/// Why the parts of a change are one.
fn joined(change: &Change) -> String {
    if let Some(together) = &change.together {
        return format!("all of it is one change: {together}\n");
    }
    let kernels = change.members.iter().filter(|it| it.what == "kernel");
    match kernels.count() {
        0 | 1 => String::new(),
        _ => "these parts are one change: each names what changed in another\n".to_owned(),
    }
}

/// Figures of kernels whose text is as it was, and of which something that they use changed.
pub(super) fn figures(change: &Change) -> Vec<String> {
    let mut all = vec![];
    for (kernel, figures) in &change.figures {
        all.push(format!("kernel {kernel}, whose text is as before"));
        all.extend(figures.iter().map(|figure| format!("   {}", row(figure))));
    }
    all
}

/// That an edit of this part is not merged without the user.
pub(super) fn meets(member: &Member) -> String {
    format!("your edit of {} and the new code meet", member.name)
}

/// What is shown before anything else: device code and its launches.
pub(super) fn is_notable(member: &Member) -> bool {
    !matches!(
        member.what,
        "head of" | "host code of" | "declaration" | "macro" | "text"
    )
}

/// What is shown of a change: with a region the host code around it, which gives it its values; where there is no device
/// code, everything.
fn is_shown(member: &Member, change: &Change) -> bool {
    let around = matches!(member.what, "head of" | "host code of")
        && member.kind == Kind::Changed
        && !is_of_regions(member);
    is_notable(member) || around || notable(change).is_empty()
}

/// Whether only regions came to host code, or went away, which are shown by themselves.
fn is_of_regions(member: &Member) -> bool {
    let own = |text: &Option<String>| -> Vec<String> {
        let text = text.as_deref().unwrap_or_default().replace(REGION, "");
        text.split_whitespace().map(str::to_owned).collect()
    };
    member.what == "host code of"
        && member.kind == Kind::Changed
        && own(&member.before) == own(&member.after)
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
        return format!("{} (changed)", change.title);
    };
    match total {
        0 if launches > 1 => format!("launches of {launches} kernels ({})", first.kind.word()),
        0 | 1 => {
            let source = first.source.as_ref().filter(|_| is_launched(first));
            let place = source.map_or(String::new(), |(file, line)| format!(", {file}:{line}"));
            let others = change
                .members
                .iter()
                .filter(|it| is_notable(it) && it.what != "launch");
            let others = copies::of(others).len();
            let others = others.saturating_sub(usize::from(is_notable(first)));
            let others = if others > 0 {
                format!(", and {others} more")
            } else {
                String::new()
            };
            let called = called(first);
            format!(
                "{} {} ({}{called}){place}{others}",
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

/// What it was called, in the brackets behind its name.
fn called(member: &Member) -> String {
    let was = member.was_called.as_ref();
    was.map_or(String::new(), |was| format!(", {was} before"))
}

pub(super) fn heading(member: &Member) -> String {
    let place = own_place(member).or_else(|| declared(member));
    let place = place.map_or(String::new(), |place| format!(", {place}"));
    let directive = directive(member).map_or(String::new(), |text| format!(": {text}"));
    format!(
        "{} {} ({}{}){place}{directive}",
        member.what,
        member.name,
        member.kind.word(),
        called(member)
    )
}

/// The parts of a file, compared as `diff` compares.
fn code(file: &str, members: &[&Member], colour: bool) -> String {
    let stretches: Vec<Stretch> = members.iter().map(|member| stretch(member)).collect();
    let language = Language::of(Path::new(file));
    let names = (file.to_owned(), format!("{file} (now)"));
    let compared = File::of_stretches(names, language, &stretches);
    let style = Style {
        colour,
        context: Some(3),
    };
    text::render(&compared, style)
}

fn stretch(member: &Member) -> Stretch<'_> {
    let name = member.was_called.as_ref().unwrap_or(&member.name);
    Stretch {
        what: member.what,
        old: member.before.as_deref().map(|text| Text {
            line: member.lines.0,
            text,
            name,
        }),
        new: member.after.as_deref().map(|text| Text {
            line: member.lines.1,
            text,
            name: &member.name,
        }),
        place: own_place(member),
        directive: directive(member).cloned(),
    }
}

/// Whether a directive is its own.
fn is_launched(member: &Member) -> bool {
    // The comment of a kernel that went away has its place.
    member.what == "kernel" || member.what == "launch" && member.kind != Kind::Gone
}

/// Where a directive is.
fn own_place(member: &Member) -> Option<String> {
    let source = member.source.as_ref().filter(|_| is_launched(member));
    source.map(|(file, line)| format!("{file}:{line}"))
}

/// Where the user declares what is neither a kernel nor its launch.
fn declared(member: &Member) -> Option<String> {
    let is_there = member.kind != Kind::Gone && !matches!(member.what, "kernel" | "launch");
    let source = member.source.as_ref();
    let source = source.filter(|_| is_there && member.is_declared);
    source.map(|(file, line)| format!("{file}:{line}"))
}

fn directive(member: &Member) -> Option<&String> {
    let directive = member.directive.as_ref();
    directive.filter(|_| member.what == "kernel")
}

/// Edits by hand, each with its lines.
pub fn edits(folder: &str, edits: &[&Edit]) -> String {
    let shown = |edit: &&Edit| format!("{}\n{}", edit.title(folder), edit.lines());
    edits.iter().map(shown).collect()
}

/// A file that builds the folder, of which another text was accepted.
pub fn support_title(folder: &str, file: &Edit) -> String {
    let place = Path::new(folder).join(&file.file);
    format!(
        "{} ({}, and accepted so)",
        place.display(),
        file.kind.word()
    )
}

/// The changes that are pending, a line each.
pub fn list(changes: &[&Change]) -> String {
    let mut out = String::new();
    for change in changes {
        let rejected = if change.rejected { "; rejected" } else { "" };
        let _ = writeln!(out, "pending: {}{rejected}", title(change));
        for setting in &change.settings {
            let _ = writeln!(out, "    {}", row(setting));
        }
        let reasons = change.members.iter().find(|it| !it.reasons.is_empty());
        for reason in reasons.map_or(&[][..], |it| &it.reasons) {
            let _ = writeln!(out, "    {reason}");
        }
        let figures_of = change.members.iter().flat_map(|it| &it.figures);
        for cost in figures_of.filter(|it| it.what == COSTS) {
            let _ = writeln!(out, "    {}", row(cost));
        }
        for member in change.members.iter().filter(|it| it.conflict) {
            let _ = writeln!(out, "    {}", meets(member));
        }
        if !change.concerns.is_empty() {
            let names: Vec<&str> = change.concerns.iter().map(String::as_str).collect();
            let _ = writeln!(out, "    kernels that use it: {}", names.join(", "));
        }
        for line in figures(change) {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}
