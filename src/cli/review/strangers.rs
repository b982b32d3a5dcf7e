//! C files beside those of the program that it seems to need, and that were not named.

use super::Review;
use crate::driver::{Result, accepted};
use crate::review;
use crate::review::pairs::is_cuda;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Review {
    /// Each C file in the folders of the program's C files that defines a function which the program calls and nobody in
    /// it defines; not of those with a `main` of their own.
    pub fn strangers(&self) -> Result<Vec<String>> {
        let files = &self.new.known.files;
        let folder = self.lock_file.parent().unwrap_or(Path::new("."));
        let is_host = |path: &Path| path.extension().is_some_and(|it| it == "c");
        let texts = self.new.texts.iter();
        let code = texts.filter(|(path, _)| is_host(path) || is_cuda(path));
        let (mut called, mut defined) = (BTreeSet::new(), BTreeSet::new());
        for (path, text) in code {
            called.extend(review::calls(text));
            if is_host(path) {
                defined.extend(review::functions(text));
            }
        }
        let mut found = vec![];
        for file in beside(folder, files) {
            let Some(text) = accepted::file(&folder.join(&file))? else {
                continue;
            };
            let functions = review::functions(&text);
            let missing = functions
                .iter()
                .find(|name| called.contains(*name) && !defined.contains(*name));
            if let Some(name) = missing.filter(|_| !functions.contains("main")) {
                found.push(format!(
                    "{file} defines {name}, which the program calls, and is not among the files of the review: if it is of the \
                     program, name all its C files: romp2cuda review {} {file}",
                    files.join(" ")
                ));
            }
        }
        Ok(found)
    }
}

/// C files in the folders of some, which are not among them.
fn beside(folder: &Path, files: &[String]) -> Vec<String> {
    let parent = |file: &String| Path::new(file).parent().map(Path::to_path_buf);
    let folders: BTreeSet<PathBuf> = files.iter().filter_map(parent).collect();
    let mut all = vec![];
    for below in folders {
        let entries = std::fs::read_dir(folder.join(&below)).into_iter().flatten();
        for path in entries.flatten().map(|entry| below.join(entry.file_name())) {
            let name = path.to_string_lossy().into_owned();
            if path.extension().is_some_and(|it| it == "c") && !files.contains(&name) {
                all.push(name);
            }
        }
    }
    all.sort();
    all
}
