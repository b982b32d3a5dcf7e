//! Paths in one form, as far as their words say it.
//!
//! Must not know whether anything lies there.

use std::path::{Component, Path, PathBuf};

/// The path without `.` and `..`, whether it exists or not.
pub fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out
}

/// A path as it is seen from a folder; both are plain, and begin at the same folder.
pub fn from(folder: &Path, path: &Path) -> PathBuf {
    let (here, there) = (folder.components(), path.components());
    let same = here.zip(there).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(same).map(|_| Component::ParentDir);
    up.chain(path.components().skip(same)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_followed() {
        let of = |text: &str| plain(Path::new(text)).display().to_string();
        assert_eq!(of("/a/./b/../c"), "/a/c");
        assert_eq!(of("/../a"), "/a");
        assert_eq!(of("a/b/.."), "a");
    }

    #[test]
    fn a_path_from_a_folder() {
        let of = |folder: &str, path: &str| {
            let path = from(Path::new(folder), Path::new(path));
            path.display().to_string()
        };
        assert_eq!(of("/a/b", "/a/b/c/d.h"), "c/d.h");
        assert_eq!(of("/a/b", "/a/x/d.h"), "../x/d.h");
    }
}
