//! The user's cache folder: the toolchain, the unpacked runtime, built programs.
//!
//! Everything appears at once under its final name (a temporary folder, then a rename), so that two
//! processes never see half of anything. Must not know what is kept.

use super::{Failure, Result};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// `ROMP_CACHE`, else the cache folder that the system's conventions name.
pub fn root() -> Result<PathBuf> {
    use etcetera::BaseStrategy;
    if let Some(dir) = std::env::var_os("ROMP_CACHE").filter(|dir| !dir.is_empty()) {
        return std::path::absolute(&dir)
            .map_err(|error| Failure::file(Path::new(&dir), "use", error));
    }
    etcetera::choose_base_strategy()
        .map(|strategy| strategy.cache_dir().join("romp2cuda"))
        .map_err(|error| {
            let message = format!("no place for the cache: {error}");
            Failure::tool(message, "set ROMP_CACHE to a folder that you may write to")
        })
}

/// A digest of all parts, short enough for names; parts cannot run into each other.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The folder `root()/path`, made by `fill` where it is not there yet.
pub fn folder(path: &str, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let place = root()?.join(path);
    if place.is_dir() {
        return Ok(place);
    }
    publish(&place, fill)?;
    Ok(place)
}

/// Fills a temporary folder and gives it its name. Where another process was faster, its result stays.
pub fn publish(place: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let parent = place.parent().unwrap_or(Path::new("."));
    let temporary = std::fs::create_dir_all(parent)
        .and_then(|()| tempfile::Builder::new().prefix(".tmp-").tempdir_in(parent))
        .map_err(|error| unwritable(parent, &error))?;
    let inner = temporary.path().join("new");
    std::fs::create_dir(&inner).map_err(|error| unwritable(parent, &error))?;
    fill(&inner)?;
    match std::fs::rename(&inner, place) {
        Err(error) if !place.is_dir() => Err(unwritable(place, &error)),
        _ => Ok(()),
    }
}

/// Writes a file below a folder, with the folders between.
pub fn write(dir: &Path, name: &str, contents: impl AsRef<[u8]>) -> Result<PathBuf> {
    let path = dir.join(name);
    let written = path
        .parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(&path, contents));
    match written {
        Ok(()) => Ok(path),
        Err(error) => Err(Failure::file(&path, "write", error)),
    }
}

/// The folder with `romp.h`, `omp.h` and the device headers.
pub fn include_dir() -> Result<PathBuf> {
    let key = digest([super::assets::packed_headers()]);
    folder(&format!("include/{key}"), |dir| {
        for (name, text) in super::assets::headers() {
            write(dir, name, text)?;
        }
        Ok(())
    })
}

/// The unpacked runtime library.
pub fn runtime_library() -> Result<PathBuf> {
    let dir = folder(&format!("runtime/{}", own_key()), |dir| {
        write(dir, "libromp.a", super::assets::runtime_library()).map(drop)
    })?;
    Ok(dir.join("libromp.a"))
}

/// The folders that are kept here, but for the toolchain's: what is in them is made again where it is needed.
const MADE_AGAIN: [&str; 6] = ["build", "compiled", "include", "prefix", "run", "runtime"];
const TOOLCHAIN: &str = "toolchain";

/// The folders that there are, with the bytes of their files.
pub fn sizes() -> Result<Vec<(&'static str, u64)>> {
    let root = root()?;
    let all = MADE_AGAIN.iter().copied().chain([TOOLCHAIN]);
    let there = all.filter(|name| root.join(name).is_dir());
    Ok(there
        .map(|name| (name, bytes_below(&root.join(name))))
        .collect())
}

/// Removes what is kept, the toolchain only where `all` is asked for; the result is the number of bytes. Of a folder
/// that is no cache nothing else goes: only names that are known.
pub fn clean(all: bool) -> Result<u64> {
    let root = root()?;
    let mut freed = 0;
    for name in MADE_AGAIN.iter().copied().chain(all.then_some(TOOLCHAIN)) {
        let place = root.join(name);
        if !place.is_dir() {
            continue;
        }
        freed += bytes_below(&place);
        // Another process sees a folder whole, or not at all.
        let gone = tempfile::Builder::new().prefix(".tmp-").tempdir_in(&root);
        gone.and_then(|gone| {
            std::fs::rename(&place, gone.path().join(name))?;
            gone.close()
        })
        .map_err(|error| Failure::file(&place, "remove", error))?;
    }
    Ok(freed)
}

fn bytes_below(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => bytes_below(&entry.path()),
        Ok(kind) if kind.is_file() => entry.metadata().map_or(0, |data| data.len()),
        _ => 0,
    });
    sizes.sum()
}

/// Changes whenever this program is another build: it holds the runtime library.
pub fn own_key() -> String {
    let stamp = std::env::current_exe()
        .and_then(|path| path.metadata())
        .map(|data| {
            use std::os::unix::fs::MetadataExt;
            format!("{} {} {}", data.len(), data.mtime(), data.mtime_nsec())
        })
        .unwrap_or_default();
    digest([env!("CARGO_PKG_VERSION").as_bytes(), stamp.as_bytes()])
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::tool(
        format!("cannot write to the cache at {}: {error}", path.display()),
        "set ROMP_CACHE to a folder that you may write to",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(digest([&b"ab"[..], b"c"]), digest([&b"a"[..], b"bc"]));
        assert_eq!(digest([&b"ab"[..]]).len(), 16);
    }

    #[test]
    fn a_failed_fill_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("x/y");
        let result = publish(&place, |new| {
            write(new, "half", "x")?;
            Err(Failure::Usage("no".into()))
        });
        assert!(result.is_err());
        assert!(!place.exists());
        assert_eq!(std::fs::read_dir(dir.path().join("x")).unwrap().count(), 0);
    }

    #[test]
    fn the_first_of_two_stays() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("x");
        for text in ["one", "two"] {
            publish(&place, |new| write(new, "f", text).map(drop)).unwrap();
        }
        assert_eq!(std::fs::read_to_string(place.join("f")).unwrap(), "one");
    }
}
