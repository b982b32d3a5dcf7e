//! What is compiled: a file, or what comes by standard input or a pipe; C, or C that is preprocessed already.
//!
//! Reads what can be read only once, so that every step has the same text. Must not know what stands in it.

use super::cmdline::{self, Input, Language};
use super::{Failure, Result};
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// As messages name it.
    pub path: PathBuf,
    /// Whether its text is preprocessed, and is all there is.
    pub preprocessed: bool,
    /// The text, where there is no file that could be read again.
    pub read: Option<Vec<u8>>,
}

impl Source {
    /// The source of an input of a command line.
    pub fn open(input: &Input) -> Result<Source> {
        let path = Path::new(&input.path);
        let mut source = Source {
            path: path.to_path_buf(),
            preprocessed: input.language == Language::PreprocessedC,
            read: None,
        };
        let failed = |error: std::io::Error| Failure::file(path, "read", error);
        if input.path == "-" {
            let mut text = vec![];
            std::io::stdin().read_to_end(&mut text).map_err(failed)?;
            source.path = PathBuf::from(STDIN);
            source.read = Some(text);
        } else if path.starts_with("/dev") || is_pipe(path) {
            source.read = Some(std::fs::read(path).map_err(failed)?);
        }
        Ok(source)
    }

    /// The source of a file, with the language that its name tells.
    pub fn file(path: &Path) -> Source {
        let language = cmdline::language_of(&path.to_string_lossy(), None);
        Source {
            path: path.to_path_buf(),
            preprocessed: language == Language::PreprocessedC,
            read: None,
        }
    }

    /// The words that give it to the host's compiler, which reads [`Source::read`] from its standard input. The
    /// language is always named: file names need not tell it.
    pub fn words(&self) -> [String; 3] {
        let language = match self.preprocessed {
            true => "cpp-output",
            false => "c",
        };
        let name = match self.read {
            Some(_) => "-".into(),
            None => self.path.to_string_lossy().into_owned(),
        };
        ["-x".into(), language.into(), name]
    }

    /// Whether the translation has the text alone: no file exists that the markers name.
    pub fn stands_alone(&self) -> bool {
        self.preprocessed || self.read.is_some()
    }

    pub fn bytes(&self) -> std::io::Result<Vec<u8>> {
        match &self.read {
            Some(text) => Ok(text.clone()),
            None => std::fs::read(&self.path),
        }
    }
}

/// Another process would find a pipe empty, and a name below `/dev` may belong to this process alone.
fn is_pipe(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// What compilers call the standard input in messages.
const STDIN: &str = "<stdin>";
