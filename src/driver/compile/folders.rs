//! The folders that units are compiled in.

use crate::driver::{Failure, Result, cache};
use std::path::Path;

/// Sets the time of a file to zero, since line tables contain it: the same source then gives the same bytes.
pub fn forget_time(path: &Path) -> Result<()> {
    std::fs::File::options()
        .write(true)
        .open(path)
        .and_then(|file| file.set_modified(std::time::SystemTime::UNIX_EPOCH))
        .map_err(|error| Failure::file(path, "write", error))
}

/// A folder for the work on one unit. Its path is the same each time, because nvcc makes names of it, unless a second
/// process works on the same unit.
pub fn unit_folder(key: &str) -> Result<tempfile::TempDir> {
    let parent = cache::root()?.join("build");
    let make = || {
        tempfile::Builder::new()
            .prefix(key)
            .rand_bytes(0)
            .tempdir_in(&parent)
    };
    let old = std::time::Duration::from_secs(3600);
    let place = parent.join(key);
    let left_behind = place
        .metadata()
        .and_then(|data| data.modified())
        .map(|time| time.elapsed());
    if left_behind.is_ok_and(|age| age.is_ok_and(|age| age > old)) {
        let _ = std::fs::remove_dir_all(&place); // of a process that was killed; where it stays, the work is done elsewhere
    }
    std::fs::create_dir_all(&parent)
        .and_then(|()| make())
        .or_else(|_| temporary_folder())
}

/// A folder with a name of its own, which is deleted when the value is dropped.
pub fn temporary_folder() -> Result<tempfile::TempDir> {
    tempfile::Builder::new()
        .prefix("romp2cuda-")
        .tempdir()
        .map_err(|error| Failure::file(&std::env::temp_dir(), "make a folder in", error))
}
