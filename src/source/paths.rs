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
}
