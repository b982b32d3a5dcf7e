//! The edited files as a tree of their own that the host compiler finds before the originals.
//!
//! A file lies at its absolute path below the root. An edited header is found only if the files that include it lie
//! there too, in whatever way they include it; those are copied unchanged. Must not know what was edited.

use super::cmdline::CommandLine;
use super::unit::Unit;
use super::{Failure, Result, line_sync, paths};
use crate::source::bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub struct Mirror {
    /// The edited main file.
    pub main: PathBuf,
    /// The user's words with the mirrored folders before the originals.
    pub words: Vec<String>,
    /// The originals of edited headers, which no compilation may read.
    pub replaced: BTreeSet<PathBuf>,
}

/// Macros of compilers in GNU dialects whose names are not reserved: behind `#undef` they are the user's.
const PLAIN_NAMES: &[&str] = &[
    "arm", "hpux", "i386", "linux", "m68k", "mips", "PPC", "sparc", "sun", "unix", "vax",
];

const FOLDER_OPTIONS: &[&str] = &["-isystem", "-iquote", "-idirafter", "-I"];
const FILE_OPTIONS: &[&str] = &["-include", "-imacros"];

/// Writes the unit's files below `root`.
pub fn write(root: &Path, unit: &Unit, words: &[String]) -> Result<Mirror> {
    if unit.text.given_in().is_some() {
        return write_given(root, unit, words);
    }
    // By their places: the texts, and the originals that they are made of.
    let mut texts: BTreeMap<PathBuf, (String, PathBuf)> = BTreeMap::new();
    for file in &unit.translation.host {
        texts.insert(file.path.clone(), (file.text.clone(), file.origin.clone()));
    }
    let edited: BTreeSet<PathBuf> = texts
        .values()
        .map(|(_, origin)| origin.clone())
        .filter(|origin| *origin != unit.source)
        .collect();
    for path in includers(unit.text.text(), &edited) {
        if !texts.contains_key(&path) && !edited.contains(&path) {
            texts.insert(path.clone(), (read(&path)?, path));
        }
    }
    let mut folders = BTreeSet::new();
    let places = texts
        .keys()
        .map(|path| Ok((paths::absolute(path)?, place(root, path)?)))
        .collect::<Result<BTreeMap<_, _>>>()?;
    for (path, (text, origin)) in &texts {
        let original = read(origin)?;
        let place = place(root, path)?;
        let name = origin.to_string_lossy();
        let text = line_sync::with_line_directives(&original, text, &name);
        let text = with_mirrored_includes(text, &places);
        let folder = place.parent().unwrap_or(root);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&place, bytes::encode(&text)))
            .map_err(|error| Failure::file(&place, "write", error))?;
        folders.insert(folder_of(path));
    }
    let main_folder = folder_of(&unit.source);
    folders.remove(&main_folder);
    let mut all = vec![];
    for folder in std::iter::once(&main_folder).chain(&folders) {
        for folder in [place(root, folder)?, folder.clone()] {
            all.extend(["-iquote".to_string(), folder.to_string_lossy().into_owned()]);
        }
    }
    match edited.is_empty() {
        true => all.extend(words.iter().cloned()),
        false => all.extend(with_mirrored_folders(root, words, &places)?),
    }
    all.push(format!("-ffile-prefix-map={}=", root.display()));
    Ok(Mirror {
        main: place(root, &unit.source)?,
        words: all,
        replaced: edited,
    })
}

/// Text that was preprocessed already and now uses macros of `romp.h`: it is preprocessed once more, with no other
/// macros.
fn write_given(root: &Path, unit: &Unit, words: &[String]) -> Result<Mirror> {
    let main = place(root, &unit.source)?;
    let edited = &unit.translation.host[0].text;
    let text = line_sync::with_line_markers(unit.text.text(), edited);
    let folder = main.parent().unwrap_or(root);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&main, bytes::encode(&text)))
        .map_err(|error| Failure::file(&main, "write", error))?;
    let mut words = CommandLine::words_behind_preprocessor(words);
    words.extend(PLAIN_NAMES.iter().map(|name| format!("-U{name}")));
    words.push(format!("-ffile-prefix-map={}=", root.display()));
    Ok(Mirror {
        main,
        words,
        replaced: BTreeSet::new(),
    })
}

