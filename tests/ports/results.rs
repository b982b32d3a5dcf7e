//! Comparison of what two variants of a program wrote.

use super::manifest::{Check, CheckedFile, Element};
use super::support::difference;
use std::path::Path;

/// What a run left: its standard output and the folder with its files.
pub struct Results<'a> {
    pub stdout: &'a [u8],
    pub folder: &'a Path,
}

/// `Err` says what differs from the reference.
pub fn compare(check: &Check, expected: &Results, got: &Results) -> Result<(), String> {
    if check.stdout {
        let (expected, got) = (
            without_figures(expected.stdout),
            without_figures(got.stdout),
        );
        same_text("standard output", &expected, &got)?;
    }
    for file in &check.files {
        let read = |results: &Results| {
            std::fs::read(results.folder.join(&file.path))
                .map_err(|error| format!("{}: {error}", file.path))
        };
        compare_files(file, &read(expected)?, &read(got)?)?;
    }
    Ok(())
}

/// Standard output without the lines that tell times and counts.
fn without_figures(stdout: &[u8]) -> String {
    let text = String::from_utf8_lossy(stdout);
    let lines = text.lines().filter(|line| !line.starts_with("@ "));
    lines.map(|line| format!("{line}\n")).collect()
}

fn same_text(name: &str, expected: &str, got: &str) -> Result<(), String> {
    difference(name, expected, got).map_or(Ok(()), Err)
}

fn compare_files(file: &CheckedFile, expected: &[u8], got: &[u8]) -> Result<(), String> {
    let path = &file.path;
    if matches!(file.element, Element::Text) {
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        return same_text(path, &text(expected), &text(got));
    }
    let size = file.element.size();
    if expected.len() != got.len() || expected.is_empty() || !expected.len().is_multiple_of(size) {
        return Err(format!(
            "{path}: {} bytes where the reference has {}",
            got.len(),
            expected.len()
        ));
    }
    let pairs = got.chunks(size).zip(expected.chunks(size));
    let differing: Vec<usize> = pairs
        .enumerate()
        .filter(|(_, (a, b))| {
            let most = file.absolute + file.relative * file.element.magnitude(b);
            let distance = file.element.distance(a, b);
            // Two infinities are equal: no tolerance makes a number of another equal to them.
            distance != 0.0 && (distance.is_infinite() || distance > most)
        })
        .map(|(index, _)| index)
        .collect();
    let count = expected.len() / size;
    if differing.len() as f64 <= file.share * count as f64 {
        return Ok(());
    }
    let first = differing[0];
    let element = |bytes: &[u8]| file.element.show(&bytes[first * size..][..size]);
    Err(format!(
        "{path}: {} of {count} elements differ, the first is element {first}: {} where the reference has {}",
        differing.len(),
        element(got),
        element(expected)
    ))
}

/// An element as a number that holds it exactly.
enum Number {
    Whole(i64),
    Real(f64),
}

impl Element {
    fn size(self) -> usize {
        match self {
            Element::U8 | Element::Text => 1,
            Element::I32 | Element::F32 => 4,
            Element::I64 | Element::F64 => 8,
        }
    }

    fn number(self, bytes: &[u8]) -> Number {
        let four = || bytes.try_into().expect("four bytes");
        let eight = || bytes.try_into().expect("eight bytes");
        match self {
            Element::U8 | Element::Text => Number::Whole(bytes[0].into()),
            Element::I32 => Number::Whole(i32::from_le_bytes(four()).into()),
            Element::I64 => Number::Whole(i64::from_le_bytes(eight())),
            Element::F32 => Number::Real(f32::from_le_bytes(four()).into()),
            Element::F64 => Number::Real(f64::from_le_bytes(eight())),
        }
    }

    fn show(self, bytes: &[u8]) -> String {
        match self.number(bytes) {
            Number::Whole(n) => n.to_string(),
            Number::Real(x) => x.to_string(),
        }
    }

