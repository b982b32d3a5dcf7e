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
    pub origin: Origin,
}

/// Where the text comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// The file, which each step reads.
    #[default]
    Disk,
    /// What was read from where it can be read only once.
    Stream(Vec<u8>),
    /// What an editor shows of the file, which need not be saved.
    Editor(Vec<u8>),
}

impl Source {
    /// The source of an input of a command line.
    pub fn open(input: &Input) -> Result<Source> {
        let path = Path::new(&input.path);
        let mut source = Source {
            path: path.to_path_buf(),
            preprocessed: input.language == Language::PreprocessedC,
            origin: Origin::Disk,
        };
        let failed = |error: std::io::Error| Failure::file(path, "read", error);
        if input.path == "-" {
            let mut text = vec![];
            std::io::stdin().read_to_end(&mut text).map_err(failed)?;
            source.path = PathBuf::from(STDIN);
            source.origin = Origin::Stream(text);
        } else if path.starts_with("/dev") || is_pipe(path) {
            source.origin = Origin::Stream(std::fs::read(path).map_err(failed)?);
        }
        Ok(source)
    }

    /// The source of a file, with the language that its name tells.
    pub fn file(path: &Path) -> Source {
        let language = cmdline::language_of(&path.to_string_lossy(), None);
        Source {
            path: path.to_path_buf(),
            preprocessed: language == Language::PreprocessedC,
            origin: Origin::Disk,
        }
    }

    /// The source of a file as an editor shows it.
    pub fn edited(path: &Path, text: impl Into<Vec<u8>>) -> Source {
        Source {
            origin: Origin::Editor(text.into()),
            ..Source::file(path)
        }
    }

    /// The text that the host's compiler reads from its standard input, where that is not the file.
    pub fn input(&self) -> Option<&[u8]> {
        match &self.origin {
            Origin::Disk => None,
            Origin::Stream(text) | Origin::Editor(text) => Some(text),
        }
    }

    /// The words that give it to the host's compiler, which reads [`Source::input`] from its standard input. The
    /// language is always named: file names need not tell it.
    pub fn words(&self) -> Vec<String> {
        let language = match self.preprocessed {
            true => "cpp-output",
            false => "c",
        };
        let file = || self.path.to_string_lossy().into_owned();
        let name = self.input().map_or_else(file, |_| "-".into());
        let mut words = vec![];
        if let (Origin::Editor(_), Some(folder)) = (&self.origin, self.path.parent())
            && !folder.as_os_str().is_empty()
        {
            // The folder of the standard input is the current one.
            words.extend(["-iquote".into(), folder.to_string_lossy().into_owned()]);
        }
        words.extend(["-x".into(), language.into(), name]);
        words
    }

    /// Whether the translation has the text alone: no file exists that the markers name.
    pub fn stands_alone(&self) -> bool {
        self.preprocessed || matches!(self.origin, Origin::Stream(_))
    }

    pub fn bytes(&self) -> std::io::Result<Vec<u8>> {
        match self.input() {
            Some(text) => Ok(text.to_vec()),
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
pub const STDIN: &str = "<stdin>";
