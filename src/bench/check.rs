//! Compares what a run left behind with what the reference left.
//!
//! Must not know who made either.

use super::manifest::{Check, CheckedFile, Element};
use std::path::Path;

/// The lines of standard output that are for `bench` begin with this.
pub const FIGURES: &str = "@ ";

/// What the reference left.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    stdout: String,
    /// The files, in the order of the manifest.
    files: Vec<Vec<u8>>,
}

impl Expected {
    /// Takes the results of the reference's run in `folder`.
    pub fn read(check: &Check, folder: &Path, stdout: &str) -> Result<Expected, String> {
        let files: Result<Vec<_>, _> = check.files.iter().map(|file| bytes(folder, file)).collect();
        Ok(Expected {
            stdout: without_figures(stdout),
            files: files?,
        })
    }

    /// What is different in another run's folder, or nothing.
    pub fn compare(&self, check: &Check, folder: &Path, stdout: &str) -> Result<(), String> {
        if check.stdout {
            texts("standard output", &self.stdout, &without_figures(stdout))?;
        }
        for (file, expected) in check.files.iter().zip(&self.files) {
            let got = bytes(folder, file)?;
            if got == *expected {
                continue;
            }
            match file.element {
                Element::Text => texts(
                    &file.path,
                    &String::from_utf8_lossy(expected),
                    &String::from_utf8_lossy(&got),
                )?,
                _ => elements(file, expected, &got)?,
            }
        }
        Ok(())
    }
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

/// The elements of a file as numbers.
fn numbers(element: Element, bytes: &[u8]) -> Vec<Number> {
    macro_rules! as_numbers {
        ($type:ty, $make:expr) => {
            bytes
                .chunks_exact(size_of::<$type>())
                .map(|chunk| {
                    $make(<$type>::from_le_bytes(
                        chunk.try_into().expect("the chunk's size"),
                    ))
                })
                .collect()
        };
    }
    match element {
        Element::U8 | Element::Text => as_numbers!(u8, |n| Number::Whole(i64::from(n))),
        Element::I32 => as_numbers!(i32, |n| Number::Whole(i64::from(n))),
        Element::I64 => as_numbers!(i64, Number::Whole),
        Element::F32 => as_numbers!(f32, |n| Number::Real(f64::from(n))),
        Element::F64 => as_numbers!(f64, Number::Real),
    }
}

fn size(element: Element) -> usize {
    match element {
        Element::U8 | Element::Text => 1,
        Element::I32 | Element::F32 => 4,
        Element::I64 | Element::F64 => 8,
    }
}

#[derive(Clone, Copy)]
enum Number {
    /// Compared as such: an i64 has more digits than a double.
    Whole(i64),
    Real(f64),
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Whole(n) => write!(f, "{n}"),
            Number::Real(x) => write!(f, "{x:.9e}"),
        }
    }
}

fn alike(file: &CheckedFile, got: Number, expected: Number) -> bool {
    match (got, expected) {
        (Number::Whole(a), Number::Whole(b)) => {
            a == b
                || a.abs_diff(b) as f64 <= file.absolute + file.relative * b.unsigned_abs() as f64
        }
        (Number::Real(a), Number::Real(b)) => {
            // Infinities are alike only to themselves: their distance is no number, or infinite as the bound.
            let finite = a.is_finite() && b.is_finite();
            a == b
                || a.is_nan() && b.is_nan()
                || finite && (a - b).abs() <= file.absolute + file.relative * b.abs()
        }
        _ => false,
    }
}

fn elements(file: &CheckedFile, expected: &[u8], got: &[u8]) -> Result<(), String> {
    let width = size(file.element);
    if got.len() != expected.len() || !got.len().is_multiple_of(width) {
        return Err(format!(
            "{} has {} bytes, not {}",
            file.path,
            got.len(),
            expected.len()
        ));
    }
    let (theirs, ours) = (numbers(file.element, expected), numbers(file.element, got));
    let mut different = ours
        .iter()
        .zip(&theirs)
        .enumerate()
        .filter(|(_, (a, b))| !alike(file, **a, **b));
    let Some((at, (a, b))) = different.next() else {
        return Ok(());
    };
    let count = 1 + different.count();
    if count as f64 <= file.share * ours.len() as f64 {
        return Ok(());
    }
    Err(format!(
        "{}: {count} of {} elements differ; element {at} is {a} for {b}",
        file.path,
        ours.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(element: Element, relative: f64, absolute: f64, share: f64) -> CheckedFile {
        CheckedFile {
            path: "x".into(),
            element,
            relative,
            absolute,
            share,
        }
    }

    fn f32s(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
    }

    #[test]
    fn tolerances_are_relative_and_absolute() {
        let exact = file(Element::F32, 0.0, 0.0, 0.0);
        let loose = file(Element::F32, 1e-3, 1e-6, 0.0);
        let (a, b) = (f32s(&[1000.0, 0.0]), f32s(&[1000.5, 5e-7]));
        assert!(elements(&exact, &a, &b).is_err());
        assert!(elements(&loose, &a, &b).is_ok());
        let error = elements(&loose, &a, &f32s(&[1000.0, 1e-3])).unwrap_err();
        assert!(
            error.contains("1 of 2 elements differ; element 1"),
            "{error}"
        );
    }

    #[test]
    fn what_is_no_number_is_alike_only_to_itself() {
        let loose = file(Element::F32, 1.0, 1.0, 0.0);
        let check = |a: f32, b: f32| elements(&loose, &f32s(&[b]), &f32s(&[a])).is_ok();
        assert!(check(f32::NAN, -f32::NAN));
        assert!(!check(f32::NAN, 1.0) && !check(1.0, f32::NAN));
        assert!(!check(1.0, f32::INFINITY) && !check(f32::NEG_INFINITY, f32::INFINITY));
    }

    #[test]
    fn a_share_of_the_elements_may_differ() {
        let some = file(Element::U8, 0.0, 0.0, 0.25);
        assert!(elements(&some, &[1, 2, 3, 4], &[1, 2, 3, 9]).is_ok());
        assert!(elements(&some, &[1, 2, 3, 4], &[1, 2, 9, 9]).is_err());
        assert!(elements(&some, &[1, 2, 3, 4], &[1, 2, 3]).is_err());
    }

    #[test]
    fn large_whole_numbers_are_not_rounded() {
        let exact = file(Element::I64, 0.0, 0.0, 0.0);
        let (a, b) = (i64::MAX.to_le_bytes(), (i64::MAX - 1).to_le_bytes());
        assert!(elements(&exact, &a, &b).is_err());
    }

    #[test]
    fn text_is_compared_without_the_figures() {
        let check = Check {
            stdout: true,
            files: vec![],
        };
        let folder = Path::new("/");
        let expected = Expected::read(&check, folder, "a\n@ seconds 1\nb\n").unwrap();
        assert!(
            expected
                .compare(&check, folder, "@ seconds 2\na\nb\n")
                .is_ok()
        );
        let error = expected.compare(&check, folder, "a\nc\n").unwrap_err();
        assert_eq!(error, "standard output line 2: \"c\" for \"b\"");
        assert!(
            expected
                .compare(&check, folder, "a\n")
                .unwrap_err()
                .contains("nothing for")
        );
    }
}
