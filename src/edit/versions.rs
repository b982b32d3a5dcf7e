//! Which inclusions of a file get which text: those of one unit, or those of all units of a program.
//!
//! Inclusions share a version where each edits what another one edits, or conditionals hide it there, and where their
//! `#include` lines lead to the same versions. Versions are first made by the edits, then parted by the includes until
//! nothing changes. A version with another name than its file (see `names`) is named by the `#include` lines that lead
//! to it, whose files are edited for this. Must not know what is replaced.

use super::names::{self, Nameless, Names};
use super::{HostFile, Parts, Replacement, lines};
use crate::source::Preprocessed;
use crate::source::inclusions::{Include, Inclusion, Inclusions, Name};
use crate::source::original::Original;
use crate::source::paths::{self, plain};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A unit with its edits.
#[derive(Clone, Copy)]
pub struct Member<'a> {
    pub pre: &'a Preprocessed,
    pub parts: &'a Parts,
    /// What its versions of shared files are named after.
    pub name: &'a str,
}

/// The files of all members.
#[derive(Debug, Default)]
pub struct Versions {
    /// The edited ones, each with the number of the first member that includes it; main files first. All versions of a
    /// file that has several are there.
    pub files: Vec<(usize, HostFile)>,
    /// Files whose original text no inclusion may find: all of its versions have names of their own.
    pub gone: BTreeSet<PathBuf>,
}

/// One inclusion.
pub(super) struct Node {
    pub member: usize,
    pub inclusion: Inclusion,
    /// Its number among those of the member.
    at: usize,
    pub file: usize,
}

/// A file, whatever it is called, and its inclusions.
pub(super) struct File {
    pub key: PathBuf,
    pub nodes: Vec<usize>,
}

pub(super) struct Program<'a> {
    pub members: &'a [Member<'a>],
    pub nodes: Vec<Node>,
    pub files: Vec<File>,
    /// Beside the nodes: the inclusion that each `#include` leads to, by its number in the file.
    pub links: Vec<BTreeMap<usize, usize>>,
    /// Beside the nodes: whether an `#include` of a file leads to it, which may be edited.
    pub named: Vec<bool>,
    /// Beside the nodes: their versions.
    pub version_of: Vec<usize>,
    pub versions: Vec<Vec<usize>>,
}

/// The versions of all files.
pub fn of(members: &[Member]) -> Result<Versions, Nameless> {
    let mut program = Program::of(members);
    program.part_by_edits();
    let mut names = Names::default();
    let several = program.files_in_versions().next().is_some();
    if several || program.edits_headers() {
        program.link();
    }
    if several {
        program.part_by_includes();
        names = names::of(&program)?;
    }
    Ok(Versions {
        files: program.texts(&names),
        gone: names.gone,
    })
}

/// A path by which a file is the same in all units.
fn key(path: &Path) -> PathBuf {
    plain(&std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()))
}

