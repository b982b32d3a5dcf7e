//! Device code that was compiled before, by all that it was made of: text, words of the command, tools, environment.
//!
//! A folder of the cache with a file for each; what was not used for longest goes where the folder grows beyond its
//! limit. What cannot be kept or read is compiled again: no failure of the cache is one of the build. Must not know
//! what the files hold.

use super::cache;
use super::process::find_on_path;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The folder below the cache's.
const FOLDER: &str = "compiled";
/// What the folder may hold unless ROMP_CACHE_LIMIT says otherwise, in MiB.
const LIMIT: u64 = 2048;
/// How often the folder's size is looked at.
const INTERVAL: Duration = Duration::from_secs(600);
/// The file whose time says when it was last.
const STAMP: &str = ".measured";
/// Variables that change what compilers do.
const VARIABLES: &[&str] = &[
    "NVCC_PREPEND_FLAGS",
    "NVCC_APPEND_FLAGS",
    "NVCC_CCBIN",
    "CPATH",
    "CPLUS_INCLUDE_PATH",
    "GCC_EXEC_PREFIX",
    "COMPILER_PATH",
];

/// The place of one compilation's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    folder: PathBuf,
    key: String,
}

impl Entry {
    /// The place for what `programs` make of `parts`. None where it is not certain that they make the same again, or
    /// where nothing is to be kept.
    pub fn of<'a>(programs: &[&str], parts: impl IntoIterator<Item = &'a [u8]>) -> Option<Entry> {
        if limit() == 0 {
            return None;
        }
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        for program in programs {
            add(identity(program)?.as_bytes());
        }
        for name in VARIABLES {
            add(std::env::var_os(name)
                .unwrap_or_default()
                .as_encoded_bytes());
        }
        for part in parts {
            // The processor that it is compiled on would be a part.
            if part.ends_with(b"=native") {
                return None;
            }
            add(part);
        }
        let key = hash.finalize();
        Some(Entry {
            folder: cache::root().ok()?.join(FOLDER),
            key: key.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }

    /// In folders by the first digits: none grows long.
    fn place(&self) -> PathBuf {
        let (head, tail) = self.key.split_at(2);
        self.folder.join(head).join(tail)
    }

    /// Copies what is kept to `to`. Whether there is something.
    pub fn take(&self, to: &Path) -> bool {
        let place = self.place();
        if std::fs::copy(&place, to).is_err() {
            return false;
        }
        // Its time says when it was used last; where that cannot be set it goes earlier.
        if let Ok(file) = File::options().write(true).open(&place) {
            let _ = file.set_modified(SystemTime::now());
        }
        true
    }

    /// Keeps a copy of a file.
    pub fn keep(&self, from: &Path) {
        let place = self.place();
        let copied = || {
            let parent = place.parent()?;
            std::fs::create_dir_all(parent).ok()?;
            let copy = tempfile::NamedTempFile::new_in(parent).ok()?;
            std::fs::copy(from, copy.path()).ok()?;
            copy.persist(&place).ok()
        };
        if copied().is_some() {
            trim(&self.folder, limit().saturating_mul(1 << 20));
        }
    }
}

/// The variable that limits the folder, in MiB; 0 keeps nothing.
const LIMITED_BY: &str = "ROMP_CACHE_LIMIT";

fn limit() -> u64 {
    let asked = std::env::var(LIMITED_BY).ok();
    asked
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(LIMIT)
}

/// What is to be said of a limit that is no number; nothing of others.
pub fn misunderstood_limit() -> Option<String> {
    let asked = std::env::var_os(LIMITED_BY).filter(|text| !text.is_empty())?;
    let asked = asked.to_string_lossy();
    let number: Option<u64> = asked.trim().parse().ok();
    let said = format!(
        "romp2cuda: {LIMITED_BY}={asked} is no whole number of MiB: the cache may hold {LIMIT} MiB of compiled device code"
    );
    number.is_none().then_some(said)
}

/// Which program a name means now: another version has another size or time.
fn identity(program: &str) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let path = find_on_path(program)?.canonicalize().ok()?;
    let data = path.metadata().ok()?;
    Some(format!(
        "{} {} {} {}",
        path.display(),
        data.len(),
        data.mtime(),
        data.mtime_nsec()
    ))
}

