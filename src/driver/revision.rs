//! Files as they were in a revision of the user's git repository, in a temporary folder.
//!
//! `git read-tree` and `git checkout-index` with an index of their own: neither the user's index nor the working tree is
//! touched. Must not know what the files are.

use super::compile::temporary_folder;
use super::process::{Finished, Invocation, Runner};
use super::{Failure, Result};
use std::path::{Path, PathBuf};

/// The files of a revision or of a folder in one.
pub struct Checkout {
    /// Removed with it.
    _folder: tempfile::TempDir,
    tree: PathBuf,
    /// The root of the user's working tree.
    root: PathBuf,
    /// The folder below the root in which the command was given.
    prefix: PathBuf,
}

impl Checkout {
    /// The files of `revision`: a commit, or `REVISION:FOLDER`.
    pub fn of(runner: &Runner, revision: &str) -> Result<Checkout> {
        let root = line(ask(runner, &["rev-parse", "--show-toplevel"], revision)?);
        let prefix = line(ask(runner, &["rev-parse", "--show-prefix"], revision)?);
        // What begins with a dash would be an option.
        let tree = format!("{revision}^{{tree}}");
        let tree = match revision.contains(':') {
            true => revision,
            false => &tree,
        };
        let words = ["rev-parse", "--verify", "--quiet", "--end-of-options", tree];
        let tree = line(ask(runner, &words, revision)?);
        let failed = |error| Failure::file(&std::env::temp_dir(), "write to", error);
        let folder = temporary_folder()?;
        let files = folder.path().join("tree");
        std::fs::create_dir(&files).map_err(failed)?;
        let index = folder.path().join("index");
        let git = |words: &[&str]| {
            let git = Invocation::new("git").args(words).dir(Path::new(&root));
            git.env("GIT_INDEX_FILE", index.to_string_lossy())
        };
        let unpack = format!("--prefix={}/", files.display());
        for words in [
            &["read-tree", &tree][..],
            &["checkout-index", "--all", "--quiet", &unpack],
        ] {
            let finished = runner.query(&git(words))?;
            if !finished.success() {
                return Err(refused(revision, &finished));
            }
        }
        Ok(Checkout {
            _folder: folder,
            tree: files,
            root: root.into(),
            prefix: prefix.into(),
        })
    }

    /// The folder that corresponds to the root of the working tree, or to the folder of `REVISION:FOLDER`.
    pub fn tree(&self) -> &Path {
        &self.tree
    }

    /// A word of a command line for the files as they were: absolute paths in the working tree lead to them, relative
    /// ones do by themselves [within](Checkout::within) the checkout.
    pub fn word(&self, word: &str) -> String {
        let root = format!("{}/", self.root.display());
        word.replace(&root, &format!("{}/", self.tree.display()))
    }

    /// A file of the checkout as it is named [within](Checkout::within) it: from the folder that corresponds to the
    /// current one, where the file lies below that.
    pub fn from_within(&self, path: &Path) -> PathBuf {
        let below = path.strip_prefix(self.tree.join(&self.prefix));
        below.unwrap_or(path).to_path_buf()
    }

    /// A path of the checkout as the working tree has it.
    pub fn as_now(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.tree) {
            Ok(below) => self.root.join(below),
            Err(_) => path.to_path_buf(),
        }
    }

    /// A file of the working tree, which is named from the current folder of the user, as it is found
    /// [within](Checkout::within) the checkout.
    pub fn now_from_here(&self, path: &Path) -> PathBuf {
        self.root.join(&self.prefix).join(path)
    }

    /// The name of a file of the checkout, from the root of the working tree.
    pub fn name(&self, path: &Path) -> String {
        let below = path.strip_prefix(&self.tree).unwrap_or(path);
        below.display().to_string()
    }

    /// All its files with an extension.
    pub fn files(&self, extension: &str) -> Result<Vec<PathBuf>> {
        let mut found = vec![];
        let mut folders = vec![self.tree.clone()];
        while let Some(folder) = folders.pop() {
            let failed = |error| Failure::file(&folder, "read", error);
            for entry in std::fs::read_dir(&folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                if path.is_dir() && !path.is_symlink() {
                    folders.push(path);
                } else if path.extension().is_some_and(|it| it == extension) {
                    found.push(path);
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Does something in the folder of the checkout that corresponds to the current one.
    pub fn within<T>(&self, action: impl FnOnce() -> Result<T>) -> Result<T> {
        let failed = |error| Failure::file(Path::new("."), "change to", error);
        let now = std::env::current_dir().map_err(failed)?;
        let then = self.tree.join(&self.prefix);
        // A folder that the revision does not have yet has no files.
        std::fs::create_dir_all(&then).map_err(failed)?;
        std::env::set_current_dir(&then).map_err(failed)?;
        let result = action();
        std::env::set_current_dir(now).map_err(failed)?;
        result
    }
}

fn ask(runner: &Runner, words: &[&str], revision: &str) -> Result<Finished> {
    let finished = runner.query(&Invocation::new("git").args(words))?;
    match finished.success() {
        true => Ok(finished),
        false => Err(refused(revision, &finished)),
    }
}

fn refused(revision: &str, finished: &Finished) -> Failure {
    let text = finished.stderr_text();
    let reason = match text.trim() {
        "" => "git knows no such revision",
        reason => reason,
    };
    Failure::file(
        Path::new(revision),
        "compare with",
        format!("it is no folder, and {reason}"),
    )
}

fn line(finished: Finished) -> String {
    finished.stdout_text().trim_end_matches('\n').to_owned()
}
