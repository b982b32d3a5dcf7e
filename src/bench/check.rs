//! Compares what a run left behind with what the reference left.
//!
//! Must not know who made either.

use super::elements;
use super::manifest::{Check, CheckedFile, Element};
use sha2::{Digest, Sha256};
use std::path::Path;

/// The lines of standard output that are for `bench` begin with this.
pub const FIGURES: &str = "@ ";

/// What the reference left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    pub(super) stdout: String,
    /// The files, in the order of the manifest.
    pub(super) files: Vec<Content>,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Bytes(Vec<u8>),
    /// Enough where each byte must be as it is.
    Digest {
        bytes: usize,
        sha256: String,
    },
}

/// Results that were found right. Another run's are the same bytes as a rule, which is known at once.
#[derive(Debug, Default)]
pub struct Right {
    /// For each file of the manifest.
    files: Vec<Vec<Vec<u8>>>,
    bytes: usize,
}

/// How much is held of them.
const HELD: usize = 1 << 30;

impl Expected {
    /// Takes the results of the reference's run in `folder`.
    pub fn read(check: &Check, folder: &Path, stdout: &str) -> Result<Expected, String> {
        let file = |file| bytes(folder, file).map(Content::Bytes);
        let files: Result<Vec<_>, _> = check.files.iter().map(file).collect();
        Ok(Expected {
            stdout: without_figures(stdout),
            files: files?,
        })
    }

    /// What is different in another run's folder, or nothing.
    pub fn compare(
        &self,
        check: &Check,
        folder: &Path,
        stdout: &str,
        right: &mut Right,
    ) -> Result<(), String> {
        if check.stdout {
            texts("standard output", &self.stdout, &without_figures(stdout))?;
        }
        right.files.resize_with(check.files.len(), Vec::new);
        for (at, (file, expected)) in check.files.iter().zip(&self.files).enumerate() {
            let got = bytes(folder, file)?;
            if right.files[at].contains(&got) {
                continue;
            }
            expected.compare(file, &got)?;
            if right.bytes + got.len() <= HELD {
                right.bytes += got.len();
                right.files[at].push(got);
            }
        }
        Ok(())
    }
}

impl Content {
    fn compare(&self, file: &CheckedFile, got: &[u8]) -> Result<(), String> {
        match self {
            Content::Bytes(expected) if expected == got => Ok(()),
            Content::Bytes(expected) if file.element == Element::Text => texts(
                &file.path,
                &String::from_utf8_lossy(expected),
                &String::from_utf8_lossy(got),
            ),
            Content::Bytes(expected) => elements::compare(file, expected, got),
            Content::Digest { bytes, .. } if got.len() != *bytes => {
                Err(elements::other_length(file, *bytes, got.len()))
            }
            Content::Digest { sha256, .. } if digest(got) == *sha256 => Ok(()),
            Content::Digest { .. } => Err(format!(
                "{} differs; where is not known: of the reference's file only a digest was kept",
                file.path
            )),
        }
    }
}

pub(super) fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(folder: &Path, file: &CheckedFile) -> Result<Vec<u8>, String> {
    std::fs::read(folder.join(&file.path))
        .map_err(|error| format!("{} is not there: {error}", file.path))
}

fn without_figures(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with(FIGURES));
    lines.map(|line| format!("{line}\n")).collect()
}

fn texts(what: &str, expected: &str, got: &str) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    let (mut theirs, mut ours) = (expected.lines(), got.lines());
    let mut number = 1;
    loop {
        match (theirs.next(), ours.next()) {
            (Some(a), Some(b)) if a == b => number += 1,
            (None, None) => return Err(format!("{what} differs in its line ends")),
            (a, b) => {
                let show =
                    |line: Option<&str>| line.map_or("nothing".into(), |text| format!("{text:?}"));
                return Err(format!("{what} line {number}: {} for {}", show(b), show(a)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(element: &str) -> Check {
        toml::from_str(&format!(
            "[[files]]\npath = \"x\"\ntype = \"{element}\"\nabsolute = 1.0\n"
        ))
        .unwrap()
    }

    #[test]
    fn text_is_compared_without_the_figures() {
        let check = Check {
            stdout: true,
            files: vec![],
        };
        let folder = Path::new("/");
        let expected = Expected::read(&check, folder, "a\n@ seconds 1\nb\n").unwrap();
        let compare =
            |stdout: &str| expected.compare(&check, folder, stdout, &mut Right::default());
        assert!(compare("@ seconds 2\na\nb\n").is_ok());
        assert_eq!(
            compare("a\nc\n").unwrap_err(),
            "standard output line 2: \"c\" for \"b\""
        );
        assert!(compare("a\n").unwrap_err().contains("nothing for"));
    }

    #[test]
    fn results_that_were_right_once_are_right_again_and_others_are_compared() {
        let check = check("u8");
        let folder = tempfile::tempdir().unwrap();
        let write = |bytes: &[u8]| std::fs::write(folder.path().join("x"), bytes).unwrap();
        write(&[10]);
        let expected = Expected::read(&check, folder.path(), "").unwrap();
        let mut right = Right::default();
        for (bytes, is_right, held) in [
            (&[11_u8], true, 1),
            (&[11], true, 1),
            (&[13], false, 1),
            (&[10], true, 2),
            (&[13], false, 2),
        ] {
            write(bytes);
            let compared = expected.compare(&check, folder.path(), "", &mut right);
            assert_eq!(
                (compared.is_ok(), right.bytes),
                (is_right, held),
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn a_digest_tells_equal_from_different() {
        let check = check("u8");
        let content = Content::Digest {
            bytes: 2,
            sha256: digest(&[1, 2]),
        };
        let compare = |got: &[u8]| content.compare(&check.files[0], got);
        assert!(compare(&[1, 2]).is_ok());
        assert!(compare(&[1, 3]).unwrap_err().contains("only a digest"));
        assert_eq!(compare(&[1]).unwrap_err(), "x has 1 bytes, not 2");
    }
}
