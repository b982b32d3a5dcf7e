//! Compares the elements of two files, within tolerances.
//!
//! Results of programs with other roundings differ in nearly every element, and have hundreds of megabytes: equal
//! stretches are passed over as bytes, and the rest is shared out to threads. Must not know where the bytes come from.

use super::manifest::{CheckedFile, Element};
use std::num::NonZero;

/// Equal blocks of this size are not looked into; a multiple of every element's size.
const BLOCK: usize = 4096;
/// What is worth a thread of its own.
const PART: usize = 1 << 20;

/// What is different, or nothing. Both have elements of one type.
pub fn compare(file: &CheckedFile, expected: &[u8], got: &[u8]) -> Result<(), String> {
    let width = width(file.element);
    if got.len() != expected.len() || !got.len().is_multiple_of(width) {
        return Err(other_length(file, expected.len(), got.len()));
    }
    let different = different(file, expected, got);
    let elements = got.len() / width;
    if different.count as f64 <= file.share * elements as f64 {
        return Ok(());
    }
    let at = different.first;
    let number = |bytes: &[u8]| Number::of(file.element, &bytes[at * width..(at + 1) * width]);
    Err(format!(
        "{}: {} of {elements} elements differ; element {at} is {} for {}",
        file.path,
        different.count,
        number(got),
        number(expected)
    ))
}

/// The error of a file that has not as many bytes as it should.
pub fn other_length(file: &CheckedFile, expected: usize, got: usize) -> String {
    format!("{} has {got} bytes, not {expected}", file.path)
}

/// How many elements are not alike, and which is the first one.
#[derive(Clone, Copy, Default)]
struct Different {
    count: usize,
    first: usize,
}

fn different(file: &CheckedFile, expected: &[u8], got: &[u8]) -> Different {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let part = got.len().div_ceil(processors).max(PART);
    let part = part.next_multiple_of(BLOCK);
    let width = width(file.element);
    let parts = expected.chunks(part).zip(got.chunks(part)).enumerate();
    std::thread::scope(|scope| {
        let running: Vec<_> = parts
            .map(|(at, (expected, got))| {
                scope.spawn(move || {
                    let found = in_part(file, expected, got);
                    Different {
                        first: found.first + at * part / width,
                        ..found
                    }
                })
            })
            .collect();
        let found = running
            .into_iter()
            .map(|part| part.join().expect("comparing numbers does not panic"));
        found.fold(Different::default(), |all, part| match all.count {
            0 => part,
            count => Different {
                count: count + part.count,
                ..all
            },
        })
    })
}

fn in_part(file: &CheckedFile, expected: &[u8], got: &[u8]) -> Different {
    let width = width(file.element);
    let mut found = Different::default();
    let blocks = expected.chunks(BLOCK).zip(got.chunks(BLOCK)).enumerate();
    for (block, (expected, got)) in blocks.filter(|(_, (expected, got))| expected != got) {
        let elements = expected.chunks_exact(width).zip(got.chunks_exact(width));
        for (at, (expected, got)) in elements.enumerate() {
            if expected != got && !alike(file, expected, got) {
                if found.count == 0 {
                    found.first = block * BLOCK / width + at;
                }
                found.count += 1;
            }
        }
    }
    found
}

fn width(element: Element) -> usize {
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

impl Number {
    fn of(element: Element, bytes: &[u8]) -> Number {
        fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
            bytes.try_into().expect("the element's size")
        }
        match element {
            Element::U8 | Element::Text => Number::Whole(i64::from(bytes[0])),
            Element::I32 => Number::Whole(i64::from(i32::from_le_bytes(array(bytes)))),
            Element::I64 => Number::Whole(i64::from_le_bytes(array(bytes))),
            Element::F32 => Number::Real(f64::from(f32::from_le_bytes(array(bytes)))),
            Element::F64 => Number::Real(f64::from_le_bytes(array(bytes))),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Whole(n) => write!(f, "{n}"),
            Number::Real(x) => write!(f, "{x:.9e}"),
        }
    }
}

fn alike(file: &CheckedFile, expected: &[u8], got: &[u8]) -> bool {
    let number = |bytes: &[u8]| Number::of(file.element, bytes);
    match (number(got), number(expected)) {
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
        assert!(compare(&exact, &a, &b).is_err());
        assert!(compare(&loose, &a, &b).is_ok());
        let error = compare(&loose, &a, &f32s(&[1000.0, 1e-3])).unwrap_err();
        assert!(
            error.contains("1 of 2 elements differ; element 1"),
            "{error}"
        );
    }

    #[test]
    fn what_is_no_number_is_alike_only_to_itself() {
        let loose = file(Element::F32, 1.0, 1.0, 0.0);
        let check = |a: f32, b: f32| compare(&loose, &f32s(&[b]), &f32s(&[a])).is_ok();
        assert!(check(f32::NAN, -f32::NAN));
        assert!(!check(f32::NAN, 1.0) && !check(1.0, f32::NAN));
        assert!(!check(1.0, f32::INFINITY) && !check(f32::NEG_INFINITY, f32::INFINITY));
        assert!(check(0.0, -0.0));
    }

    #[test]
    fn a_share_of_the_elements_may_differ() {
        let some = file(Element::U8, 0.0, 0.0, 0.25);
        assert!(compare(&some, &[1, 2, 3, 4], &[1, 2, 3, 9]).is_ok());
        assert!(compare(&some, &[1, 2, 3, 4], &[1, 2, 9, 9]).is_err());
        assert!(compare(&some, &[1, 2, 3, 4], &[1, 2, 3]).is_err());
    }

    #[test]
    fn large_whole_numbers_are_not_rounded() {
        let exact = file(Element::I64, 0.0, 0.0, 0.0);
        let (a, b) = (i64::MAX.to_le_bytes(), (i64::MAX - 1).to_le_bytes());
        assert!(compare(&exact, &a, &b).is_err());
    }

    #[test]
    fn elements_are_found_in_every_block_and_part() {
        let exact = file(Element::I32, 0.0, 0.0, 0.0);
        let expected = vec![0_u8; 3 * PART + BLOCK + 4];
        let last = expected.len() / 4 - 1;
        for places in [
            vec![0],
            vec![BLOCK / 4 - 1, BLOCK / 4],
            vec![PART / 4 - 1, PART / 4, last],
            vec![last],
        ] {
            let mut got = expected.clone();
            places.iter().for_each(|place| got[4 * place] = 7);
            let error = compare(&exact, &expected, &got).unwrap_err();
            let says = format!(
                "x: {} of {} elements differ; element {} is 7 for 0",
                places.len(),
                last + 1,
                places[0]
            );
            assert_eq!(error, says);
        }
    }
}
