//! The pragmas of compilers that say how often a loop is unrolled: `unroll`, `nounroll`, `GCC unroll`, and `clang loop`
//! with `unroll` or `unroll_count`.
//!
//! From the preprocessed text alone. Must not know which loops are device code, nor what CUDA says in their place.

use super::lexer::Stream;
use super::pragmas;
use crate::source::Span;
use crate::source::token::{self, Kind};
use std::collections::BTreeMap;

/// The loops behind such pragmas, by the offsets of their first words, and how many iterations are to be one: none
/// where the compiler chooses, as many as it can.
pub(crate) fn find(stream: &Stream) -> BTreeMap<u32, Option<u32>> {
    let mut found = BTreeMap::new();
    let mut wanted = None;
    for token in &stream.tokens {
        let text = token.text(stream.text);
        if token.kind != Kind::Line {
            if let (Some(times), "for" | "while" | "do") = (wanted.take(), text) {
                found.insert(token.lo, times);
            }
        } else if let Some(times) = read(text.trim_end()) {
            wanted = Some(times);
        } else if pragmas::read(text.trim_end(), Span::new(0, text.len())).is_some() {
            // The loop is the directive's.
            wanted = None;
        }
    }
    found
}

/// What one line says; none where it says nothing of this, or by no number that is known here.
fn read(line: &str) -> Option<Option<u32>> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("pragma")?;
    let tokens = token::tokens_within(line, line.len() - rest.len(), line.len());
    let words: Vec<&str> = tokens.iter().map(|t| t.text(line)).collect();
    match words.as_slice() {
        ["unroll"] => Some(None),
        ["nounroll"] => Some(Some(1)),
        ["unroll", "(", n, ")"] | ["unroll", n] => Some(Some(times(n)?)),
        ["GCC", "unroll", "(", n, ")"] | ["GCC", "unroll", n] => Some(Some(times(n)?)),
        ["clang", "loop", options @ ..] => options.windows(4).find_map(|option| match option {
            ["unroll", "(", "disable", ")"] => Some(Some(1)),
            ["unroll", "(", "enable" | "full", ")"] => Some(None),
            ["unroll_count", "(", n, ")"] => Some(Some(times(n)?)),
            _ => None,
        }),
        _ => None,
    }
}

/// A number of iterations: 0 and 1 both say that the loop is not unrolled.
fn times(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let decimal = digits == "0" || !digits.starts_with('0');
    let n = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None if decimal => digits.parse().ok()?,
        None => return None,
    };
    (n <= i32::MAX as u32).then_some(n.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_often() {
        assert_eq!(read("#pragma unroll"), Some(None));
        assert_eq!(read("# pragma  unroll 4"), Some(Some(4)));
        assert_eq!(read("#pragma unroll(0x10)"), Some(Some(16)));
        assert_eq!(read("#pragma nounroll"), Some(Some(1)));
        assert_eq!(read("#pragma GCC unroll 0"), Some(Some(1)));
        assert_eq!(
            read("#pragma clang loop vectorize(enable) unroll_count(8u)"),
            Some(Some(8))
        );
        assert_eq!(read("#pragma clang loop unroll(full)"), Some(None));
        assert_eq!(read("#pragma clang loop unroll(disable)"), Some(Some(1)));
        for other in [
            "#pragma unrolled",
            "#pragma omp unroll",
            "#pragma unroll N",
            "#pragma unroll -1",
            "#pragma unroll 010",
            "#pragma unroll 4294967295",
            "#pragma clang loop vectorize(enable)",
            "#pragma GCC ivdep",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn loops_are_found_behind_them() {
        let of = |text: &str| {
            let found = find(&Stream::new(text));
            let at = |(lo, times): (u32, Option<u32>)| (text[lo as usize..].to_string(), times);
            found.into_iter().map(at).next()
        };
        let text = "#pragma unroll 2\n#pragma GCC ivdep\nfor (;;);";
        assert_eq!(of(text), Some(("for (;;);".to_string(), Some(2))));
        assert_eq!(
            of("#pragma unroll\ndo; while (0);").map(|found| found.1),
            Some(None)
        );
        assert_eq!(of("#pragma unroll\nx = 1; for (;;);"), None);
        assert_eq!(of("#pragma unroll 2\n#pragma omp simd\nfor (;;);"), None);
    }
}