impl Mirror {
    /// An original header that a dependency file names although an edited one replaces it: the device code in it
    /// would silently run on the host.
    pub fn missed(&self, dependencies: &str) -> Option<&PathBuf> {
        let same = |a: &Path, b: &Path| match (paths::absolute(a), paths::absolute(b)) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        };
        let mut words = dependencies.split_whitespace().map(Path::new);
        words.find_map(|word| self.replaced.iter().find(|header| same(header, word)))
    }
}

fn read(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).map_err(|error| Failure::file(path, "read", error))?;
    Ok(bytes::decode(bytes))
}

fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().unwrap_or(Path::new(""));
    match folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => folder.to_path_buf(),
    }
}

/// Where a path of the user's lies below the root.
fn place(root: &Path, path: &Path) -> Result<PathBuf> {
    let absolute = paths::absolute(path)?;
    let below = absolute.strip_prefix("/");
    Ok(root.join(below.expect("an absolute path begins at the root")))
}

/// The text with the mirror's paths where it includes a file of the mirror by an absolute path.
fn with_mirrored_includes(text: String, places: &BTreeMap<PathBuf, PathBuf>) -> String {
    if !text.contains("\"/") && !text.contains("</") {
        return text;
    }
    let line = |line: &str| {
        let at = absolute_include(line)?;
        let place = places.get(&paths::plain(Path::new(&line[at.clone()])))?;
        Some(format!(
            "{}{}{}",
            &line[..at.start],
            place.display(),
            &line[at.end..]
        ))
    };
    let lines = text.split_inclusive('\n');
    lines
        .map(|text| line(text).unwrap_or_else(|| text.to_string()))
        .collect()
}

/// Where the path stands in a line that includes a file by an absolute path.
fn absolute_include(line: &str) -> Option<std::ops::Range<usize>> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = ["include_next", "include", "import"]
        .iter()
        .find_map(|name| directive.strip_prefix(name))?;
    let rest = rest.trim_start();
    let end = match rest.as_bytes().first()? {
        b'"' => '"',
        b'<' => '>',
        _ => return None,
    };
    let begin = line.len() - rest.len() + 1;
    let length = line[begin..].find(end)?;
    line[begin..]
        .starts_with('/')
        .then(|| begin..begin + length)
}

/// The words with the mirror's folders in front of the originals, and its files in place of those that words include.
fn with_mirrored_folders(
    root: &Path,
    words: &[String],
    places: &BTreeMap<PathBuf, PathBuf>,
) -> Result<Vec<String>> {
    let mut out = vec![];
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let names_file = |option: &&&str| word.starts_with(**option) && word != "-include-pch";
        if let Some(option) = FILE_OPTIONS.iter().find(names_file) {
            let file = match &word[option.len()..] {
                "" => rest.next().cloned().unwrap_or_default(),
                joined => joined.to_string(),
            };
            let mirrored = places.get(&paths::absolute(Path::new(&file))?);
            // It stands in front of the main file, where what constructs become is declared.
            if *option == "-include" && !out.iter().any(|word| word == "romp.h") {
                out.extend(["-include".to_string(), "romp.h".to_string()]);
            }
            let file = mirrored.map_or(file, |place| place.to_string_lossy().into_owned());
            out.extend([option.to_string(), file]);
            continue;
        }
        let option = FOLDER_OPTIONS
            .iter()
            .find(|option| word.starts_with(**option));
        let Some(option) = option else {
            out.push(word.clone());
            continue;
        };
        let folder = match &word[option.len()..] {
            "" => rest.next().cloned().unwrap_or_default(),
            joined => joined.to_string(),
        };
        let mirrored = place(root, Path::new(&folder))?
            .to_string_lossy()
            .into_owned();
        out.extend([option.to_string(), mirrored, option.to_string(), folder]);
    }
    Ok(out)
}

