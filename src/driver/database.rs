//! `compile_commands.json`: how a build system compiles each file, for commands that look at a project without
//! building it.
//!
//! The format is clang's "JSON compilation database". Computes the words of a command line that do not depend on the
//! folder in which they were written. Must not know what the words do, but for which of them are paths.

use super::paths::plain;
use super::{Failure, Result, response};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The name that build systems give the file.
pub const NAME: &str = "compile_commands.json";

/// How the files of a project are compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    pub entries: Vec<Entry>,
}

/// How one file is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The source, by its absolute path.
    pub file: PathBuf,
    /// The command line behind the compiler's name; paths of files to look for are absolute.
    pub words: Vec<String>,
}

/// An entry as it is written.
#[derive(Deserialize)]
struct Written {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    command: Option<String>,
}

/// Options whose argument is a path, joined or as the next word.
const PATHS: [&str; 9] = [
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-imacros",
    "-include",
    "-iprefix",
    "-I",
    "-B",
];

impl Database {
    /// Reads a database; `path` may be the file, or the folder that it is in.
    pub fn load(path: &Path) -> Result<Database> {
        let path = match path.is_dir() {
            true => path.join(NAME),
            false => path.to_path_buf(),
        };
        let text = std::fs::read(&path).map_err(|error| Failure::file(&path, "read", error))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        Database::read(&text, folder).map_err(|error| Failure::file(&path, "read", error))
    }

    fn read(text: &[u8], folder: &Path) -> std::result::Result<Database, String> {
        let written: Vec<Written> =
            serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let entries = written.into_iter().map(|one| {
            let directory = folder.join(&one.directory);
            let words = match (one.arguments.is_empty(), &one.command) {
                (true, Some(command)) => response::split(command),
                _ => one.arguments,
            };
            let words = behind_compiler(words);
            let words = response::expand(words)?;
            Ok(Entry {
                file: plain(&directory.join(&one.file)),
                words: absolute(words, &directory),
            })
        });
        let entries: std::result::Result<Vec<Entry>, String> = entries.collect();
        Ok(Database { entries: entries? })
    }

    /// The nearest database in the folders above a file, or in their `build` folders.
    pub fn above(file: &Path) -> Option<PathBuf> {
        file.ancestors().skip(1).find_map(|folder| {
            let places = [folder.join(NAME), folder.join("build").join(NAME)];
            places.into_iter().find(|place| place.is_file())
        })
    }

    /// The first entry about a file. A header has none: it is compiled with what includes it.
    pub fn of(&self, file: &Path) -> Option<&Entry> {
        let file = plain(file);
        self.entries.iter().find(|entry| entry.file == file)
    }
}

/// The words behind the compiler's name, in front of which programs such as ccache may stand.
fn behind_compiler(mut words: Vec<String>) -> Vec<String> {
    let options = words.iter().position(|word| word.starts_with('-'));
    words.split_off(options.unwrap_or(words.len()).max(1).min(words.len()))
}

/// Paths of the words as seen from anywhere.
fn absolute(words: Vec<String>, directory: &Path) -> Vec<String> {
    let from_anywhere = |path: &str| plain(&directory.join(path)).to_string_lossy().into_owned();
    // The compiler looks for what `-include` names among the headers, too.
    let placed = |option: &str, path: &str| match option {
        "-include" | "-imacros" if !directory.join(path).is_file() => path.to_owned(),
        _ => from_anywhere(path),
    };
    let mut out = vec![];
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let option = PATHS.iter().find(|option| word.starts_with(*option));
        match option {
            Some(option) if word == *option => {
                out.push(word);
                out.extend(words.next().map(|path| placed(option, &path)));
            }
            Some(option) => out.push(format!("{option}{}", placed(option, &word[option.len()..]))),
            None => out.push(word),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Vec<String>> {
        let database = Database::read(text.as_bytes(), Path::new("/p")).unwrap();
        database.entries.into_iter().map(|it| it.words).collect()
    }

    #[test]
    fn commands_and_arguments_say_the_same() {
        let text = r#"[
            {"directory": "/p/build", "file": "../a.c", "command": "/usr/bin/cc -I../include -DX=\\\"s\\\" -c ../a.c"},
            {"directory": "/p/build", "file": "../a.c", "arguments": ["ccache", "cc", "-I", "../include", "-c", "../a.c"]}
        ]"#;
        let found = words(text);
        assert_eq!(found[0], ["-I/p/include", "-DX=\"s\"", "-c", "../a.c"]);
        assert_eq!(found[1], ["-I", "/p/include", "-c", "../a.c"]);
        let database = Database::read(text.as_bytes(), Path::new("/p")).unwrap();
        assert!(database.of(Path::new("/p/src/../a.c")).is_some());
        assert!(database.of(Path::new("/p/b.c")).is_none());
    }

    #[test]
    fn headers_that_no_folder_has_are_looked_for_as_ever() {
        let text = r#"[{"directory": "build", "file": "a.c", "arguments": ["cc", "-include", "config.h", "-isystem", "x"]}]"#;
        assert_eq!(
            words(text)[0],
            ["-include", "config.h", "-isystem", "/p/build/x"]
        );
    }

    #[test]
    fn odd_entries() {
        assert_eq!(words("[]"), Vec::<Vec<String>>::new());
        assert_eq!(
            words(
                r#"[{"directory": "/", "file": "a.c"}, {"directory": "/", "file": "a.c", "arguments": ["cc"]}]"#
            ),
            [Vec::<String>::new(), vec![]]
        );
        assert!(Database::read(b"{", Path::new("/")).is_err());
        assert!(Database::read(br#"[{"file": "a.c"}]"#, Path::new("/")).is_err());
    }
}
