//! The texts in which some changes are accepted and the others are not.
//!
//! The present text's order; parts that are not accepted as they were, with kernels under their present names: numbers of
//! kernels are the translator's, and two kernels of one name would be none. Must not know which changes may be apart.

use super::pairs::{At, Cut, Node, Pairs, Piece, Role, belongs, is_cuda, pieces};
use super::parts::Kind;
use super::units::{Names, replaced};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Texts, and the kernels in them.
#[derive(Debug, Default)]
pub struct Mixed {
    pub texts: BTreeMap<PathBuf, String>,
    /// By CUDA file, in their order.
    pub kernels: BTreeMap<PathBuf, Vec<Kept>>,
    /// By CUDA file, the names of accepted kernels in these texts.
    names: BTreeMap<PathBuf, Names>,
    /// By host file, the names of functions that were called otherwise.
    functions: BTreeMap<PathBuf, BTreeMap<String, String>>,
}

impl Mixed {
    /// The present names of accepted kernels that a file may have.
    pub fn names(&self, path: &Path) -> Names {
        let of_file = self.names.iter().filter(|(cuda, _)| belongs(cuda, path));
        let all = of_file.fold(Names::default(), |all, (_, names)| all.join(names.clone()));
        all.with_functions(self.functions.get(path).cloned().unwrap_or_default())
    }
}

/// A kernel of a mixed text.
#[derive(Debug, PartialEq, Eq)]
pub struct Kept {
    pub name: String,
    /// Its name in the accepted text, where it is as it was accepted.
    pub as_accepted: Option<String>,
}

/// The texts with the changes that `accepted` says of each node.
pub fn of(pairs: &Pairs, accepted: &dyn Fn(usize) -> bool) -> Mixed {
    let mut mixer = Mixer {
        pairs,
        accepted,
        places: BTreeMap::new(),
        names: BTreeMap::new(),
    };
    for (at, node) in pairs.nodes.iter().enumerate() {
        for (is_new, side) in [(false, &node.old), (true, &node.new)] {
            if let Some(side) = side {
                let key = (node.file.as_path(), is_new, side.at, node.role);
                mixer.places.insert(key, at);
            }
        }
    }
    mixer.name_kernels();
    let mut mixed = Mixed::default();
    let paths: BTreeSet<&PathBuf> = pairs.old.keys().chain(pairs.new.keys()).collect();
    for path in paths {
        if let Some(text) = mixer.file(path, &mut mixed) {
            mixed.texts.insert(path.clone(), text);
        }
    }
    for (path, cut) in pairs.old.iter().filter(|(path, _)| is_cuda(path)) {
        let names = Names::new(&cut.text, mixer.present(path));
        mixed.names.insert(path.clone(), names);
    }
    for (at, node) in pairs.nodes.iter().enumerate() {
        let was = node.was_called.as_ref().filter(|_| node.role == Role::Head);
        if let Some(was) = was.filter(|_| !mixer.stays(at)) {
            let of_file = mixed.functions.entry(node.file.clone()).or_default();
            of_file.insert(was.clone(), node.name.clone());
        }
    }
    mixed
}

struct Mixer<'a> {
    pairs: &'a Pairs,
    accepted: &'a dyn Fn(usize) -> bool,
    places: BTreeMap<(&'a Path, bool, At, Role), usize>,
    /// New names for kernels in accepted text, by file.
    names: BTreeMap<PathBuf, BTreeMap<String, String>>,
}

impl<'a> Mixer<'a> {
    /// Whether the node is as it was accepted before.
    fn stays(&self, at: usize) -> bool {
        self.pairs.nodes[at].changed && !(self.accepted)(at)
    }

    /// Kernels that stay although they went away keep their name, or get one that is free.
    fn name_kernels(&mut self) {
        let nodes = &self.pairs.nodes;
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for (at, node) in nodes.iter().enumerate() {
            if node.role == Role::Kernel
                && node.new.is_some()
                && (node.old.is_some() || !self.stays(at))
            {
                taken.insert(node.name.clone());
            }
        }
        let mut fresh: BTreeMap<PathBuf, BTreeMap<String, String>> = BTreeMap::new();
        for (at, node) in nodes.iter().enumerate() {
            if node.role != Role::Kernel || node.new.is_some() || !self.stays(at) {
                continue;
            }
            let function = super::pairs::function_of(&node.name);
            let free = |name: &String| !taken.contains(name);
            let numbered = (1..).map(|number| format!("{function}_{number}"));
            let name = std::iter::once(node.name.clone())
                .chain(numbered)
                .find(free);
            let name = name.expect("numbers do not end");
            taken.insert(name.clone());
            let names = fresh.entry(node.file.with_extension("")).or_default();
            names.insert(node.name.clone(), name);
        }
        let all: BTreeSet<&PathBuf> = self.pairs.old.keys().collect();
        for path in all {
            let mut names = self.pairs.names(path);
            let header = !path.extension().is_some_and(|it| it == "c" || it == "cu");
            for (stem, fresh) in &fresh {
                if header || *stem == path.with_extension("") {
                    names.extend(fresh.clone());
                }
            }
            self.names.insert(path.clone(), names);
        }
    }

