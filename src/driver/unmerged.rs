//! Files that one side of a merge deleted and the other one changed: git leaves them in the folder, without marks.
//!
//! From git's index, which knows them until somebody says what is to be (`git add`, `git rm`). Must not know what the files
//! are.

use super::process::{Invocation, Runner};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Such a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfDeleted {
    /// Its path below the folder.
    pub path: PathBuf,
    pub kept_by: Branch,
}

/// The branch that has the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    Ours,
    Theirs,
}

impl Branch {
    /// How git calls it while the merge is under way.
    pub fn revision(self) -> &'static str {
        match self {
            Branch::Ours => "HEAD",
            Branch::Theirs => "MERGE_HEAD",
        }
    }
}

/// Those of a folder; none where it is in no repository.
pub fn half_deleted(runner: &Runner, dir: &Path) -> Vec<HalfDeleted> {
    if !dir.is_dir() {
        return vec![];
    }
    let git = Invocation::new("git")
        .args(["ls-files", "--unmerged", "-z", "--", "."])
        .dir(dir);
    match runner.query(&git) {
        Ok(finished) if finished.success() => read(&finished.stdout_text()),
        _ => vec![],
    }
}

/// Reads lines of `MODE OBJECT STAGE<tab>PATH` that end with a zero: stage 1 is what both sides began with, 2 is ours, 3
/// theirs.
fn read(text: &str) -> Vec<HalfDeleted> {
    let mut stages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.split('\0') {
        if let Some((words, path)) = line.split_once('\t') {
            let stage = words.rsplit(' ').next().unwrap_or_default();
            stages.entry(path).or_default().push(stage);
        }
    }
    let one_side = |(path, stages): (&str, Vec<&str>)| {
        let kept_by = match (stages.contains(&"2"), stages.contains(&"3")) {
            (true, false) => Branch::Ours,
            (false, true) => Branch::Theirs,
            _ => return None,
        };
        let path = PathBuf::from(path);
        Some(HalfDeleted { path, kept_by })
    };
    stages.into_iter().filter_map(one_side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_one_side_is_half_deleted() {
        let text = "100644 aa 1\tout/b.cu\x00100644 bb 2\tout/b.cu\x00100644 aa 1\tc d.cu\x00100644 cc 3\tc d.cu\x00\
                    100644 aa 1\te\x00100644 bb 2\te\x00100644 cc 3\te\x00100644 aa 1\tgone\x00";
        let file = |path: &str, kept_by| HalfDeleted {
            path: path.into(),
            kept_by,
        };
        let expected = [
            file("c d.cu", Branch::Theirs),
            file("out/b.cu", Branch::Ours),
        ];
        assert_eq!(read(text), expected);
        assert_eq!(read(""), []);
    }
}
