//! Where accepted translations are kept: the texts below the output folder, `romp2cuda.lock` beside it.
//!
//! Texts are kept as they were generated, in `.romp2cuda/base`, so that edits of the files themselves can be told from new
//! generated text. Where nobody edited them they are the same bytes as the files, which git stores once. Must not know
//! what the texts contain.

use super::layout::Layout;
use super::outputs;
use super::{Failure, Result, cache};
use crate::diag::{Code, Diagnostic, Severity};
use crate::source::bytes;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Generated C and CUDA C, and headers, as they were accepted.
pub const BASE: &str = ".romp2cuda/base";
/// The same of the Makefile and of what carries images.
pub const SUPPORT: &str = ".romp2cuda/support";
/// Keeps accepted texts out of what people read.
pub const ATTRIBUTES: (&str, &str) = (
    ".romp2cuda/.gitattributes",
    "base/** -diff linguist-generated\nsupport/** -diff linguist-generated\n",
);

/// Texts by their path below the output folder.
pub type Texts = BTreeMap<PathBuf, String>;

/// The folder in which a lock lies, and the name that it has for the output folder.
pub fn beside(dir: &Path) -> Result<(PathBuf, String)> {
    let failed = |error: std::io::Error| Failure::file(dir, "use", error);
    let whole = match dir.canonicalize() {
        Ok(whole) => whole,
        Err(_) => std::path::absolute(dir).map_err(failed)?,
    };
    let name = whole
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    match (whole.parent(), name) {
        (Some(parent), Some(name)) => Ok((parent.to_path_buf(), name)),
        _ => Err(Failure::file(dir, "use", "it is no folder in a folder")),
    }
}

/// The text of a lock; none where there is no such file.
pub fn read(lock: &Path) -> Result<Option<String>> {
    match std::fs::read_to_string(lock) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(lock, "read", error)),
    }
}

/// Writes a lock, if it is not there already as it should be.
pub fn write(lock: &Path, text: &str) -> Result<()> {
    if read(lock)?.as_deref() == Some(text) {
        return Ok(());
    }
    let failed = |error: std::io::Error| Failure::file(lock, "write", error);
    let folder = lock.parent().unwrap_or(Path::new("."));
    let aside = tempfile::Builder::new()
        .prefix(".romp2cuda-")
        .tempdir_in(folder)
        .map_err(failed)?;
    let place = cache::write(aside.path(), "lock", text)?;
    std::fs::rename(place, lock).map_err(failed)
}

/// What was accepted: texts, and those of support files. Of a folder that `translate` wrote, and that nobody edited, the
/// files themselves.
pub fn texts(dir: &Path, names: &mut dyn Iterator<Item = &PathBuf>) -> Result<(Texts, Texts)> {
    let base = below(&dir.join(BASE))?;
    if !base.is_empty() {
        return Ok((base, below(&dir.join(SUPPORT))?));
    }
    let mut texts = Texts::new();
    for name in names.filter(|name| outputs::is_as_written(dir, name)) {
        if let Some(text) = file(&dir.join(name))? {
            texts.insert(name.clone(), text);
        }
    }
    Ok((texts, Texts::new()))
}

/// Refuses to replace what is under review by anything else.
pub fn check(dir: &Path, layout: &Layout) -> Result<()> {
    let base = below(&dir.join(BASE))?;
    let differs = |(path, text): &(&PathBuf, &String)| base.get(*path) != Some(*text);
    match !base.is_empty() && layout.generated.iter().any(|pair| differs(&pair)) {
        false => Ok(()),
        true => {
            let message = format!(
                "{} is kept by `romp2cuda review`, and what is generated now was not accepted: nothing is written",
                dir.display()
            );
            let diagnostic = Diagnostic::bare(Code::Overwrite, Severity::Error, message)
                .help("`romp2cuda review` shows and accepts what changed; give another folder with -o to see all of it");
            Err(Failure::refused(diagnostic))
        }
    }
}

/// A file's text; none where there is none.
pub fn file(path: &Path) -> Result<Option<String>> {
    match std::fs::read(path) {
        Ok(data) => Ok(Some(bytes::decode(data))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(path, "read", error)),
    }
}

/// Removes a file of an earlier translation.
pub fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::file(path, "remove", error))
        }
        _ => Ok(()),
    }
}

/// All files of a folder and of its folders.
fn below(root: &Path) -> Result<Texts> {
    let mut texts = Texts::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(Failure::file(&folder, "read", error)),
        };
        for entry in entries {
            let path = entry
                .map_err(|error| Failure::file(&folder, "read", error))?
                .path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(text) = file(&path)?
                && let Ok(name) = path.strip_prefix(root)
            {
                texts.insert(name.to_path_buf(), text);
            }
        }
    }
    Ok(texts)
}
