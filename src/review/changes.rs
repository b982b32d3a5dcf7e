//! The changes between two versions: groups of parts that are accepted together, with the reasons of each.
//!
//! Plain data for those who show it. Must not know how it is shown.

use super::figures::{self, Figure};
use super::lock::digest;
use super::pairs::{Node, Pairs, Role};
use super::{Version, reasons, ties};
use serde::Serialize;
use std::collections::BTreeSet;

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
    /// Kernels whose own text stays, and which use what changes.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub concerns: BTreeSet<String>,
    /// Why several members are one change, where it is not their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub together: Option<String>,
    /// Whether the user is asked. Host code without constructs follows its source, which was reviewed there.
    pub asks: bool,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directive: Option<String>,
    pub reasons: Vec<String>,
    pub figures: Vec<Figure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Change {
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
    let pairs = Pairs::of(old, new);
    let groups = ties::of(&pairs, old, new);
    let mut all: Vec<Change> = groups
        .groups
        .iter()
        .map(|nodes| change(nodes, &groups, &pairs, (old, new)))
        .collect();
    all.sort_by_key(|change| change.nodes.iter().map(|&at| place(&pairs, at)).min());
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
    Change {
        concerns: ties::concerned(&pairs.nodes, &nodes),
        together: groups.all.clone().filter(|_| members.len() > 1),
        rejected: old.known.rejected.values().any(|known| *known == digest),
        title,
        members,
        asks,
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
        (Some(was), Some(is)) if node.role == Role::Kernel => figures::differences(was, is),
        _ => vec![],
    };
    let text = |side: &Option<super::pairs::Side>| {
        side.as_ref()
            .map(|side| side.text.trim_start_matches('\n').to_owned())
    };
    Member {
        what: what(node),
        name: match node.name.is_empty() {
            true => first_words(node),
            false => node.name.clone(),
        },
        kind,
        file: node.file.display().to_string(),
        was_called: node.was_called.clone(),
        source: context.source(node),
        directive: is.or(was).map(|kernel| kernel.directive.clone()),
        reasons: reasons::of(at, context),
        figures,
        before: text(&node.old),
        after: text(&node.new),
    }
}

/// The first line of text without a name.
fn first_words(node: &Node) -> String {
    let side = node.new.as_ref().or(node.old.as_ref());
    let words = side.map_or(&[][..], |side| &side.plain);
    let words: Vec<&str> = words.iter().take(6).map(String::as_str).collect();
    words.join(" ")
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
