//! Files that are called otherwise now: as in git, a file that came is the one that went whose text it largely has.
//!
//! From the texts of two versions to pairs of paths, and a version under its present paths. Must not know where the files
//! lie.

use super::Version;
use super::pairs::is_cuda;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The share of lines that two texts have in common at least; git's measure of a rename.
pub const ALIKE: f64 = 0.5;

/// Present paths by those of the accepted version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renames(BTreeMap<PathBuf, PathBuf>);

impl Renames {
    /// Pairs of host files, the most similar ones first; the CUDA file goes with its host file.
    pub fn of(old: &Version, new: &Version) -> Renames {
        let only = |here: &Version, there: &Version| -> Vec<PathBuf> {
            let paths = here.texts.keys().filter(|path| !is_cuda(path));
            paths
                .filter(|path| !there.texts.contains_key(*path))
                .cloned()
                .collect()
        };
        let (gone, come) = (only(old, new), only(new, old));
        let mut scores = vec![];
        for from in &gone {
            for to in come.iter().filter(|to| to.extension() == from.extension()) {
                let score = similarity(&old.texts[from], &new.texts[to]);
                if score >= ALIKE {
                    scores.push((score, from, to));
                }
            }
        }
        scores.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (mut renames, mut taken) = (Renames::default(), BTreeSet::new());
        for (_, from, to) in scores {
            if renames.0.contains_key(from) || !taken.insert(to) {
                continue;
            }
            renames.0.insert(from.clone(), to.clone());
        }
        renames
    }

    /// Whether nothing is called otherwise.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The host files, as they were called and as they are.
    pub fn pairs(&self) -> impl Iterator<Item = (&PathBuf, &PathBuf)> {
        self.0.iter()
    }

    /// A path as it is now; of what is made for a unit, such as `heat.image.c`, too.
    pub fn now(&self, path: &Path) -> PathBuf {
        let follow = |(from, to): (&PathBuf, &PathBuf)| exchanged(path, from, to);
        let found = self.0.get(path).cloned();
        found
            .or_else(|| self.0.iter().find_map(follow))
            .unwrap_or_else(|| path.to_path_buf())
    }

    /// A path as it was; none where it is the same.
    pub fn before(&self, path: &Path) -> Option<PathBuf> {
        let direct = self.0.iter().find(|(_, to)| *to == path);
        let follow = |(from, to): (&PathBuf, &PathBuf)| exchanged(path, to, from);
        direct
            .map(|(from, _)| from.clone())
            .or_else(|| self.0.iter().find_map(follow))
    }

    /// Files under their present paths, and with the present names in them.
    pub fn apply(&self, texts: BTreeMap<PathBuf, String>) -> BTreeMap<PathBuf, String> {
        let texts = texts.into_iter();
        texts
            .map(|(path, text)| (self.now(&path), self.in_text(text)))
            .collect()
    }

    /// A text that names files: in places (`heat.c:12`), in includes.
    pub fn in_text(&self, mut text: String) -> String {
        for (from, to) in &self.0 {
            let (Some(from), Some(to)) = (from.file_name(), to.file_name()) else {
                continue;
            };
            if from != to {
                text = named(&text, &from.to_string_lossy(), &to.to_string_lossy());
            }
        }
        text
    }

    /// The accepted version under the present paths, `new` knows the sources.
    pub fn follow(&self, old: &mut Version, new: &Version) {
        old.texts = self.apply(std::mem::take(&mut old.texts));
        old.support = self.apply(std::mem::take(&mut old.support));
        for edit in &mut old.edits {
            edit.file = self.now(&edit.file);
        }
        let known = &mut old.known;
        let headers = std::mem::take(&mut known.headers).into_iter();
        known.headers = headers
            .map(|(name, digest)| {
                let now = self.now(Path::new(&name));
                (now.to_string_lossy().into_owned(), digest)
            })
            .collect();
        for (name, mut unit) in std::mem::take(&mut known.unit) {
            let now = self.now(Path::new(&unit.output));
            let present = new.known.unit_of(&now).map(|(name, _)| name.clone());
            let present = match now == Path::new(&unit.output) {
                true => name.clone(),
                false => present.unwrap_or_else(|| name.clone()),
            };
            unit.output = now.to_string_lossy().into_owned();
            for file in known.files.iter_mut().filter(|file| **file == name) {
                file.clone_from(&present);
            }
            known.unit.insert(present, unit);
        }
    }
}

