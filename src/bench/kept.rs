//! What is made once for a program, a size and a command line, and kept in a built folder: what its reference left, here
//! or on the machine to which the folder is carried, and input that the program keeps itself.
//!
//! ```text
//! pathfinder/expected/large/index.json    what it is of, standard output, and digests of the files
//! pathfinder/expected/large/0 ...         the files of the manifest's check, in its order
//! pathfinder/input/large-0f3a.../         the program's, named after what makes it
//! ```
//!
//! A large file of which every byte must be the same is kept as its digest alone. Must not know how programs are run.

use super::check::{Content, Expected, digest};
use super::manifest::{Check, CheckedFile, Element};
use crate::driver::{Failure, Result, cache};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

const INDEX: &str = "index.json";
/// The bytes of a file from which on its digest is enough, where it can be.
const LARGE: usize = 1 << 20;

/// Where the results of one reference in one size are kept.
#[derive(Clone, Debug)]
pub struct Place {
    folder: PathBuf,
    /// A digest of all that they depend on.
    of: String,
}

#[derive(Serialize, Deserialize)]
struct Index {
    of: String,
    stdout: String,
    /// The digest of standard output.
    said: String,
    files: Vec<File>,
}

#[derive(Serialize, Deserialize)]
struct File {
    bytes: usize,
    sha256: String,
    /// Whether its bytes are kept, too.
    kept: bool,
}

impl Place {
    /// Of a reference's program, which has a folder below the built one, with these words on its command line.
    pub fn new(program: &Path, size: &str, words: &[String], check: &Check) -> Result<Place> {
        let bytes =
            std::fs::read(program).map_err(|error| Failure::file(program, "read", error))?;
        let rest = serde_json::to_string(&(words, check)).expect("both are plain data");
        let of = digest(format!("{}\n{rest}", digest(&bytes)).as_bytes());
        let parent = program.parent().unwrap_or(Path::new("."));
        let folder = parent.join("expected").join(size);
        Ok(Place { folder, of })
    }

    /// Whether something is kept of just this. What its files hold is not looked at yet.
    pub fn is_filled(&self) -> bool {
        self.index().is_some()
    }

    fn index(&self) -> Option<Index> {
        let text = std::fs::read(self.folder.join(INDEX)).ok()?;
        let index: Index = serde_json::from_slice(&text).ok()?;
        let whole = |(at, file): (usize, &File)| {
            let length = || std::fs::metadata(self.file(at)).map(|it| it.len());
            !file.kept || length().is_ok_and(|length| length == file.bytes as u64)
        };
        (index.of == self.of && index.files.iter().enumerate().all(whole)).then_some(index)
    }

    fn file(&self, at: usize) -> PathBuf {
        self.folder.join(at.to_string())
    }

    /// What is kept; the error says what is wrong with it.
    pub fn read(&self) -> std::result::Result<Expected, String> {
        let damaged = || {
            let folder = self.folder.display();
            format!("what was kept of the reference is damaged: remove {folder}")
        };
        let index = self.index().ok_or_else(damaged)?;
        if digest(index.stdout.as_bytes()) != index.said {
            return Err(damaged());
        }
        let read = |(at, file): (usize, File)| {
            if !file.kept {
                return Ok(Content::Digest {
                    bytes: file.bytes,
                    sha256: file.sha256,
                });
            }
            let bytes = std::fs::read(self.file(at)).map_err(|_| damaged())?;
            match digest(&bytes) == file.sha256 {
                true => Ok(Content::Bytes(bytes)),
                false => Err(damaged()),
            }
        };
        let files: std::result::Result<_, _> =
            index.files.into_iter().enumerate().map(read).collect();
        Ok(Expected {
            stdout: index.stdout,
            files: files?,
        })
    }

    /// Keeps this, in place of what is there.
    pub fn write(&self, check: &Check, expected: &Expected) -> Result<()> {
        match std::fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Failure::file(&self.folder, "remove", error));
            }
            _ => {}
        }
        let mut files = vec![];
        for (at, (content, file)) in expected.files.iter().zip(&check.files).enumerate() {
            files.push(match content {
                Content::Bytes(bytes) => {
                    let kept = bytes.len() < LARGE || !is_exact(file);
                    if kept {
                        cache::write(&self.folder, &at.to_string(), bytes)?;
                    }
                    File {
                        bytes: bytes.len(),
                        sha256: digest(bytes),
                        kept,
                    }
                }
                Content::Digest { bytes, sha256 } => File {
                    bytes: *bytes,
                    sha256: sha256.clone(),
                    kept: false,
                },
            });
        }
        let index = Index {
            of: self.of.clone(),
            stdout: expected.stdout.clone(),
            said: digest(expected.stdout.as_bytes()),
            files,
        };
        // Last, so that what is there is whole.
        let text = serde_json::to_string_pretty(&index).expect("the index is plain data");
        cache::write(&self.folder, INDEX, text).map(drop)
    }
}

/// The variable that names the folder where a program may keep input.
pub const INPUT: &str = "ROMP_BENCH_INPUT";

