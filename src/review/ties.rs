//! Which changes must be accepted together, so that what is written is a program.
//!
//! The meaning of a part depends on the declarations that it names, directly or through declarations that did not
//! change; so changes that reach each other by names are one group, and so are all changes that one kernel reaches: it
//! is made for all of them, and what was folded into its text names nothing any more (a shared array of `M` elements is
//! one of 32). A region and its kernel name each other; a region depends on the function around it; device code calls
//! device code as it was made for that caller. What cannot be told by names (includes, conditions of the preprocessor,
//! unfinished text) joins all changes of its file, in a header those of all files. What is said of a unit beside its
//! text (what other units use of it, the compiler's flags) joins all.

use super::Version;
use super::pairs::{Node, Pairs, Role, Side, belongs, is_cuda};
use super::spelling::words;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Groups of changed nodes, by their number; and whether nothing can be accepted without all the rest.
#[derive(Debug, Default)]
pub struct Groups {
    pub groups: Vec<Vec<usize>>,
    /// Why all changes are one.
    pub all: Option<String>,
}

pub fn of(pairs: &Pairs, old: &Version, new: &Version) -> Groups {
    let nodes = &pairs.nodes;
    let changed: Vec<usize> = (0..nodes.len()).filter(|&at| nodes[at].changed).collect();
    let mut union = Union((0..nodes.len()).collect());
    let all = joined(old, new);
    if all.is_some() {
        changed
            .windows(2)
            .for_each(|two| union.join(two[0], two[1]));
    }
    by_names(nodes, &changed, &mut union);
    by_frame(nodes, &changed, &mut union);
    by_files(pairs, &changed, &mut union);
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in changed {
        groups.entry(union.find(at)).or_default().push(at);
    }
    Groups {
        groups: groups.into_values().collect(),
        all,
    }
}

/// Why all changes of the program are one.
fn joined(old: &Version, new: &Version) -> Option<String> {
    let (was, is) = (&old.known, &new.known);
    if was.unit.is_empty() {
        return None;
    }
    if was.flags != is.flags {
        return Some("the C compiler's flags changed, which are those of all files".into());
    }
    if let Some(gone) = was.unit.keys().find(|unit| !is.unit.contains_key(*unit)) {
        return Some(format!("{gone} is not translated any more"));
    }
    let mut both = was
        .unit
        .iter()
        .filter_map(|(name, unit)| Some((name, unit, is.unit.get(name)?)));
    let moved = both.find(|(_, was, is)| was.interface != is.interface || was.output != is.output);
    moved.map(|(name, ..)| format!("what other files may use of {name}'s device code changed"))
}

fn by_names(nodes: &[Node], changed: &[usize], union: &mut Union) {
    let names = Names::of(nodes);
    for &from in changed {
        let mut start = around(nodes, from);
        start.push(from);
        names.reached(&start).for_each(|at| union.join(from, at));
    }
    let kernels = (0..nodes.len()).filter(|&at| nodes[at].role == Role::Kernel);
    for kernel in kernels {
        let reached: Vec<usize> = names.reached(&of_kernel(nodes, kernel)).collect();
        reached
            .windows(2)
            .for_each(|two| union.join(two[0], two[1]));
    }
    // A declaration, its definition, and the copies of it for the device.
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for &at in changed {
        if nodes[at].name.is_empty() || nodes[at].role == Role::Region {
            continue;
        }
        match named.get(nodes[at].name.as_str()) {
            Some(&other) => union.join(at, other),
            None => drop(named.insert(&nodes[at].name, at)),
        }
    }
}

/// A kernel, its regions, and what is around these.
fn of_kernel(nodes: &[Node], kernel: usize) -> Vec<usize> {
    let is_region = |other: &Node| {
        other.role == Role::Region
            && other.name == nodes[kernel].name
            && belongs(&nodes[kernel].file, &other.file)
    };
    let regions = (0..nodes.len()).filter(|&at| is_region(&nodes[at]));
    let mut all = vec![kernel];
    for region in regions {
        all.extend(around(nodes, region));
        all.push(region);
    }
    all
}