/// The files between the main file and each of `wanted`, by the line markers.
pub fn includers(text: &str, wanted: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    if wanted.is_empty() {
        return found;
    }
    let mut stack: Vec<PathBuf> = vec![];
    for line in text.lines().filter(|line| line.starts_with('#')) {
        let Some((path, flags)) = marker(line) else {
            continue;
        };
        let flag = |flag: &str| flags.split_whitespace().any(|word| word == flag);
        if flag("1") {
            if wanted.contains(&path) {
                found.extend(stack.iter().skip(1).cloned());
            }
            stack.push(path);
        } else if flag("2") {
            stack.pop();
        } else if stack.is_empty() {
            stack.push(path);
        }
    }
    found
}

/// `# 12 "file" flags`
pub fn marker(line: &str) -> Option<(PathBuf, &str)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .strip_prefix('"')?;
    let end = rest.rfind('"')?;
    let name = rest[..end].replace("\\\"", "\"").replace("\\\\", "\\");
    Some((PathBuf::from(name), &rest[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_an_edited_header_is_found() {
        let text = "# 0 \"a.c\"\n# 1 \"a.c\"\n# 1 \"x/one.h\" 1\n# 1 \"x/two.h\" 1\nint a;\n# 2 \"x/one.h\" 2\n\
                    # 2 \"a.c\" 2\n# 1 \"other.h\" 1 3\n# 3 \"a.c\" 2\n";
        let wanted = BTreeSet::from([PathBuf::from("x/two.h")]);
        assert_eq!(
            includers(text, &wanted),
            BTreeSet::from([PathBuf::from("x/one.h")])
        );
    }

    #[test]
    fn folders_are_looked_up_in_the_mirror_first() {
        let words = ["-O2", "-I", "/inc", "-isystem/sys", "-DA"].map(String::from);
        assert_eq!(
            with_mirrored_folders(Path::new("/m"), &words, &BTreeMap::new()).unwrap(),
            [
                "-O2", "-I", "/m/inc", "-I", "/inc", "-isystem", "/m/sys", "-isystem", "/sys",
                "-DA"
            ]
        );
    }

    #[test]
    fn absolute_paths_lead_into_the_mirror() {
        let places = BTreeMap::from([("/s/k.c".into(), "/m/s/k.c".into())]);
        let text =
            "#include \"/s/k.c\"\n # include </s/./k.c> // k\n#include \"/s/l.c\"\n\"/s/k.c\";\n";
        assert_eq!(
            with_mirrored_includes(text.into(), &places),
            "#include \"/m/s/k.c\"\n # include </m/s/k.c> // k\n#include \"/s/l.c\"\n\"/s/k.c\";\n"
        );
        let words = ["-include", "/s/k.c", "-include", "l.h", "-imacros/s/k.c"].map(String::from);
        assert_eq!(
            with_mirrored_folders(Path::new("/m"), &words, &places).unwrap(),
            [
                "-include", "romp.h", "-include", "/m/s/k.c", "-include", "l.h", "-imacros",
                "/m/s/k.c"
            ]
        );
    }

    #[test]
    fn an_original_in_use_is_noticed() {
        let mirror = Mirror {
            main: PathBuf::new(),
            words: vec![],
            replaced: BTreeSet::from([PathBuf::from("inc/x.h")]),
        };
        assert!(
            mirror
                .missed("host.o: /tmp/m/inc/x.h \\\n inc/y.h\n")
                .is_none()
        );
        assert!(
            mirror
                .missed("host.o: a.c \\\n ./src/../inc/x.h\n")
                .is_some()
        );
    }

    #[test]
    fn parents_are_resolved() {
        assert_eq!(
            place(Path::new("/m"), Path::new("/a/b/../c.h")).unwrap(),
            Path::new("/m/a/c.h")
        );
    }
}
