//! Which part of the present text each part of the accepted text is.
//!
//! Kernels are paired as `compare` pairs them: by the function that they come from, their directive and their text, never
//! by their number; other parts by kind and name. A [`Node`] is such a pair, or a part that came or went. Two texts are the same where they
//! differ in comments, blanks, places (`"a.c:12"`) and the numbers of kernels only. Must not know what a change means.

use super::Version;
use super::parts::{self, Kind, Part};
use super::spelling::plain;
use super::units::with_derived;
use crate::compare::{self, identity};
use crate::outline;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What a node is of its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Kernel,
    DeviceFunction,
    /// A launch with its region.
    Region,
    /// A host function up to its body.
    Head,
    /// A host function's body without its regions.
    Body,
    Declaration,
    Macro,
    Frame,
}

/// Where a node is in a version's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    pub part: usize,
    pub region: Option<usize>,
}

/// A part before and after, or only one of the two.
#[derive(Clone, Debug)]
pub struct Node {
    pub file: PathBuf,
    pub role: Role,
    /// As it is called now; as it was called where it went away.
    pub name: String,
    pub was_called: Option<String>,
    /// Names that other parts know it by, in both versions.
    pub defines: BTreeSet<String>,
    pub old: Option<Side>,
    pub new: Option<Side>,
    pub changed: bool,
    /// Whether the user edited it, and it has another name or another place now: the edit goes there only if the user
    /// accepts it.
    pub carries: bool,
}

#[derive(Clone, Debug)]
pub struct Side {
    pub at: At,
    pub text: String,
    /// The number of its first line in the file.
    pub line: usize,
    /// What of it is code, in one spelling.
    pub plain: Vec<String>,
    /// The region's directive and statement.
    pub host: Option<String>,
}

/// A file's text with its parts.
#[derive(Clone, Debug, Default)]
pub struct Cut {
    pub text: String,
    pub parts: Vec<Part>,
}

impl Cut {
    pub fn of(text: &str) -> Cut {
        Cut {
            text: text.to_owned(),
            parts: parts::of(text),
        }
    }
}

/// Old names of kernels that have other names now, by file without extension.
pub type Renamed = BTreeMap<PathBuf, BTreeMap<String, String>>;

/// Both versions cut into parts, and the pairs of these.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    pub old: BTreeMap<PathBuf, Cut>,
    pub new: BTreeMap<PathBuf, Cut>,
    pub nodes: Vec<Node>,
    pub renamed: Renamed,
}