/// `heat.cu` and `heat.image.c` where `heat.c` is `grid.c`.
fn exchanged(path: &Path, from: &Path, to: &Path) -> Option<PathBuf> {
    if from.extension().is_none_or(|it| it != "c") || path.parent() != from.parent() {
        return None;
    }
    let stem = from.file_stem()?.to_string_lossy().into_owned();
    let name = path.file_name()?.to_string_lossy().into_owned();
    let rest = name.strip_prefix(&stem)?;
    let made = [".cu", ".image.c", ".emulated.cpp"].contains(&rest);
    let now = to.file_stem()?.to_string_lossy();
    made.then(|| to.with_file_name(format!("{now}{rest}")))
}

/// The text with another file's name where it has the one, not where that is part of a longer name.
fn named(text: &str, from: &str, to: &str) -> String {
    let of_name = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let mut out = String::new();
    let mut at = 0;
    for (start, _) in text.match_indices(from) {
        let end = start + from.len();
        let before = text[..start].chars().next_back().is_some_and(of_name);
        let after = text[end..].chars().next();
        let after = after.is_some_and(|c| of_name(c) && c != '.');
        if !before && !after && start >= at {
            out += &text[at..start];
            out += to;
            at = end;
        }
    }
    out + &text[at..]
}

/// From 0, no line in common, to 1, the same lines in whatever order.
pub fn similarity(old: &str, new: &str) -> f64 {
    let counted = |text: &str| {
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            *lines.entry(line.to_owned()).or_default() += 1;
        }
        lines
    };
    let (old, new) = (counted(old), counted(new));
    let total: usize = old.values().chain(new.values()).sum();
    let common: usize = old
        .iter()
        .map(|(line, count)| new.get(line).map_or(0, |there| *count.min(there)))
        .sum();
    match total {
        0 => 1.0,
        total => 2.0 * common as f64 / total as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::lock::Unit;

    fn version(files: &[(&str, &str)]) -> Version {
        let mut version = Version::default();
        for (path, text) in files {
            version.texts.insert(path.into(), text.to_string());
            if let Some(stem) = path.strip_suffix(".c") {
                let unit = Unit {
                    output: path.to_string(),
                    ..Unit::default()
                };
                let source = format!("src/{stem}.c");
                version.known.files.push(source.clone());
                version.known.unit.insert(source, unit);
            }
        }
        version
    }

    #[test]
    fn the_most_similar_file_is_the_same_one() {
        let old = version(&[
            ("a.c", "1\n2\n3\n4\n"),
            ("b.c", "1\n2\n3\nx\n"),
            ("a.cu", "k\n"),
        ]);
        let new = version(&[("c.c", "1\n2\n3\nx\ny\n"), ("d.c", "1\n2\n3\n4\n")]);
        let renames = Renames::of(&old, &new);
        assert_eq!(renames.now(Path::new("a.c")), Path::new("d.c"));
        assert_eq!(renames.now(Path::new("b.c")), Path::new("c.c"));
        assert_eq!(renames.now(Path::new("a.cu")), Path::new("d.cu"));
        assert_eq!(renames.now(Path::new("a.image.c")), Path::new("d.image.c"));
        assert_eq!(renames.now(Path::new("ab.cu")), Path::new("ab.cu"));
        let before = renames.before(Path::new("c.emulated.cpp"));
        assert_eq!(before.as_deref(), Some(Path::new("b.emulated.cpp")));
        assert_eq!(renames.before(Path::new("Makefile")), None);

        let mut followed = old;
        renames.follow(&mut followed, &new);
        let paths: Vec<_> = followed.texts.keys().collect();
        assert_eq!(
            paths,
            [Path::new("c.c"), Path::new("d.c"), Path::new("d.cu")]
        );
        assert_eq!(followed.known.files, ["src/d.c", "src/c.c"]);
        assert_eq!(followed.known.unit["src/d.c"].output, "d.c");
    }

    #[test]
    fn a_file_s_name_in_a_text_follows() {
        let text =
            "#include \"inc/heat.h\"\n// heat.h:3: as in heat.h. preheat.h heat.hpp heat-heat.h\n";
        assert_eq!(
            named(text, "heat.h", "grid.h"),
            "#include \"inc/grid.h\"\n// grid.h:3: as in grid.h. preheat.h heat.hpp heat-heat.h\n"
        );
    }

    #[test]
    fn other_text_is_another_file() {
        let old = version(&[
            ("a.c", "1\n2\n3\n4\n"),
            ("x.h", "u\nv\n"),
            ("same.c", "1\n"),
        ]);
        let new = version(&[
            ("b.c", "1\n5\n6\n7\n"),
            ("y.c", "u\nv\n"),
            ("same.c", "1\n"),
        ]);
        assert!(Renames::of(&old, &new).is_empty());
        assert!(Renames::of(&Version::default(), &new).is_empty());
    }
}
