//! Finds the folders that hold a `bench.toml`.

use super::manifest::Manifest;
use crate::driver::{Failure, Result};
use std::path::{Path, PathBuf};

const FILE: &str = "bench.toml";
/// Where names are looked for that are no folders.
const SUITE: &str = "rodinia-ports";

/// A program that can be benched.
#[derive(Clone, Debug)]
pub struct Program {
    /// The folder's name.
    pub name: String,
    pub folder: PathBuf,
    pub manifest: Manifest,
}

/// The programs of these names: each a folder with a `bench.toml`, a folder with such folders, or the name of one below
/// `rodinia-ports`. Without names: the current folder, as if it had been named, else `rodinia-ports`.
pub fn find(names: &[String]) -> Result<Vec<Program>> {
    let mut folders = vec![];
    if names.is_empty() {
        folders = below(Path::new("."));
        if folders.is_empty() {
            folders = below(Path::new(SUITE));
        }
        if folders.is_empty() {
            return Err(Failure::Usage(format!(
                "bench: there is no {FILE} here: name a folder that holds one"
            )));
        }
    }
    for name in names {
        let found = [PathBuf::from(name), Path::new(SUITE).join(name)]
            .iter()
            .map(|place| below(place))
            .find(|found| !found.is_empty());
        folders.extend(found.ok_or_else(|| {
            Failure::Usage(format!(
                "bench: {name} holds no {FILE}, and neither do the folders in it"
            ))
        })?);
    }
    let mut programs: Vec<Program> = vec![];
    for folder in folders {
        let program = read(&folder)?;
        match programs.iter().find(|other| other.name == program.name) {
            Some(other) if other.folder == program.folder => {}
            Some(other) => {
                return Err(Failure::Usage(format!(
                    "bench: {} and {} have one name",
                    other.folder.display(),
                    program.folder.display()
                )));
            }
            None => programs.push(program),
        }
    }
    Ok(programs)
}

/// The folder itself where it is a program, or its `bench.toml`; else those in it that are, sorted.
fn below(folder: &Path) -> Vec<PathBuf> {
    if folder.file_name().is_some_and(|name| name == FILE) && folder.is_file() {
        let parent = folder.parent().filter(|path| !path.as_os_str().is_empty());
        return vec![parent.unwrap_or(Path::new(".")).to_path_buf()];
    }
    if folder.join(FILE).is_file() {
        return vec![folder.to_path_buf()];
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.join(FILE).is_file())
        .collect();
    found.sort();
    found
}

fn read(folder: &Path) -> Result<Program> {
    let file = folder.join(FILE);
    let folder = folder
        .canonicalize()
        .map_err(|error| Failure::file(folder, "open", error))?;
    let text =
        std::fs::read_to_string(&file).map_err(|error| Failure::file(&file, "read", error))?;
    let manifest = Manifest::parse(&text)
        .map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    Ok(Program {
        name: name.unwrap_or_else(|| "program".into()),
        folder,
        manifest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for name in ["b", "a", "none"] {
            std::fs::create_dir(dir.path().join(name)).unwrap();
        }
        let text = "title = \"t\"\n[variants.x]\nsources = [\"x.c\"]\n[sizes]\ntest = []\n[check]\nstdout = true\n";
        for name in ["b", "a"] {
            std::fs::write(dir.path().join(name).join(FILE), text).unwrap();
        }
        dir
    }

    #[test]
    fn a_folder_of_programs_is_all_of_them() {
        let dir = suite();
        let path = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
        let names = |words: &[String]| -> Vec<String> {
            find(words)
                .unwrap()
                .into_iter()
                .map(|program| program.name)
                .collect()
        };
        assert_eq!(names(&[path("")]), ["a", "b"]);
        assert_eq!(names(&[path("b"), path("b/bench.toml")]), ["b"]);
        assert!(matches!(find(&[path("none")]), Err(Failure::Usage(_))));
    }

    #[test]
    fn a_bad_manifest_is_told_with_its_path() {
        let dir = suite();
        std::fs::write(dir.path().join("a").join(FILE), "title = 1").unwrap();
        let word = dir.path().join("a").to_string_lossy().into_owned();
        match find(&[word]) {
            Err(Failure::Usage(text)) => assert!(text.contains("bench.toml: "), "{text}"),
            other => panic!("{other:?}"),
        }
    }
}