/// That folder, for all contenders of a program; its reference has what generates the input. It is made where it is
/// not there, in place of one for another generator.
pub fn input(reference: &Path, size: &str, words: &[String]) -> Option<PathBuf> {
    let program = std::fs::read(reference).ok()?;
    let of = digest(format!("{}\n{words:?}", digest(&program)).as_bytes());
    let parent = reference.parent()?.join("input");
    let start = format!("{size}-");
    let folder = parent.join(start.clone() + &of[..16]);
    if !folder.is_dir() {
        let others = std::fs::read_dir(&parent).into_iter().flatten().flatten();
        for other in others.filter(|one| one.file_name().to_string_lossy().starts_with(&start)) {
            std::fs::remove_dir_all(other.path()).ok()?;
        }
        std::fs::create_dir_all(&folder).ok()?;
    }
    Some(folder)
}

/// Whether results that differ in a byte are wrong. Numbers with a point may be the same without it: 0 and -0.
fn is_exact(file: &CheckedFile) -> bool {
    let tolerant = file.relative > 0.0 || file.absolute > 0.0 || file.share > 0.0;
    !tolerant && !matches!(file.element, Element::F32 | Element::F64)
        || file.element == Element::Text
}

#[cfg(test)]
mod tests {
    use super::super::check::Right;
    use super::*;

    const CHECK: &str = "stdout = true\n[[files]]\npath = \"a\"\ntype = \"i32\"\n\
                         [[files]]\npath = \"b\"\ntype = \"f32\"\n";

    struct Built {
        folder: tempfile::TempDir,
        check: Check,
    }

    impl Built {
        fn new() -> Built {
            let built = Built {
                folder: tempfile::tempdir().unwrap(),
                check: toml::from_str(CHECK).unwrap(),
            };
            built.file("reference", b"program");
            built.file("a", &[1; LARGE]);
            built.file("b", &[2; LARGE]);
            built
        }

        fn file(&self, name: &str, bytes: &[u8]) {
            std::fs::write(self.folder.path().join(name), bytes).unwrap();
        }

        fn place(&self, words: &[&str]) -> Place {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            let program = self.folder.path().join("reference");
            Place::new(&program, "large", &words, &self.check).unwrap()
        }

        /// What this run's files and output are found to be.
        fn compare(&self, expected: &Expected, stdout: &str) -> std::result::Result<(), String> {
            let folder = self.folder.path();
            expected.compare(&self.check, folder, stdout, &mut Right::default())
        }
    }

    #[test]
    fn what_was_kept_judges_as_what_was_left() {
        let built = Built::new();
        let expected = Expected::read(&built.check, built.folder.path(), "said\n").unwrap();
        let place = built.place(&["-n", "3"]);
        assert!(!place.is_filled());
        place.write(&built.check, &expected).unwrap();
        assert!(place.is_filled());
        // The first file is exact and large, the second one has numbers that may be alike in other bytes.
        assert!(!place.file(0).exists() && place.file(1).exists());
        let kept = place.read().unwrap();
        assert_eq!(built.compare(&kept, "said\n@ seconds 2\n"), Ok(()));
        assert!(built.compare(&kept, "other\n").is_err());
        built.file("b", &[3; LARGE]);
        assert!(built.compare(&kept, "said\n").unwrap_err().contains("b: "));
        built.file("a", &[3; LARGE]);
        assert!(
            built
                .compare(&kept, "said\n")
                .unwrap_err()
                .contains("a differs")
        );
    }

    #[test]
    fn another_program_command_line_or_check_is_another_reference() {
        let mut built = Built::new();
        let expected = Expected::read(&built.check, built.folder.path(), "").unwrap();
        built.place(&["3"]).write(&built.check, &expected).unwrap();
        assert!(built.place(&["3"]).is_filled());
        assert!(!built.place(&["4"]).is_filled());
        built.check.files[1].relative = 0.5;
        assert!(!built.place(&["3"]).is_filled());
        built.check.files[1].relative = 0.0;
        built.file("reference", b"another program");
        assert!(!built.place(&["3"]).is_filled());
    }

    #[test]
    fn input_is_that_of_one_generator_and_size() {
        let built = Built::new();
        let program = built.folder.path().join("reference");
        let folder = |size: &str| input(&program, size, &[]).unwrap();
        let (small, large) = (folder("small"), folder("large"));
        assert!(small != large && small.is_dir() && large.is_dir());
        assert_eq!(folder("large"), large);
        built.file("reference", b"another program");
        assert_ne!(folder("large"), large);
        assert!(small.is_dir() && !large.exists());
        assert_eq!(input(Path::new("/nowhere/reference"), "large", &[]), None);
    }

    #[test]
    fn damage_is_told() {
        let built = Built::new();
        let expected = Expected::read(&built.check, built.folder.path(), "").unwrap();
        let place = built.place(&[]);
        place.write(&built.check, &expected).unwrap();
        std::fs::write(place.file(1), [9; LARGE]).unwrap();
        assert!(place.read().unwrap_err().contains("is damaged: remove "));
        // What was cut off is not taken for kept.
        std::fs::write(place.file(1), [2; 9]).unwrap();
        assert!(!place.is_filled());
    }
}
