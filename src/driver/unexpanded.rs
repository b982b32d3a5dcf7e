//! Macros in directives that the preprocessor does not know: compilers expand them in the directives that they know
//! only (gcc 12 in none of `assume`, `metadirective` and `tile`), and gcc in no pragma that unrolls a loop.
//!
//! From the preprocessed text with its `#define` lines. Must not know what the directives mean.

use super::Result;
use super::process::{Invocation, Runner};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The first words of directives that a compiler of OpenMP 5.1 passes on as they are.
const UNKNOWN: &[&str] = &[
    "assume",
    "assumes",
    "begin",
    "dispatch",
    "fuse",
    "groupprivate",
    "interchange",
    "interop",
    "metadirective",
    "reverse",
    "tile",
    "unroll",
];

/// What follows `#pragma omp`, if it is such a directive and has words that could be macros; likewise what follows the
/// words of a pragma that unrolls a loop.
fn rest(line: &str) -> Option<&str> {
    let words = line
        .strip_prefix('#')?
        .trim_start()
        .strip_prefix("pragma")?;
    let words = words.trim_start();
    if let Some(factor) = unrolled_by(words) {
        return Some(factor);
    }
    let words = words.strip_prefix("omp")?;
    let rest = words.strip_prefix([' ', '\t'])?.trim_start();
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    (UNKNOWN.contains(&name) && rest.contains('(')).then_some(rest)
}

/// The number of iterations that `unroll`, `GCC unroll` or `clang loop unroll_count` names, where that is no number.
fn unrolled_by(pragma: &str) -> Option<&str> {
    let clang = || {
        pragma
            .split_once("unroll_count")
            .filter(|(before, _)| before.starts_with("clang"))
    };
    let rest = match pragma
        .strip_prefix("GCC")
        .unwrap_or(pragma)
        .trim_start()
        .strip_prefix("unroll")
    {
        Some(rest) => rest,
        None => clang()?.1,
    };
    let factor = rest.trim_start();
    let spaced = factor.len() < rest.len() || factor.starts_with('(');
    let named = factor.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '(');
    (spaced && named).then_some(factor)
}

/// The text with such lines expanded; `preprocessor` reads a text from its standard input.
pub fn expand(runner: &Runner, text: Vec<u8>, preprocessor: Invocation) -> Result<Vec<u8>> {
    let text = match String::from_utf8(text) {
        Ok(text) => text,
        Err(error) => return Ok(error.into_bytes()),
    };
    if !text.lines().any(|line| rest(line).is_some()) {
        return Ok(text.into_bytes());
    }
    let (asked, count) = questions(&text);
    let finished = runner
        .start(&preprocessor, Some(asked.into_bytes()))?
        .finish()?;
    let answers = answers(&finished.stdout_text());
    if !finished.success() || answers.len() != count {
        return Ok(text.into_bytes());
    }
    Ok(replaced(&text, &answers).into_bytes())
}

const MARK: &str = "__romp_directive_";

/// The macros that are defined at each such line, and the line behind a mark.
fn questions(with_macros: &str) -> (String, usize) {
    let (mut asked, mut count) = (String::new(), 0);
    for line in with_macros.lines() {
        if line.starts_with("#define ") || line.starts_with("#undef ") {
            // The preprocessor defines these itself.
            if !line.starts_with("#define __STDC") && !line.starts_with("#undef __STDC") {
                let _ = writeln!(asked, "{line}");
            }
        } else if let Some(rest) = rest(line) {
            let _ = writeln!(asked, "{MARK}{count} {rest}");
            count += 1;
        }
    }
    (asked, count)
}

fn answers(text: &str) -> BTreeMap<usize, String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(MARK));
    lines
        .filter_map(|line| {
            let (number, rest) = line.split_once(' ')?;
            Some((number.parse().ok()?, rest.trim().to_string()))
        })
        .collect()
}

fn replaced(text: &str, answers: &BTreeMap<usize, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut number = 0;
    for line in text.split_inclusive('\n') {
        let Some(rest) = rest(line.trim_end()) else {
            out.push_str(line);
            continue;
        };
        let head = line.len() - line.trim_end().len();
        let (line, end) = line.split_at(line.len() - head);
        match answers.get(&number) {
            Some(expanded) if *expanded != rest => {
                out.push_str(&line[..line.len() - rest.len()]);
                out.push_str(expanded);
            }
            _ => out.push_str(line),
        }
        out.push_str(end);
        number += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_asked_about_and_replaced() {
        let text = "#define N 100\nint x;\n#pragma omp assume holds(x == N)\n#undef N\n\
                    #pragma omp target map(N)\n# pragma omp tile sizes(N)\n";
        let (asked, count) = questions(text);
        assert_eq!(count, 2);
        assert_eq!(
            asked,
            "#define N 100\n__romp_directive_0 assume holds(x == N)\n#undef N\n\
             __romp_directive_1 tile sizes(N)\n"
        );
        let answers = answers(
            "\n__romp_directive_0 assume holds(x == 100)\n__romp_directive_1 tile sizes(N)\n",
        );
        let plain = "int x;\n#pragma omp assume holds(x == N)\n# pragma omp tile sizes(N)\n";
        assert_eq!(
            replaced(plain, &answers),
            "int x;\n#pragma omp assume holds(x == 100)\n# pragma omp tile sizes(N)\n"
        );
    }
}