impl Pairs {
    pub fn of(old: &Version, new: &Version) -> Pairs {
        let cut = |version: &Version| -> BTreeMap<PathBuf, Cut> {
            let texts = version.texts.iter();
            texts
                .map(|(path, text)| (path.clone(), Cut::of(text)))
                .collect()
        };
        let mut pairs = Pairs {
            old: cut(old),
            new: cut(new),
            ..Pairs::default()
        };
        let paths: BTreeSet<PathBuf> = pairs.old.keys().chain(pairs.new.keys()).cloned().collect();
        // Kernels first: regions are paired by them.
        let (device, host): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_cuda(path));
        let mut matches = vec![];
        for path in device {
            let found = pairs.kernels(&path);
            let names = found.iter().filter(|(was, is)| was != is);
            let names = names.map(|(was, is)| (was.as_str(), is.as_str())).collect();
            let names = with_derived(pairs.parts(&path).0, names);
            if !names.is_empty() {
                pairs.renamed.insert(path.with_extension(""), names);
            }
            let found = pairs.file(&path, &found);
            matches.push((path, found));
        }
        for path in host {
            let found = pairs.file(&path, &BTreeMap::new());
            matches.push((path, found));
        }
        for (path, found) in matches {
            pairs.add(&path, &found);
        }
        pairs
    }

    /// Kernels' new names in a file's text: those of its unit, in a header those of all units.
    pub fn names(&self, path: &Path) -> BTreeMap<String, String> {
        match self.renamed.get(&path.with_extension("")) {
            Some(names) => names.clone(),
            None if path.extension().is_some_and(|it| it == "c" || it == "cu") => BTreeMap::new(),
            None => self
                .renamed
                .values()
                .flatten()
                .map(|(a, b)| (a.clone(), b.clone()))
                .collect(),
        }
    }

    fn parts(&self, path: &Path) -> (&[Part], &[Part]) {
        (
            self.old.get(path).map_or(&[][..], |cut| &cut.parts),
            self.new.get(path).map_or(&[][..], |cut| &cut.parts),
        )
    }

    /// The present names of the kernels of a CUDA file.
    fn kernels(&self, path: &Path) -> BTreeMap<String, String> {
        match (self.old.get(path), self.new.get(path)) {
            (Some(old), Some(new)) => kernels(path, &old.text, &new.text),
            _ => BTreeMap::new(),
        }
    }

    /// Pairs of parts of a file, by their number.
    fn file(
        &self,
        path: &Path,
        kernels: &BTreeMap<String, String>,
    ) -> Vec<(Option<usize>, Option<usize>)> {
        let (a, b) = self.parts(path);
        let names = self.names(path);
        let of = |side: &BTreeMap<PathBuf, Cut>, part: &Part| {
            let cut = side.get(path);
            cut.map_or(vec![], |cut| plain(&cut.text[part.span.clone()], &names))
        };
        let olds: Vec<_> = a.iter().map(|part| of(&self.old, part)).collect();
        let news: Vec<_> = b.iter().map(|part| of(&self.new, part)).collect();
        let launches = |part: &Part| part.regions.iter().map(|it| it.kernel.clone()).collect();
        let new_launches: Vec<BTreeSet<String>> = b.iter().map(launches).collect();
        let mut partner: Vec<Option<usize>> = vec![None; b.len()];
        let mut free: BTreeSet<usize> = (0..a.len()).collect();
        let is_kernel = |x: usize| a[x].kind == Kind::Kernel;
        let now = |x: usize| names.get(&a[x].name).unwrap_or(&a[x].name);
        let same_name = |x: usize, y: usize| *now(x) == b[y].name && !is_kernel(x);
        // A function with another name has the kernels that another one had, or its text.
        let is_renamed = |x: usize, y: usize| {
            let launched = |part: &Part| -> BTreeSet<String> {
                let kernels = part.regions.iter().map(|region| &region.kernel);
                let now = kernels.map(|name| names.get(name).unwrap_or(name).clone());
                now.collect()
            };
            let is_function = matches!(a[x].kind, Kind::Function | Kind::DeviceFunction);
            is_function
                && (!launched(&a[x]).is_disjoint(&new_launches[y])
                    || is_same_but_for_name((&olds[x], &a[x].name), (&news[y], &b[y].name)))
        };
        // The same text first: of several parts of a name, one may have changed.
        let rounds: [&dyn Fn(usize, usize) -> bool; 4] = [
            &|x, y| is_kernel(x) && kernels.get(&a[x].name) == Some(&b[y].name),
            &|x, y| same_name(x, y) && olds[x] == news[y],
            &|x, y| same_name(x, y) && !a[x].name.is_empty(),
            &is_renamed,
        ];
        for round in rounds {
            for y in 0..b.len() {
                let fits = |x: &&usize| a[**x].kind == b[y].kind && round(**x, y);
                if partner[y].is_none()
                    && let Some(x) = free.iter().find(fits).copied()
                {
                    free.remove(&x);
                    partner[y] = Some(x);
                }
            }
        }
        let mut all: Vec<_> = (0..b.len()).map(|y| (partner[y], Some(y))).collect();
        all.extend(free.into_iter().map(|x| (Some(x), None)));
        all
    }

    fn add(&mut self, path: &Path, found: &[(Option<usize>, Option<usize>)]) {
        let names = self.names(path);
        let (a, b) = self.parts(path);
        let (a, b) = (a.to_vec(), b.to_vec());
        type Name<'a> = &'a dyn Fn(&str) -> Option<String>;
        let regions = |parts: &[Part], name: Name| -> BTreeMap<String, At> {
            let mut all = BTreeMap::new();
            for (part, one) in parts.iter().enumerate() {
                for (region, launch) in one.regions.iter().enumerate() {
                    let region = Some(region);
                    if let Some(name) = name(&launch.kernel) {
                        all.entry(name).or_insert(At { part, region });
                    }
                }
            }
            all
        };
        // Regions are called by the present names of their kernels; those of kernels that went away have none.
        let partners = self.partners(path);
        let present = |name: &str| match partners.get(name) {
            Some(partner) => partner.clone(),
            None => Some(name.to_owned()),
        };
        let old_regions = regions(&a, &present);
        let new_regions = regions(&b, &|name| Some(name.to_owned()));
        let mut known: BTreeMap<(bool, At), usize> = BTreeMap::new();
        // Regions first: a body is compared with regions in place of their text.
        for (name, at) in &new_regions {
            let was = old_regions.get(name).copied();
            let node = self.node(path, Role::Region, was, Some(*at), &names, &known);
            known.insert((true, *at), self.nodes.len());
            if let Some(was) = was {
                known.insert((false, was), self.nodes.len());
            }
            self.nodes.push(node);
        }
        for (part, one) in a.iter().enumerate() {
            for region in 0..one.regions.len() {
                let at = At {
                    part,
                    region: Some(region),
                };
                if !known.contains_key(&(false, at)) {
                    let node = self.node(path, Role::Region, Some(at), None, &names, &known);
                    known.insert((false, at), self.nodes.len());
                    self.nodes.push(node);
                }
            }
        }
        for &(x, y) in found {
            let at = |part: usize| At { part, region: None };
            let kind = y.map_or_else(|| a[x.unwrap_or_default()].kind, |y| b[y].kind);
            let roles: &[Role] = match kind {
                Kind::Kernel => &[Role::Kernel],
                Kind::DeviceFunction => &[Role::DeviceFunction],
                Kind::Function => &[Role::Head, Role::Body],
                Kind::Declaration => &[Role::Declaration],
                Kind::Macro => &[Role::Macro],
                Kind::Frame => &[Role::Frame],
            };
            for &role in roles {
                let node = self.node(path, role, x.map(at), y.map(at), &names, &known);
                self.nodes.push(node);
            }
        }
    }

    /// The present names of the accepted kernels that a file may launch; none of those that went away, unless no other
    /// kernel has the name now: a text may launch what the user deleted.
    fn partners(&self, path: &Path) -> BTreeMap<String, Option<String>> {
        let kernels = self
            .nodes
            .iter()
            .filter(|node| node.role == Role::Kernel && belongs(&node.file, path));
        let present = kernels.clone().filter(|node| node.new.is_some());
        let present: BTreeSet<&String> = present.map(|node| &node.name).collect();
        let named = kernels.filter(|node| node.old.is_some()).map(|node| {
            let was = node.was_called.as_ref().unwrap_or(&node.name);
            let keeps = node.new.is_some() || !present.contains(was);
            (was.clone(), keeps.then(|| node.name.clone()))
        });
        named.collect()
    }

    fn node(
        &self,
        path: &Path,
        role: Role,
        old: Option<At>,
        new: Option<At>,
        names: &BTreeMap<String, String>,
        known: &BTreeMap<(bool, At), usize>,
    ) -> Node {
        let same = BTreeMap::new();
        let is_new = true;
        let old_side = old.map(|at| {
            side(&self.old[path], role, at, names, &|at| {
                known.get(&(!is_new, at)).copied()
            })
        });
        let new_side = new.map(|at| {
            side(&self.new[path], role, at, &same, &|at| {
                known.get(&(is_new, at)).copied()
            })
        });
        let name = |cut: &Cut, at: At| match at.region {
            Some(region) => cut.parts[at.part].regions[region].kernel.clone(),
            None => cut.parts[at.part].name.clone(),
        };
        let was = old.map(|at| name(&self.old[path], at));
        let is = new.map(|at| name(&self.new[path], at));
        let mut defines = BTreeSet::new();
        if !matches!(role, Role::Region | Role::Body | Role::Frame) {
            for (cut, at) in [(self.old.get(path), old), (self.new.get(path), new)] {
                let (Some(cut), Some(at)) = (cut, at) else {
                    continue;
                };
                defines.extend(cut.parts[at.part].defines.iter().cloned());
            }
        }
        let changed = match (&old_side, &new_side) {
            (Some(old), Some(new)) => old.plain != new.plain,
            _ => true,
        };
        Node {
            file: path.to_path_buf(),
            role,
            name: is.clone().or(was.clone()).unwrap_or_default(),
            was_called: was.filter(|was| is.as_ref().is_some_and(|is| is != was)),
            defines,
            old: old_side,
            new: new_side,
            changed,
            carries: false,
        }
    }
}