/// Who names whom.
struct Names<'a> {
    nodes: &'a [Node],
    definers: BTreeMap<&'a str, BTreeSet<usize>>,
    mentions: Vec<BTreeSet<String>>,
}

impl<'a> Names<'a> {
    fn of(nodes: &'a [Node]) -> Names<'a> {
        let mut definers: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for (at, node) in nodes.iter().enumerate() {
            for name in &node.defines {
                definers.entry(name).or_default().insert(at);
            }
        }
        let mentions: Vec<BTreeSet<String>> = nodes.iter().map(mentions).collect();
        // What is asserted of a declaration belongs to it, though it has no name.
        for (at, node) in nodes.iter().enumerate() {
            if node.role == Role::Declaration && node.defines.is_empty() {
                for name in &mentions[at] {
                    if let Some(definers) = definers.get_mut(name.as_str()) {
                        definers.insert(at);
                    }
                }
            }
        }
        // A device function is made of the host's function.
        let device = nodes
            .iter()
            .filter(|node| node.role == Role::DeviceFunction);
        let device: BTreeSet<&str> = device.map(|node| node.name.as_str()).collect();
        for (at, node) in nodes.iter().enumerate() {
            if node.role == Role::Body && device.contains(node.name.as_str()) {
                definers.entry(&node.name).or_default().insert(at);
            }
        }
        Names {
            nodes,
            definers,
            mentions,
        }
    }

    /// Changed nodes among some, and those that they name, directly or by nodes that did not change.
    fn reached(&self, start: &[usize]) -> impl Iterator<Item = usize> + use<'_> {
        let mut seen: BTreeSet<usize> = start.iter().copied().collect();
        let mut stack = start.to_vec();
        while let Some(at) = stack.pop() {
            for name in &self.mentions[at] {
                for &definer in self.definers.get(name.as_str()).into_iter().flatten() {
                    if seen.insert(definer) && !self.nodes[definer].changed {
                        stack.push(definer);
                    }
                }
            }
        }
        seen.into_iter().filter(|&at| self.nodes[at].changed)
    }
}

