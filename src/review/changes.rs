//! The changes between two versions: groups of parts that are accepted together, with the reasons of each.
//!
//! Plain data for those who show it. Must not know how it is shown.

use super::edits::Edit;
use super::figures::{self, Figure};
use super::lock::digest;
use super::pairs::{Cut, Node, Pairs, Role, Side};
use super::spelling::shown_body;
use super::{Version, reasons, settings, ties};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    New,
    Gone,
    Changed,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::New => "new",
            Kind::Gone => "gone",
            Kind::Changed => "changed",
        }
    }
}

/// What is accepted or rejected as one.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// Names the change: its first member's.
    pub title: String,
    /// Those of device code and its launches first.
    pub members: Vec<Member>,
    /// Flags and options, where they change and nothing else is asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Figure>,
    /// Kernels whose own text stays, and which use what changes.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub concerns: BTreeSet<String>,
    /// Figures of kernels whose own text stays.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, Vec<Figure>>,
    /// Why several members are one change, where it is not their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub together: Option<String>,
    /// Whether the user is asked. Host code without constructs follows its source, which was reviewed there.
    pub asks: bool,
    /// Whether nothing is written unless it is accepted, because an edit by hand goes with it to another place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub carries: bool,
    /// Whether this very change was rejected before.
    pub rejected: bool,
    #[serde(skip)]
    pub digest: String,
    #[serde(skip)]
    pub nodes: Vec<usize>,
}

/// A part of the text in a change.
#[derive(Clone, Debug, Serialize)]
pub struct Member {
    /// `kernel`, `device function`, ...
    pub what: &'static str,
    pub name: String,
    pub kind: Kind,
    /// The generated file.
    pub file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was_called: Option<String>,
    /// The C file, and the line of the directive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<(String, usize)>,
    /// Whether the user declares it there: of what is no kernel, the first line may stand for the whole file.
    #[serde(skip)]
    pub is_declared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directive: Option<String>,
    pub reasons: Vec<String>,
    pub figures: Vec<Figure>,
    /// Whether the user edited it by hand.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub edited: bool,
    /// Whether the edit and the new code meet, so that accepting writes the marks of a conflict.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub conflict: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The numbers of their first lines in the file.
    #[serde(skip)]
    pub lines: (usize, usize),
}

impl Change {
    /// Whether an edit is of one of its parts.
    pub fn has(&self, edit: &Edit) -> bool {
        let members = self.members.iter();
        let mut members = members.map(|it| (it.what, it.name.as_str(), it.file.as_str()));
        members.any(|(what, name, file)| edit.is_in(what, name, file))
    }

    /// Whether a word of the user's names it: a kernel, a function, a file.
    pub fn is_called(&self, word: &str) -> bool {
        let is_concerned =
            |kernel: &String| kernel == word || super::pairs::function_of(kernel) == word;
        self.title == word
            || self.concerns.iter().any(is_concerned)
            || self.members.iter().any(|member| {
                let source = member.source.as_ref().map(|(file, _)| file.as_str());
                let names = [Some(member.name.as_str()), member.was_called.as_deref()];
                let files = [Some(member.file.as_str()), source];
                let of_kernel =
                    member.what == "kernel" && super::pairs::function_of(&member.name) == word;
                of_kernel || names.contains(&Some(word)) || files.contains(&Some(word))
            })
    }
}

/// All changes, in the order of the present text; and names of kernels that changed for no other reason.
pub struct Changes {
    pub pairs: Pairs,
    pub all: Vec<Change>,
    /// Kernels that are called otherwise now, and are the same.
    pub renamed: Vec<(String, String)>,
    /// Whether anything differs in comments, places or numbers alone.
    pub noise: bool,
}