/// Whether two functions of some length differ in their name alone.
fn is_same_but_for_name((old, was): (&[String], &String), (new, is): (&[String], &String)) -> bool {
    const SHORT: usize = 16;
    let same = |(old, new): (&String, &String)| old == new || old == was && new == is;
    old.len() > SHORT && old.len() == new.len() && old.iter().zip(new).all(same)
}

/// Whether a CUDA file is of the unit of a file, or may be: a header is of every unit.
pub fn belongs(cuda: &Path, path: &Path) -> bool {
    let header = !path.extension().is_some_and(|it| it == "c" || it == "cu");
    header || cuda.with_extension("") == path.with_extension("")
}

pub fn is_cuda(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "cu")
}

/// The function that a kernel comes from: its name without the number.
pub fn function_of(kernel: &str) -> &str {
    identity::stem(kernel).0
}

/// The present names of kernels by their names in the accepted text.
pub fn kernels(path: &Path, old: &str, new: &str) -> BTreeMap<String, String> {
    let name = path.to_string_lossy();
    let (old, new) = (
        compare::Side::of(name.clone(), old),
        compare::Side::of(name, new),
    );
    let named = |side: &compare::Side, at: usize| {
        let item = &side.outline.items[at];
        (item.kind == outline::Kind::Kernel).then(|| item.name.clone())
    };
    let pairs = compare::pairs::of(&old, &new).into_iter();
    pairs
        .filter_map(|pair| Some((named(&old, pair.old?)?, named(&new, pair.new?)?)))
        .collect()
}