/// Kernels outside of a group whose code names what changes in it, directly or not.
pub fn concerned(nodes: &[Node], group: &[usize]) -> BTreeSet<String> {
    let device = |at: &&usize| {
        let role = nodes[**at].role;
        matches!(role, Role::DeviceFunction | Role::Declaration | Role::Macro)
            && is_cuda(&nodes[**at].file)
    };
    // Each unit has its own copies of what headers define: only what it has none of is another unit's.
    let own: BTreeSet<(&Path, &String)> = nodes
        .iter()
        .filter(|node| node.role == Role::DeviceFunction && node.new.is_some())
        .flat_map(|node| node.defines.iter().map(|name| (node.file.as_path(), name)))
        .collect();
    let defined = |at: usize| {
        let node = &nodes[at];
        let names = node.defines.iter();
        names.map(move |name| (name, (node.file.as_path(), node.role)))
    };
    // From what changed to what names it.
    type By<'a> = BTreeMap<&'a String, Vec<(&'a Path, Role)>>;
    let by = |nodes: &mut dyn Iterator<Item = usize>| {
        let mut all: By = BTreeMap::new();
        for (name, place) in nodes.flat_map(defined) {
            all.entry(name).or_default().push(place);
        }
        all
    };
    let mut names = by(&mut group.iter().filter(device).copied());
    let mut found = BTreeSet::new();
    let mut rest: Vec<usize> = (0..nodes.len())
        .filter(|at| is_cuda(&nodes[*at].file) && nodes[*at].new.is_some() && !group.contains(at))
        .collect();
    let words: Vec<BTreeSet<String>> = rest.iter().map(|&at| mentions(&nodes[at])).collect();
    let mut words: BTreeMap<usize, BTreeSet<String>> = rest.iter().copied().zip(words).collect();
    while !names.is_empty() {
        let reached = |at: &usize| {
            let file = nodes[*at].file.as_path();
            let is_its = |name: &String, (path, role): &(&Path, Role)| {
                *path == file || *role == Role::DeviceFunction && !own.contains(&(file, name))
            };
            names.iter().any(|(name, places)| {
                words[at].contains(*name) && places.iter().any(|place| is_its(name, place))
            })
        };
        let (now, later): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(reached);
        names = by(&mut now.iter().copied());
        now.iter().for_each(|at| drop(words.remove(at)));
        let kernels = now.iter().filter(|&&at| nodes[at].role == Role::Kernel);
        found.extend(kernels.map(|&at| nodes[at].name.clone()));
        rest = later;
    }
    found
}

/// The words of both versions of a node.
pub fn mentions(node: &Node) -> BTreeSet<String> {
    let sides = [&node.old, &node.new].into_iter().flatten();
    sides.flat_map(|side| words(&side.text)).collect()
}

/// The head and body around a region, and the head in front of a body.
fn around(nodes: &[Node], at: usize) -> Vec<usize> {
    let node = &nodes[at];
    let roles: &[Role] = match node.role {
        Role::Region => &[Role::Head, Role::Body],
        Role::Body => &[Role::Head],
        _ => return vec![],
    };
    let part = |side: &Option<Side>| side.as_ref().map(|side| side.at.part);
    let same = |a: Option<usize>, b: Option<usize>| a.is_some() && a == b;
    let holds = |other: &Node| {
        let old = same(part(&other.old), part(&node.old));
        other.file == node.file && (old || same(part(&other.new), part(&node.new)))
    };
    let all = nodes.iter().enumerate();
    all.filter(|(_, other)| roles.contains(&other.role) && holds(other))
        .map(|(at, _)| at)
        .collect()
}

fn by_frame(nodes: &[Node], changed: &[usize], union: &mut Union) {
    for &frame in changed.iter().filter(|&&at| nodes[at].role == Role::Frame) {
        let file = &nodes[frame].file;
        let header = !file.extension().is_some_and(|it| it == "c" || it == "cu");
        for &at in changed {
            if header || nodes[at].file == *file {
                union.join(frame, at);
            }
        }
    }
}

/// A file that only one version has is included where its text is: without it that text is no program.
fn by_files(pairs: &Pairs, changed: &[usize], union: &mut Union) {
    let nodes = &pairs.nodes;
    let in_one = |path: &PathBuf| pairs.old.contains_key(path) != pairs.new.contains_key(path);
    let mut parts: BTreeMap<&PathBuf, Vec<usize>> = BTreeMap::new();
    for &at in changed.iter().filter(|&&at| in_one(&nodes[at].file)) {
        parts.entry(&nodes[at].file).or_default().push(at);
    }
    let sides = |node: &Node| {
        let sides = [&node.old, &node.new].into_iter().flatten();
        sides.map(|side| side.text.clone()).collect::<String>()
    };
    for &frame in changed.iter().filter(|&&at| nodes[at].role == Role::Frame) {
        for included in included(&nodes[frame].file, &sides(&nodes[frame])) {
            for &part in parts.get(&included).into_iter().flatten() {
                union.join(frame, part);
            }
        }
    }
}

/// The files that a text includes by names in quotes, as paths below the output folder.
fn included(file: &Path, text: &str) -> Vec<PathBuf> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let names = text.lines().filter_map(|line| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let name = directive.strip_prefix("include")?.trim_start();
        name.strip_prefix('"')?.split('"').next()
    });
    names.map(|name| plain_path(&folder.join(name))).collect()
}

/// A path without `.` and `..`, where these name folders of the path.
fn plain_path(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

struct Union(Vec<usize>);

impl Union {
    fn find(&mut self, at: usize) -> usize {
        let mut root = at;
        while self.0[root] != root {
            root = self.0[root];
        }
        self.0[at] = root;
        root
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        let (low, high) = (one.min(other), one.max(other));
        self.0[high] = low;
    }
}