    fn file(&self, path: &'a Path, mixed: &mut Mixed) -> Option<String> {
        let part = |part: usize| At { part, region: None };
        let node = |is_new: bool, cut: &Cut, at: usize| {
            let role = match cut.parts[at].kind {
                Kind::Kernel => Role::Kernel,
                Kind::DeviceFunction => Role::DeviceFunction,
                Kind::Function => Role::Body,
                Kind::Declaration => Role::Declaration,
                Kind::Macro => Role::Macro,
                Kind::Frame => Role::Frame,
            };
            self.places.get(&(path, is_new, part(at), role)).copied()
        };
        // Nodes in the order of the text, each with the number of its part in the accepted text.
        let mut order: Vec<usize> = vec![];
        if let Some(cut) = self.pairs.new.get(path) {
            order.extend((0..cut.parts.len()).filter_map(|at| node(true, cut, at)));
        }
        if let Some(cut) = self.pairs.old.get(path) {
            for at in 0..cut.parts.len() {
                let Some(gone) = node(false, cut, at) else {
                    continue;
                };
                if self.pairs.nodes[gone].new.is_some() || !self.stays(gone) {
                    continue;
                }
                let part_of =
                    |it: &usize| self.pairs.nodes[*it].old.as_ref().map(|side| side.at.part);
                let above = order
                    .iter()
                    .enumerate()
                    .filter(|(_, it)| part_of(it).is_some_and(|part| part < at))
                    .max_by_key(|(_, it)| part_of(it));
                let place = above.map_or(0, |(place, _)| place + 1);
                order.insert(place, gone);
            }
        }
        let mut text = String::new();
        let mut any = false;
        for at in order {
            let node = &self.pairs.nodes[at];
            if node.old.is_none() && self.stays(at) {
                continue;
            }
            any = true;
            text.push_str(&self.part(path, node, at));
            if node.role == Role::Kernel && is_cuda(path) {
                let old = node.old.as_ref().filter(|_| self.stays(at));
                let was = node.was_called.clone().unwrap_or_else(|| node.name.clone());
                let name = match node.new {
                    Some(_) => node.name.clone(),
                    None => self.renamed(path, &node.name),
                };
                let kept = Kept {
                    name,
                    as_accepted: old.map(|_| was),
                };
                mixed
                    .kernels
                    .entry(path.to_path_buf())
                    .or_default()
                    .push(kept);
            }
        }
        any.then_some(text)
    }

    /// The accepted kernels of a CUDA file with the names that they have in the mixed texts.
    fn present(&self, path: &Path) -> BTreeMap<String, Option<String>> {
        let all = self.pairs.nodes.iter().enumerate();
        let kernels = all.filter(|(_, node)| {
            node.role == Role::Kernel && node.file == path && node.old.is_some()
        });
        let named = kernels.map(|(at, node)| {
            let was = node.was_called.as_ref().unwrap_or(&node.name);
            let is = match node.new {
                Some(_) => Some(node.name.clone()),
                None => self.stays(at).then(|| self.renamed(path, was)),
            };
            (was.clone(), is)
        });
        named.collect()
    }

    fn renamed(&self, path: &Path, name: &str) -> String {
        let names = self.names.get(path);
        let name_now = names.and_then(|names| names.get(name));
        name_now.map_or_else(|| name.to_owned(), String::clone)
    }

    fn part(&self, path: &'a Path, node: &Node, at: usize) -> String {
        match node.role {
            Role::Body => {
                let side = node.new.as_ref().or(node.old.as_ref());
                let is_new = node.new.is_some();
                let head =
                    side.and_then(|side| self.places.get(&(path, is_new, side.at, Role::Head)));
                let head = head.map_or(String::new(), |&head| self.chosen(path, head));
                head + &self.body(path, at)
            }
            _ => self.chosen(path, at),
        }
    }

    fn chosen(&self, path: &Path, at: usize) -> String {
        let node = &self.pairs.nodes[at];
        let old = || {
            node.old
                .as_ref()
                .map(|side| self.with_names(path, &side.text))
        };
        let new = || node.new.as_ref().map(|side| side.text.clone());
        match self.stays(at) {
            true => old(),
            // What went away stands only in a text that stays, and with it.
            false => new().or_else(old),
        }
        .unwrap_or_default()
    }

    fn body(&self, path: &'a Path, at: usize) -> String {
        let node = &self.pairs.nodes[at];
        let is_new = node.new.is_some() && !self.stays(at);
        let (side, cuts) = match is_new {
            true => (&node.new, &self.pairs.new),
            false => (&node.old, &self.pairs.old),
        };
        let (Some(side), Some(cut)) = (side, cuts.get(path)) else {
            return String::new();
        };
        let mut text = String::new();
        for piece in pieces(&cut.parts[side.at.part]) {
            match piece {
                Piece::Text(span) if is_new => text.push_str(&cut.text[span]),
                Piece::Text(span) => text.push_str(&self.with_names(path, &cut.text[span])),
                Piece::Region(which) => {
                    let region = At {
                        part: side.at.part,
                        region: Some(which),
                    };
                    let region = self.places.get(&(path, is_new, region, Role::Region));
                    text.push_str(
                        &region.map_or(String::new(), |&region| self.chosen(path, region)),
                    );
                }
            }
        }
        text
    }

    /// Accepted text with the present names of kernels.
    fn with_names(&self, path: &Path, text: &str) -> String {
        match self.names.get(path) {
            Some(names) => replaced(text, names),
            None => text.to_owned(),
        }
    }
}