    fn magnitude(self, bytes: &[u8]) -> f64 {
        match self.number(bytes) {
            Number::Whole(n) => n.unsigned_abs() as f64,
            Number::Real(x) => x.abs(),
        }
    }

    /// How far two elements are from each other: 0 of equal ones alone, infinite where only one of them is no number.
    fn distance(self, a: &[u8], b: &[u8]) -> f64 {
        match (self.number(a), self.number(b)) {
            (Number::Whole(a), Number::Whole(b)) => a.abs_diff(b) as f64,
            (Number::Real(a), Number::Real(b)) if a == b || (a.is_nan() && b.is_nan()) => 0.0,
            (Number::Real(a), Number::Real(b)) if (a - b).is_nan() => f64::INFINITY,
            (Number::Real(a), Number::Real(b)) => (a - b).abs(),
            _ => unreachable!("both are of one type"),
        }
    }
}

/// The comparer has to see what differs: what it lets through, no port could fail at.
pub fn notices_differences() -> Result<(), String> {
    let file = |element, relative, absolute, share| CheckedFile {
        path: "result".into(),
        element,
        relative,
        absolute,
        share,
    };
    let reals =
        |values: &[f64]| -> Vec<u8> { values.iter().flat_map(|x| x.to_le_bytes()).collect() };
    let wholes =
        |values: &[i64]| -> Vec<u8> { values.iter().flat_map(|n| n.to_le_bytes()).collect() };
    let exact_real = file(Element::F64, 0.0, 0.0, 0.0);
    let exact_whole = file(Element::I64, 0.0, 0.0, 0.0);
    let near = file(Element::F64, 0.01, 0.5, 0.0);
    let third = file(Element::F64, 0.0, 0.0, 0.34);
    let (nan, infinite) = (f64::NAN, f64::INFINITY);
    let large = 1 << 53;
    let cases = [
        (
            "equal",
            &exact_real,
            reals(&[1.0, nan, infinite]),
            reals(&[1.0, nan, infinite]),
            true,
        ),
        (
            "one bit",
            &exact_real,
            reals(&[1.0]),
            reals(&[1.0 + f64::EPSILON]),
            false,
        ),
        (
            "signs of zero",
            &exact_real,
            reals(&[0.0]),
            reals(&[-0.0]),
            true,
        ),
        ("not a number", &near, reals(&[1.0]), reals(&[nan]), false),
        (
            "a number for none",
            &near,
            reals(&[nan]),
            reals(&[1.0]),
            false,
        ),
        ("infinite", &near, reals(&[infinite]), reals(&[1.0]), false),
        (
            "a number for infinite",
            &near,
            reals(&[1.0]),
            reals(&[infinite]),
            false,
        ),
        (
            "of other signs",
            &near,
            reals(&[infinite]),
            reals(&[-infinite]),
            false,
        ),
        ("within", &near, reals(&[101.4]), reals(&[100.0]), true),
        ("beyond", &near, reals(&[101.6]), reals(&[100.0]), false),
        (
            "within the share",
            &third,
            reals(&[1.0, 2.0, 3.0]),
            reals(&[1.0, 2.0, 4.0]),
            true,
        ),
        (
            "beyond the share",
            &third,
            reals(&[1.0, 2.0, 3.0]),
            reals(&[1.0, 3.0, 4.0]),
            false,
        ),
        (
            "whole numbers that no double tells apart",
            &exact_whole,
            wholes(&[large]),
            wholes(&[large + 1]),
            false,
        ),
        ("shorter", &near, reals(&[1.0]), reals(&[1.0, 1.0]), false),
        ("empty", &near, reals(&[]), reals(&[]), false),
    ];
    for (name, file, got, expected, same) in cases {
        if compare_files(file, &expected, &got).is_ok() != same {
            return Err(format!(
                "{name}: taken for {}",
                if same { "different" } else { "equal" }
            ));
        }
    }
    Ok(())
}
