//! Paths in one form, so that they can be compared, and that folders may be copied or mirrored below them.
//!
//! Must not know whether anything lies there.

use super::{Failure, Result};
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

/// The path from the root on, without `.` and `..`.
pub fn absolute(path: &Path) -> Result<PathBuf> {
    let absolute = std::path::absolute(path).map_err(|error| Failure::file(path, "use", error))?;
    Ok(plain(&absolute))
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
        let here = std::env::current_dir().unwrap();
        assert_eq!(absolute(Path::new("x/../y")).unwrap(), here.join("y"));
    }
}