fn side(
    cut: &Cut,
    role: Role,
    at: At,
    names: &BTreeMap<String, String>,
    region: &dyn Fn(At) -> Option<usize>,
) -> Side {
    let part = &cut.parts[at.part];
    let mut side = Side {
        at,
        text: String::new(),
        line: 1,
        plain: vec![],
        host: None,
    };
    let span = match (role, at.region) {
        (Role::Region, Some(which)) => part.regions[which].span.clone(),
        (Role::Head, _) => part.head.clone(),
        (Role::Body, _) => part.head.end..part.span.end,
        _ => part.span.clone(),
    };
    side.line += cut.text[..span.start].matches('\n').count();
    match (role, at.region) {
        (Role::Region, Some(which)) => {
            let launch = &part.regions[which];
            side.text = cut.text[span].to_owned();
            side.host = Some(cut.text[launch.host.clone()].to_owned());
        }
        (Role::Body, _) => {
            for piece in pieces(part) {
                match piece {
                    Piece::Text(span) => {
                        side.text.push_str(&cut.text[span.clone()]);
                        side.plain.extend(plain(&cut.text[span], names));
                    }
                    Piece::Region(which) => {
                        let region = region(At {
                            part: at.part,
                            region: Some(which),
                        });
                        side.plain.push(format!("@region {region:?}"));
                    }
                }
            }
            return side;
        }
        _ => side.text = cut.text[span].to_owned(),
    }
    side.plain = plain(&side.text, names);
    side
}

/// A stretch of a function's body.
pub enum Piece {
    Text(Range<usize>),
    Region(usize),
}

/// The body of a function, in its order.
pub fn pieces(part: &Part) -> Vec<Piece> {
    let mut all = vec![];
    let mut at = part.head.end;
    for (which, region) in part.regions.iter().enumerate() {
        all.push(Piece::Text(at..region.span.start));
        all.push(Piece::Region(which));
        at = region.span.end;
    }
    all.push(Piece::Text(at..part.span.end));
    all
}