/// Removes what was not used for longest, until three quarters of the limit are left. Looks at the folder now and then
/// only.
fn trim(folder: &Path, limit: u64) {
    let stamp = folder.join(STAMP);
    let since = stamp.metadata().and_then(|data| data.modified());
    let since = since.ok().and_then(|time| time.elapsed().ok());
    if since.is_some_and(|since| since < INTERVAL) || File::create(&stamp).is_err() {
        return;
    }
    let mut files: Vec<(SystemTime, u64, PathBuf)> = below(folder)
        .flat_map(|part| below(&part))
        .filter_map(|path| {
            let data = path.metadata().ok().filter(|data| data.is_file())?;
            Some((data.modified().ok()?, data.len(), path))
        })
        .collect();
    let mut bytes: u64 = files.iter().map(|file| file.1).sum();
    if bytes <= limit {
        return;
    }
    files.sort();
    for (_, size, path) in files {
        if bytes <= limit / 4 * 3 {
            return;
        }
        // Another process may have removed it.
        let _ = std::fs::remove_file(path);
        bytes -= size;
    }
}

fn below(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(folder: &Path, key: &str) -> Entry {
        Entry {
            folder: folder.to_path_buf(),
            key: key.to_string(),
        }
    }

    #[test]
    fn what_is_kept_is_there() {
        let temporary = tempfile::tempdir().unwrap();
        let (one, to) = (
            entry(temporary.path(), "0123"),
            temporary.path().join("copy"),
        );
        assert!(!one.take(&to));
        let from = temporary.path().join("from");
        std::fs::write(&from, "code").unwrap();
        one.keep(&from);
        assert!(one.take(&to));
        assert_eq!(std::fs::read_to_string(&to).unwrap(), "code");
        assert!(!entry(temporary.path(), "0124").take(&to));
    }

    #[test]
    fn all_that_matters_is_in_the_key() {
        let of = |programs: &[&str], parts: &[&str]| {
            Entry::of(programs, parts.iter().map(|part| part.as_bytes()))
        };
        let one = of(&["sh"], &["-O2", "int x;"]).unwrap();
        assert_eq!(of(&["sh"], &["-O2", "int x;"]).unwrap(), one);
        for other in [
            of(&["sh"], &["-O3", "int x;"]),
            of(&["sh"], &["-O2", "int y;"]),
            of(&["sh"], &["-O2int", " x;"]),
            of(&["ls"], &["-O2", "int x;"]),
        ] {
            assert_ne!(other.unwrap(), one);
        }
        assert_eq!(of(&["sh"], &["-march=native", "int x;"]), None);
        assert_eq!(of(&["no-such-program"], &["int x;"]), None);
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        let from = folder.join("from");
        std::fs::write(&from, vec![0; 100]).unwrap();
        for number in 0..10u64 {
            let entry = entry(folder, &format!("00{number}"));
            entry.keep(&from);
            let file = File::options().write(true).open(entry.place()).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(number))
                .unwrap();
        }
        let left = || below(&folder.join("00")).count();
        trim(folder, 500);
        assert_eq!(left(), 10, "the folder has been looked at just now");
        std::fs::remove_file(folder.join(STAMP)).unwrap();
        trim(folder, 1000);
        assert_eq!(left(), 10);
        std::fs::remove_file(folder.join(STAMP)).unwrap();
        trim(folder, 500);
        assert_eq!(left(), 3);
        assert!(entry(folder, "009").place().exists());
        assert!(!entry(folder, "000").place().exists());
    }
}
