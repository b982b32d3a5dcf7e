//! Paths in one form, so that they can be compared, and that folders may be copied or mirrored below them.
//!
//! Must not know whether anything lies there.

use super::{Failure, Result};
pub use crate::source::paths::plain;
use std::path::{Path, PathBuf};

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
        let here = std::env::current_dir().unwrap();
        assert_eq!(absolute(Path::new("x/../y")).unwrap(), here.join("y"));
    }
}