impl<'a> Program<'a> {
    fn of(members: &'a [Member<'a>]) -> Program<'a> {
        let (mut nodes, mut files): (Vec<Node>, Vec<File>) = (vec![], vec![]);
        let mut known: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for (member, it) in members.iter().enumerate() {
            let mut of_id = BTreeMap::new();
            for (at, &inclusion) in Inclusions::of(it.pre).all.iter().enumerate() {
                let file = *of_id.entry(inclusion.file).or_insert_with(|| {
                    let key = key(it.pre.path(inclusion.file));
                    *known.entry(key.clone()).or_insert_with(|| {
                        files.push(File { key, nodes: vec![] });
                        files.len() - 1
                    })
                });
                files[file].nodes.push(nodes.len());
                nodes.push(Node {
                    member,
                    inclusion,
                    at,
                    file,
                });
            }
        }
        Program {
            members,
            links: vec![],
            named: vec![],
            version_of: vec![0; nodes.len()],
            versions: vec![],
            nodes,
            files,
        }
    }

    pub fn pre(&self, node: usize) -> &'a Preprocessed {
        self.members[self.nodes[node].member].pre
    }

    pub fn path(&self, node: usize) -> &'a Path {
        self.pre(node).path(self.nodes[node].inclusion.file)
    }

    fn original(&self, node: usize) -> Option<&'a Original> {
        self.pre(node).original(self.nodes[node].inclusion.file)
    }

    pub fn replaced(&self, node: usize) -> &'a [Replacement] {
        let it = &self.nodes[node];
        let all = self.members[it.member].parts.replaced.get(&it.at);
        all.map_or(&[], Vec::as_slice)
    }

    /// Whether it is the main file of a unit, not the same file included by another one.
    pub fn is_main(&self, node: usize) -> bool {
        self.nodes[node].at == 0
    }

    /// The versions of a file.
    pub fn versions_of(&self, file: usize) -> BTreeSet<usize> {
        let nodes = self.files[file].nodes.iter();
        nodes.map(|&node| self.version_of[node]).collect()
    }

    /// The files with several versions.
    pub fn files_in_versions(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.files.len()).filter(|&file| self.versions_of(file).len() > 1)
    }

    /// Makes versions of the inclusions whose edits go together.
    fn part_by_edits(&mut self) {
        let texts = self.visible();
        for file in 0..self.files.len() {
            let mut found: Vec<Vec<usize>> = vec![];
            for &node in &self.files[file].nodes {
                let fits = |version: &&mut Vec<usize>| {
                    let mut all = version.iter();
                    all.all(|&other| self.fit(node, other, &texts))
                };
                match found.iter_mut().find(fits) {
                    Some(version) => version.push(node),
                    None => found.push(vec![node]),
                }
            }
            self.add_versions(found);
        }
    }

    fn add_versions(&mut self, found: Vec<Vec<usize>>) {
        for nodes in found {
            for &node in &nodes {
                self.version_of[node] = self.versions.len();
            }
            self.versions.push(nodes);
        }
    }

    /// The lines that inclusions of edited files have in the preprocessed text, without blanks. Of files that are included
    /// once nobody asks.
    fn visible(&self) -> BTreeMap<usize, BTreeMap<u32, String>> {
        let mut found: BTreeMap<usize, BTreeMap<u32, String>> = BTreeMap::new();
        let shared = |file: &&File| file.nodes.len() > 1;
        let edited = |file: &&File| {
            file.nodes
                .iter()
                .any(|&node| !self.replaced(node).is_empty())
        };
        for file in self.files.iter().filter(shared).filter(edited) {
            found.extend(file.nodes.iter().map(|&node| (node, BTreeMap::new())));
        }
        if found.is_empty() {
            return found;
        }
        let mut first = 0;
        for member in self.members {
            let tree = Inclusions::of(member.pre);
            for (at, line, text) in tree.lines(member.pre) {
                if let Some(lines) = found.get_mut(&(first + at)) {
                    let words = lines.entry(line).or_default();
                    words.extend(text.split_whitespace());
                }
            }
            first += tree.all.len();
        }
        found
    }

    /// Whether one text does for both inclusions.
    fn fit(&self, a: usize, b: usize, texts: &BTreeMap<usize, BTreeMap<u32, String>>) -> bool {
        let own = self.nodes[a].member == self.nodes[b].member;
        let inserts = |node: usize| {
            let parts = self.members[self.nodes[node].member].parts;
            self.is_main(node) && !(parts.top.is_empty() && parts.bottom.is_empty())
        };
        if !own && (inserts(a) || inserts(b)) {
            return false;
        }
        let within = |node: usize, lines: (u32, u32)| {
            let all = texts.get(&node).into_iter();
            let found: Vec<(&u32, &String)> = all
                .flat_map(|all| all.range(lines.0..=lines.1.max(lines.0)))
                .collect();
            found
        };
        let allows = |edited: usize, other: usize| {
            self.replaced(edited).iter().all(|one| {
                let mut others = self.replaced(other).iter();
                let meets = |it: &&Replacement| meet(&it.range, &one.range);
                match others.find(meets) {
                    Some(it) => it.range == one.range && it.text == one.text,
                    None => {
                        let text = within(other, one.lines);
                        let file = self.original(edited);
                        let leave = |file| lines::leave_something(file, one.lines);
                        text.is_empty() && file.is_some_and(leave)
                            || own && text == within(edited, one.lines)
                    }
                }
            })
        };
        allows(a, b) && allows(b, a)
    }

    fn edits_headers(&self) -> bool {
        let mut nodes = 0..self.nodes.len();
        nodes.any(|node| !self.is_main(node) && !self.replaced(node).is_empty())
    }

    /// Finds where the `#include` lines lead.
    fn link(&mut self) {
        self.links = vec![BTreeMap::new(); self.nodes.len()];
        self.named = vec![false; self.nodes.len()];
        let mut includes: BTreeMap<usize, Vec<Include>> = BTreeMap::new();
        let mut first = 0;
        for node in 0..self.nodes.len() {
            let it = &self.nodes[node];
            first = if it.at == 0 { node } else { first };
            let (Some(parent), Some(behind)) = (it.inclusion.parent, it.inclusion.behind) else {
                continue;
            };
            let parent = first + parent;
            let all = self.includes(&mut includes, parent);
            let found = all.iter().rposition(|include| include.line < behind);
            let Some(at) = found.filter(|&at| names_file(&all[at], self.path(node))) else {
                continue;
            };
            self.named[node] = true;
            self.links[parent].entry(at).or_insert(node);
        }
        self.link_skipped(&mut includes);
    }

    fn includes<'b>(
        &self,
        known: &'b mut BTreeMap<usize, Vec<Include>>,
        node: usize,
    ) -> &'b Vec<Include> {
        known
            .entry(self.nodes[node].file)
            .or_insert_with(|| self.original(node).map_or(vec![], Original::includes))
    }

    /// An `#include` of a file that the unit has already had, and whose guard lets the compiler skip it, leads to that
    /// inclusion, too: under the old name another version, or no file, would be found.
    fn link_skipped(&mut self, includes: &mut BTreeMap<usize, Vec<Include>>) {
        let mut of_member: BTreeMap<(usize, &Path), usize> = BTreeMap::new();
        for (node, it) in self.nodes.iter().enumerate() {
            let key = self.files[it.file].key.as_path();
            of_member.entry((it.member, key)).or_insert(node);
        }
        let mut found = vec![];
        let nodes = self.nodes.iter().enumerate();
        let users = nodes.filter(|(node, it)| self.pre(*node).is_user_file(it.inclusion.file));
        for (node, it) in users {
            for (at, include) in self.includes(includes, node).iter().enumerate() {
                let name = include.name.as_ref();
                let Some(name) = name.filter(|_| !self.links[node].contains_key(&at)) else {
                    continue;
                };
                let beside = key(&self.path(node).with_file_name(&name.text));
                let beside = of_member.get(&(it.member, beside.as_path()));
                let elsewhere = || {
                    let below = plain(Path::new(&name.text));
                    let all = of_member.iter();
                    let mut all =
                        all.filter(|((of, key), _)| *of == it.member && key.ends_with(&below));
                    all.next().filter(|_| all.next().is_none()).map(|it| it.1)
                };
                if let Some(&to) = beside.filter(|_| name.quoted).or_else(elsewhere) {
                    found.push((node, at, to));
                }
            }
        }
        for (node, at, to) in found {
            self.links[node].insert(at, to);
        }
    }

    /// Parts versions whose inclusions include different versions by one line.
    fn part_by_includes(&mut self) {
        loop {
            let before = std::mem::take(&mut self.versions);
            let old = self.version_of.clone();
            for nodes in &before {
                let mut found: Vec<(Vec<usize>, BTreeMap<usize, usize>)> = vec![];
                for &node in nodes {
                    let leads: BTreeMap<usize, usize> = self.links[node]
                        .iter()
                        .map(|(&at, &to)| (at, old[to]))
                        .collect();
                    let same = |(_, all): &&mut (Vec<usize>, BTreeMap<usize, usize>)| {
                        let mut both = leads.iter();
                        both.all(|(at, to)| all.get(at).is_none_or(|other| other == to))
                    };
                    match found.iter_mut().find(same) {
                        Some((version, all)) => {
                            version.push(node);
                            all.extend(leads);
                        }
                        None => found.push((vec![node], leads)),
                    }
                }
                self.add_versions(found.into_iter().map(|(nodes, _)| nodes).collect());
            }
            if self.versions.len() == before.len() {
                return;
            }
        }
    }

    /// Beside the nodes: whether something in the file, or in one that it includes, is edited or has another name.
    fn touched(&self, names: &Names) -> Vec<bool> {
        let own =
            |node| !self.replaced(node).is_empty() || names.of(self.version_of[node]).is_some();
        let mut touched: Vec<bool> = (0..self.nodes.len()).map(own).collect();
        for node in (0..self.nodes.len()).rev() {
            let it = &self.nodes[node];
            if let Some(parent) = it.inclusion.parent {
                touched[node - it.at + parent] |= touched[node];
            }
        }
        touched
    }

    /// The texts of all versions that are needed.
    fn texts(&self, names: &Names) -> Vec<(usize, HostFile)> {
        let mut out = vec![];
        let touched = self.touched(names);
        for (version, nodes) in self.versions.iter().enumerate() {
            let Some((&first, file)) = nodes
                .iter()
                .find_map(|node| Some((node, self.original(*node)?)))
            else {
                continue;
            };
            let mains: Vec<usize> = nodes
                .iter()
                .copied()
                .filter(|&node| self.is_main(node))
                .collect();
            let mut changes = self.changes(nodes, file, names, &touched);
            if let Some(&main) = mains.first() {
                let parts = self.members[self.nodes[main].member].parts;
                lines::insert(file, (&parts.top, &parts.bottom), &mut changes);
            }
            let is_edited = nodes.iter().any(|&node| !self.replaced(node).is_empty());
            let named = names.of(version);
            if mains.is_empty() && changes.is_empty() && !is_edited && named.is_none() {
                let file = self.nodes[first].file;
                if self.versions_of(file).len() == 1 {
                    continue;
                }
            }
            let text = lines::spliced(file, &changes);
            let first = *mains.first().unwrap_or(&first);
            let origin = self.path(first).to_path_buf();
            let it = &self.nodes[first];
            let order = (it.member, mains.is_empty(), it.inclusion.file);
            let host = HostFile {
                path: named.map_or(origin.clone(), |name| origin.with_file_name(name)),
                origin,
                changed: text != file.text(),
                text,
            };
            out.push((order, (it.member, host)));
        }
        out.sort_by_key(|(order, _)| *order);
        out.into_iter().map(|(_, file)| file).collect()
    }

    /// What is replaced in a version, its `#include` lines included.
    fn changes(
        &self,
        nodes: &[usize],
        file: &Original,
        names: &Names,
        touched: &[bool],
    ) -> Vec<(Range<usize>, String)> {
        let mut all: BTreeMap<(usize, usize), String> = BTreeMap::new();
        for one in nodes.iter().flat_map(|&node| self.replaced(node)) {
            all.insert((one.range.start, one.range.end), one.text.clone());
        }
        let mut leads: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for &node in nodes {
            let links = self.links.get(node).into_iter().flatten();
            let links = links.filter(|(_, to)| touched[**to]);
            leads.extend(links.map(|(&at, &to)| (at, (node, to))));
        }
        let includes = match leads.is_empty() {
            true => vec![],
            false => file.includes(),
        };
        for (at, (node, to)) in leads {
            let place = includes.get(at).and_then(|include| include.name.as_ref());
            let change = place.and_then(|place| self.include(place, node, to, names));
            let Some((range, text)) = change else {
                continue;
            };
            let within = |&(lo, hi): &(usize, usize)| meet(&(lo..hi), &range);
            if !all.keys().any(within) {
                all.insert((range.start, range.end), text);
            }
        }
        let all = all.into_iter();
        all.map(|((lo, hi), text)| (lo..hi, text)).collect()
    }

    /// How the name in an `#include` is edited so that it leads to a version: its file's name, and a path from the root,
    /// which leads to the original wherever the files lie.
    fn include(
        &self,
        place: &Name,
        node: usize,
        to: usize,
        names: &Names,
    ) -> Option<(Range<usize>, String)> {
        let old = file_name(self.path(to));
        let new = names.of(self.version_of[to]);
        let range = place.range.clone();
        if Path::new(&place.text).is_absolute() {
            let file = |node: usize| self.files[self.nodes[node].file].key.as_path();
            let target = file(to).with_file_name(new.unwrap_or(&old));
            let path = paths::from(file(node).parent()?, &target);
            return Some((
                range.start - 1..range.end + 1,
                format!("\"{}\"", path.display()),
            ));
        }
        let new = new.filter(|_| place.text.ends_with(&old))?;
        Some((range.end - old.len()..range.end, new.to_string()))
    }
}

/// Whether two ranges have something in common, or begin at one place.
fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start == b.start || a.start < b.end && b.start < a.end
}

/// Whether an `#include` has the name of a file in it.
fn names_file(include: &Include, path: &Path) -> bool {
    let name = include.name.as_ref();
    name.is_some_and(|name| Path::new(&name.text).file_name() == path.file_name())
}

pub(super) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
