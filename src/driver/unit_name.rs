//! The names by which a unit's host code finds its images.
//!
//! An object is linked with objects of which nobody knows anything when it is made, so that its unit is named after all
//! that it is made of ([`Naming::ByText`]). A folder that is kept and built by its Makefile is one program, whose files
//! have names of their own: units are named after these ([`Naming::ByFile`]), so that an edit changes no carrier, no
//! Makefile and no object but those of the edited text. Files of one name are told apart by their
//! folders ([`told_apart`]). Folders may then have units of one name, of which the runtime
//! refuses two in one process (`ROMP_IMAGE_NAMED`); macros of the command line are part of the name, so that two builds of
//! one file with different `-D` may be linked together.

use super::{cache, paths};
use std::path::{Path, PathBuf};

/// What a unit is named after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// Its path and its text.
    #[default]
    ByText,
    /// Its file's name, and the macros of the command line.
    ByFile,
}

/// What names a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitName {
    /// Its images and the host code that launches their kernels have the same one; made of letters that C's names have.
    pub key: String,
    /// Follows what is the unit's alone in relocatable code.
    pub suffix: String,
    /// Whether another folder's unit may have the same name.
    pub by_file: bool,
}

impl UnitName {
    /// A name that only the same text of the same file has; the suffix is the same while the device code is.
    pub fn of_text(path: &Path, text: &str, cuda: &str, words: &[String]) -> UnitName {
        let path = path.as_os_str().as_encoded_bytes();
        let key = cache::digest([path, text.as_bytes()]);
        let words = words.iter().map(String::as_bytes);
        let of_device = cache::digest([path, cuda.as_bytes()].into_iter().chain(words));
        UnitName {
            key: format!("u{}", &key[..12]),
            suffix: format!("__u{}", &of_device[..12]),
            by_file: false,
        }
    }

    /// A name that stays while the file is called so; `words` are those of the C compiler.
    pub fn of_file(path: &Path, words: &[String]) -> UnitName {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        UnitName::called(&stem, words)
    }

    /// The same for a file that is called so among others, see [`told_apart`].
    pub fn called(stem: &str, words: &[String]) -> UnitName {
        let macros = macros(words);
        let is_plain = |c: char| c.is_ascii_alphanumeric();
        let readable: String = stem
            .chars()
            .map(|c| if is_plain(c) { c } else { '_' })
            .collect();
        let key = match macros.is_empty() && stem.chars().all(is_plain) {
            true => readable,
            // `a-b`, `a_b` and `a.b` are three names.
            false => {
                let words = macros.iter().map(|word| word.as_bytes());
                let digest = cache::digest(std::iter::once(stem.as_bytes()).chain(words));
                format!("{readable}_{}", &digest[..8])
            }
        };
        UnitName {
            suffix: format!("__of_{key}"),
            key,
            by_file: true,
        }
    }
}

/// What the files of a program are called: their names without extension, and of files of one name as many folders in
/// front of it as tell them apart.
pub fn told_apart(paths: &[PathBuf]) -> Vec<String> {
    let whole: Vec<Vec<String>> = paths.iter().map(|path| parts(path)).collect();
    let tail = |at: usize, count: usize| {
        let parts = &whole[at];
        parts[parts.len().saturating_sub(count)..].join("/")
    };
    let name = |at: usize| {
        let is_alone = |count: &usize| {
            let mut others = (0..whole.len()).filter(|&other| whole[other] != whole[at]);
            others.all(|other| tail(other, *count) != tail(at, *count))
        };
        let most = whole[at].len();
        tail(at, (1..most).find(is_alone).unwrap_or(most))
    };
    (0..whole.len()).map(name).collect()
}

/// The folders from the root on, and the name without its extension.
fn parts(path: &Path) -> Vec<String> {
    let path = paths::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let path = path.with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "/").collect()
}

/// What `-D` and `-U` say, in their order.
fn macros(words: &[String]) -> Vec<String> {
    let mut found = vec![];
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = ["-D", "-U"]
            .into_iter()
            .find(|option| word.starts_with(option));
        match option {
            Some(option) if word == option => {
                found.push(format!("{option}{}", rest.next().map_or("", |word| word)));
            }
            Some(_) => found.push(word.clone()),
            None => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn key(path: &str, words: &[&str]) -> String {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        UnitName::of_file(Path::new(path), &words).key
    }

    #[test]
    fn a_file_s_unit_is_named_after_it() {
        assert_eq!(key("src/heat.c", &["-O2", "-Iinc"]), "heat");
        assert_eq!(key("/somewhere/heat.c", &[]), "heat");
        assert_eq!(key("src/heat.c", &["-D", "N=2"]), key("heat.c", &["-DN=2"]));
        let name = UnitName::of_file(Path::new("heat.c"), &[]);
        assert_eq!((name.suffix.as_str(), name.by_file), ("__of_heat", true));
    }

    #[test]
    fn files_of_one_name_are_told_apart_by_their_folders() {
        let names =
            |paths: &[&str]| told_apart(&paths.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(names(&["a.c", "x/b.c"]), ["a", "b"]);
        assert_eq!(
            names(&["main.c", "p/util.c", "q/util.c"]),
            ["main", "p/util", "q/util"]
        );
        assert_eq!(
            names(&["/s/p/x/util.c", "/s/q/x/util.c", "/s/r/y/util.c", "/util.c"]),
            ["p/x/util", "q/x/util", "y/util", "util"]
        );
        let keys = ["p/util", "q/util", "p_util"].map(|name| UnitName::called(name, &[]).key);
        assert!(
            keys[0].starts_with("p_util_") && keys[0] != keys[2],
            "{keys:?}"
        );
    }

    #[test]
    fn names_that_differ_stay_different_and_are_c_s() {
        let keys = [
            key("a_b.c", &[]),
            key("a-b.c", &[]),
            key("a.b.c", &[]),
            key("ä.c", &[]),
            key("ab.c", &[]),
            key("ab.c", &["-DN=1"]),
            key("ab.c", &["-DN=2"]),
            key("ab.c", &["-DN=2", "-UN"]),
            key("ab.c", &["-UN", "-DN=2"]),
        ];
        assert_eq!(BTreeSet::from(keys.clone()).len(), keys.len());
        let is_of_c = |c: char| c.is_ascii_alphanumeric() || c == '_';
        assert!(keys.iter().all(|key| key.chars().all(is_of_c)), "{keys:?}");
    }

    #[test]
    fn an_object_s_unit_is_named_after_its_text() {
        let of = |path: &str, text, words: &[String]| {
            UnitName::of_text(Path::new(path), text, "kernel", words)
        };
        let one = of("a.c", "int x;", &[]);
        assert_eq!(one, of("a.c", "int x;", &[]));
        assert_ne!(one.key, of("a.c", "int y;", &[]).key);
        assert_ne!(one.key, of("b/a.c", "int x;", &[]).key);
        assert_eq!(one.suffix, of("a.c", "int y;", &[]).suffix);
        assert_ne!(one.suffix, of("a.c", "int x;", &["-O1".into()]).suffix);
    }
}
