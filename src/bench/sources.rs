//! The sources of programs, in a folder that is carried to another machine.

use super::manifest::{Part, Twin, Variant};
use super::programs::Program;
use crate::driver::{Failure, Result, paths};
use std::path::{Path, PathBuf};

/// Copies a program's folder, and the files and folders that its manifest names outside of it, so that they lie to
/// each other as before. Gives the new place relative to `folder`.
pub fn copy(program: &Program, folder: &Path) -> Result<PathBuf> {
    let manifest = &program.manifest;
    let (twin, variants) = (manifest.twin.iter(), manifest.variants.values());
    let of_programs: Vec<Part> = twin
        .map(Twin::part)
        .chain(variants.map(Variant::part))
        .collect();
    let parts = std::iter::once(&manifest.common)
        .chain(&manifest.reference)
        .chain(&of_programs);
    let mut places = vec![program.folder.clone()];
    for name in parts.flat_map(|part| part.sources.iter().chain(&part.include)) {
        let path = paths::plain(&program.folder.join(name));
        if !path.starts_with(&program.folder) && !places.contains(&path) && path.exists() {
            places.push(path);
        }
    }
    // The innermost folder that holds all of them.
    let mut ancestor = program
        .folder
        .parent()
        .unwrap_or(&program.folder)
        .to_path_buf();
    while !places.iter().all(|place| place.starts_with(&ancestor)) && ancestor.pop() {}
    let base = Path::new(&program.name).join("sources");
    let below = |place: &Path| base.join(place.strip_prefix(&ancestor).unwrap_or(place));
    for place in &places {
        copy_tree(place, &folder.join(below(place)))?;
    }
    Ok(below(&program.folder))
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    let failed = |error| Failure::file(to, "write", error);
    if from.is_dir() {
        std::fs::create_dir_all(to).map_err(failed)?;
        for entry in std::fs::read_dir(from).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            copy_tree(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    std::fs::copy(from, to).map(drop).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::manifest::Manifest;

    #[test]
    fn copied_sources_lie_to_each_other_as_before() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let folder = root.join("suite/p");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::create_dir_all(root.join("suite/common")).unwrap();
        std::fs::write(folder.join("a.c"), "").unwrap();
        std::fs::write(root.join("suite/common/c.h"), "").unwrap();
        std::fs::write(root.join("suite/common/c.c"), "").unwrap();
        let manifest = Manifest::parse(
            "title = \"t\"\n[common]\ninclude = [\"../common\"]\n[variants.x]\nsources = [\"a.c\", \"../common/c.c\"]\n\
             [sizes]\ntest = []\n[check]\nstdout = true\n",
        );
        let program = Program {
            name: "p".into(),
            folder,
            manifest: manifest.unwrap(),
        };
        let out = root.join("out");
        let place = copy(&program, &out).unwrap();
        assert!(out.join(&place).join("a.c").is_file());
        assert!(out.join(&place).join("../common/c.h").is_file());
        assert!(out.join(&place).join("../common/c.c").is_file());
    }
}