pub fn of(old: &Version, new: &Version) -> Changes {
    let mut pairs = Pairs::of(old, new);
    // Where the new version has the edits in its texts, they are where they are.
    if !new.is_held {
        pairs.carry(&old.edits);
    }
    let groups = ties::of(&pairs, old, new);
    let stayed = stayed(&pairs, old, new);
    let mut all: Vec<Change> = groups
        .groups
        .iter()
        .map(|nodes| change(nodes, &groups, &stayed, &pairs, (old, new)))
        .collect();
    all.sort_by_key(|change| change.nodes.iter().map(|&at| place(&pairs, at)).min());
    if !all.iter().any(|change| change.asks) {
        all.extend(alone(old, new));
    }
    // What nothing that the kernel uses explains, such as another list of devices.
    let known = |kernel: &String| all.iter().any(|change| change.figures.contains_key(kernel));
    let rest: Vec<_> = stayed.iter().filter(|(kernel, _)| !known(kernel)).collect();
    let settings = !settings::differences(old, new).is_empty();
    if let Some(asked) = all.iter_mut().find(|change| change.asks && settings) {
        let rest = rest
            .into_iter()
            .map(|(kernel, it)| (kernel.clone(), it.clone()));
        asked.figures.extend(rest);
    }
    let renamed = pairs
        .nodes
        .iter()
        .filter(|node| node.role == Role::Kernel && !node.changed);
    let renamed = renamed.filter_map(|node| Some((node.was_called.clone()?, node.name.clone())));
    let renamed = renamed.collect();
    let noise = old.texts != new.texts;
    Changes {
        pairs,
        all,
        renamed,
        noise,
    }
}

/// Figures that changed of kernels whose text did not.
fn stayed(pairs: &Pairs, old: &Version, new: &Version) -> BTreeMap<String, Vec<Figure>> {
    let context = reasons::Context {
        pairs,
        group: &[],
        old,
        new,
    };
    let kernels = pairs.nodes.iter();
    let kernels = kernels.filter(|node| node.role == Role::Kernel && !node.changed);
    let differ = kernels.filter_map(|node| {
        let (was, is) = context.kernels(node);
        Some((node.name.clone(), figures::differences(was?, is?)))
    });
    differ.filter(|(_, figures)| !figures.is_empty()).collect()
}

/// Flags and options that change, and that no code shows that is asked about.
fn alone(old: &Version, new: &Version) -> Option<Change> {
    let settings = settings::differences(old, new);
    if settings.is_empty() {
        return None;
    }
    let rows = settings.iter();
    let rows: Vec<String> = rows
        .map(|row| format!("{}: {}\n", row.what, row.after))
        .collect();
    let digest = digest(rows.concat().as_bytes());
    Some(Change {
        title: settings::title(&settings),
        members: vec![],
        settings,
        concerns: BTreeSet::new(),
        figures: BTreeMap::new(),
        together: None,
        asks: true,
        carries: false,
        rejected: old.known.rejected.values().any(|known| *known == digest),
        digest,
        nodes: vec![],
    })
}

/// Where a node stands, kernels first.
fn place(pairs: &Pairs, at: usize) -> (bool, usize, usize) {
    let node = &pairs.nodes[at];
    let part = node
        .new
        .as_ref()
        .or(node.old.as_ref())
        .map_or(0, |side| side.at.part);
    let file = pairs.new.keys().position(|path| *path == node.file);
    (node.role != Role::Kernel, file.unwrap_or(usize::MAX), part)
}

fn change(
    nodes: &[usize],
    groups: &ties::Groups,
    stayed: &BTreeMap<String, Vec<Figure>>,
    pairs: &Pairs,
    (old, new): (&Version, &Version),
) -> Change {
    let mut nodes = nodes.to_vec();
    nodes.sort_by_key(|&at| (pairs.nodes[at].role, place(pairs, at)));
    let asks = nodes.iter().any(|&at| is_asked(&pairs.nodes[at]));
    let context = reasons::Context {
        pairs,
        group: &nodes,
        old,
        new,
    };
    let members: Vec<Member> = nodes.iter().map(|&at| member(at, &context)).collect();
    let title = match members.first() {
        Some(first) if !first.name.is_empty() => first.name.clone(),
        Some(first) => first.file.clone(),
        None => String::new(),
    };
    let mut text = String::new();
    for &at in &nodes {
        let node = &pairs.nodes[at];
        // Numbers in names may be others next time.
        let own = |word: &String| *word == node.name || node.was_called.as_ref() == Some(word);
        let side = node.new.as_ref().or(node.old.as_ref());
        for word in side.map_or(&[][..], |side| &side.plain) {
            text.push_str(if own(word) { "@" } else { word });
            text.push(' ');
        }
        text.push_str(if node.new.is_none() { "gone\n" } else { "\n" });
    }
    let digest = digest(text.as_bytes());
    let concerns = ties::concerned(&pairs.nodes, &nodes);
    Change {
        figures: concerns
            .iter()
            .filter_map(|kernel| Some((kernel.clone(), stayed.get(kernel)?.clone())))
            .collect(),
        concerns,
        together: groups.all.clone().filter(|_| members.len() > 1),
        rejected: old.known.rejected.values().any(|known| *known == digest),
        title,
        members,
        settings: vec![],
        asks,
        carries: nodes.iter().any(|&at| pairs.nodes[at].carries),
        digest,
        nodes,
    }
}

/// Whether a part is made by the translator, or has something of it.
fn is_asked(node: &Node) -> bool {
    let device = super::pairs::is_cuda(&node.file);
    let sides = [&node.old, &node.new].into_iter().flatten();
    let mut plain = sides.flat_map(|side| &side.plain);
    device || node.role == Role::Region || plain.any(|word| word.starts_with("ROMP_"))
}

fn member(at: usize, context: &reasons::Context) -> Member {
    let node = &context.pairs.nodes[at];
    let kind = match (&node.old, &node.new) {
        (None, _) => Kind::New,
        (_, None) => Kind::Gone,
        _ => Kind::Changed,
    };
    let (was, is) = context.kernels(node);
    let figures = match (was, is) {
        // Of a kernel whose launch alone changed these are the launch's.
        (Some(was), Some(is)) if node.role == Role::Kernel || !context.has_kernel(node) => {
            figures::differences(was, is)
        }
        _ => vec![],
    };
    let pairs = context.pairs;
    let text = |side: &Option<Side>, version: &BTreeMap<PathBuf, Cut>| {
        let side = side.as_ref()?;
        let text = match (node.role, version.get(&node.file)) {
            (Role::Body, Some(cut)) => shown_body(cut, side.at),
            _ => side.text.clone(),
        };
        let shown = text.trim_start_matches('\n');
        Some((shown.to_owned(), side.line + text.len() - shown.len()))
    };
    let (before, after) = (text(&node.old, &pairs.old), text(&node.new, &pairs.new));
    let line = |side: &Option<(String, usize)>| side.as_ref().map_or(1, |(_, line)| *line);
    let own_edit = context
        .edit(node, context.old)
        .filter(|_| node.old.is_some());
    let edit = own_edit.or_else(|| context.edit(node, context.new));
    // Edits in the texts themselves have met already.
    let conflict = own_edit.is_some_and(|edit| {
        let names = pairs.names(&node.file);
        !context.new.is_held && edit.renamed(&names).meets(whole(node, pairs).as_deref())
    });
    Member {
        edited: edit.is_some(),
        conflict,
        what: what(node),
        name: match node.name.is_empty() {
            true => first_words(node),
            false => node.name.clone(),
        },
        kind,
        file: node.file.display().to_string(),
        was_called: node.was_called.clone(),
        source: context.source(node),
        is_declared: context.declared(node).is_some(),
        directive: is.or(was).map(|kernel| kernel.directive.clone()),
        reasons: reasons::of(at, context),
        figures,
        lines: (line(&before), line(&after)),
        before: before.map(|(text, _)| text),
        after: after.map(|(text, _)| text),
    }
}

/// The new text of a unit that a node is of: of a function head and body.
fn whole(node: &Node, pairs: &Pairs) -> Option<String> {
    let side = node.new.as_ref()?;
    let text = match (node.role, pairs.new.get(&node.file)) {
        (Role::Head | Role::Body, Some(cut)) => {
            let head = cut.parts[side.at.part].head.clone();
            cut.text[head].to_owned() + &shown_body(cut, side.at)
        }
        _ => side.text.clone(),
    };
    Some(text.trim_start_matches('\n').to_owned())
}

/// The first line of text without a name.
fn first_words(node: &Node) -> String {
    let side = node.new.as_ref().or(node.old.as_ref());
    let text = side.map_or("", |side| side.text.as_str());
    let code = |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with("/*");
    let line = text.lines().map(str::trim).find(code).unwrap_or_default();
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

pub fn what(node: &Node) -> &'static str {
    let device = super::pairs::is_cuda(&node.file);
    match node.role {
        Role::Kernel => "kernel",
        Role::DeviceFunction => "device function",
        Role::Region => "launch",
        Role::Head => "head of",
        Role::Body => "host code of",
        Role::Declaration if device => "device declaration",
        Role::Declaration => "declaration",
        Role::Macro if device => "device macro",
        Role::Macro => "macro",
        Role::Frame => "text",
    }
}

/// Names that pending changes can be called by, for messages.
pub fn titles(changes: &[Change]) -> BTreeSet<&str> {
    let asked = changes.iter().filter(|change| change.asks);
    asked.map(|change| change.title.as_str()).collect()
}
