//! `#line` directives in an edited file, so that compilers, debuggers and `__LINE__` speak of the
//! user's own file.
//!
//! Preprocessed text keeps its line markers and gets more of them. From the original and the edited text; must not know what was edited or why.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;
use std::rc::Rc;

/// The edited text with a directive wherever its lines would be counted otherwise than in the original. Lines that
/// replace some of the original have the numbers of those.
pub fn with_line_directives(original: &str, edited: &str, path: &str) -> String {
    let name = path.replace('\\', "\\\\").replace('"', "\\\"");
    let start = format!("#line 1 \"{name}\"\n");
    let places = |lines: &[&str]| (1..=lines.len()).map(|n| (Rc::from(""), n)).collect();
    counted_as(original, edited, start, &places)
}

/// Such text for preprocessed text, which has line markers of its own.
pub fn with_line_markers(original: &str, edited: &str) -> String {
    counted_as(original, edited, String::new(), &marked)
}

/// What a line is called: a file's name as markers write it (empty where there are none), and the line's number.
type Called = (Rc<str>, usize);

/// What the line markers say of each line; a marker itself has the number 0.
fn marked(lines: &[&str]) -> Vec<Called> {
    let mut next: Called = (Rc::from(""), 1);
    let mut out = vec![];
    for line in lines {
        if let Some(new) = marker(line) {
            out.push((next.0.clone(), 0));
            next = new;
        } else {
            out.push(next.clone());
            next.1 += 1;
        }
    }
    out
}

/// `# 12 "file.c" 1 3`: what the next line is called.
fn marker(line: &str) -> Option<Called> {
    let rest = line.strip_prefix("# ")?;
    let (number, rest) = rest.split_once(' ')?;
    let name = &rest[..=rest.rfind('"')?];
    name.starts_with('"')
        .then(|| Some((Rc::from(name), number.parse().ok()?)))?
}

fn counted_as(
    original: &str,
    edited: &str,
    start: String,
    places: &dyn Fn(&[&str]) -> Vec<Called>,
) -> String {
    let old: Vec<&str> = plain(original).split_inclusive('\n').collect();
    let new: Vec<&str> = plain(edited).split_inclusive('\n').collect();
    let called = places(&old);
    let has_markers = called.iter().any(|place| place.1 == 0);
    let mut out = start;
    let mut counted: Called = (Rc::from(""), 1); // what the compiler will call the next line
    let mut depth = 0i64; // open parentheses in new text: a macro call must not be torn apart
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let lines = &new[op.new_range()];
        match op {
            DiffOp::Equal { old_index, .. } => {
                for (i, line) in lines.iter().enumerate() {
                    let right = &called[old_index + i];
                    if counted != *right && right.1 > 0 && depth <= 0 && !continues(&out) {
                        out.push_str(&directive(&counted, right));
                        counted = right.clone();
                    }
                    if depth > 0 {
                        depth += balance(line);
                    }
                    out.push_str(line);
                    counted = behind(counted, line, right.1 == 0);
                }
            }
            _ => {
                for (i, line) in lines.iter().enumerate() {
                    let right = replaced(&called, op.old_range(), i);
                    if let Some(right) = right.filter(|right| counted != **right)
                        && depth <= 0
                        && !continues(&out)
                    {
                        out.push_str(&directive(&counted, right));
                        counted = right.clone();
                    }
                    depth = (depth + balance(line)).max(0);
                    out.push_str(line);
                    counted = behind(counted, line, has_markers);
                }
            }
        }
    }
    out
}

/// What line `at` of new text is called: the line of the user's text that it stands for, the last one of those that are
/// replaced where there are fewer of them, and the next one where nothing is replaced.
fn replaced(called: &[Called], old: Range<usize>, at: usize) -> Option<&Called> {
    let line = match old.is_empty() {
        true => old.start,
        false => (old.start + at).min(old.end - 1),
    };
    let line = line.min(called.len().checked_sub(1)?);
    Some(&called[line]).filter(|place| place.1 > 0)
}

/// A directive that gives the next line the number it should have.
fn directive(counted: &Called, right: &Called) -> String {
    match counted.0 == right.0 {
        true => format!("#line {}\n", right.1),
        false => format!("# {} {}\n", right.1, right.0),
    }
}

/// The name and number of the line behind this one.
fn behind(counted: Called, line: &str, may_be_marker: bool) -> Called {
    match marker(line).filter(|_| may_be_marker) {
        Some(new) => new,
        None => (counted.0, counted.1 + 1),
    }
}

/// Without the byte order mark, which is C at the start of a file only.
fn plain(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The text so far ends within a line that a backslash continues.
fn continues(text: &str) -> bool {
    text.ends_with("\\\n") || text.ends_with("\\\r\n")
}

/// Opening less closing parentheses, those in literals and line comments aside.
fn balance(line: &str) -> i64 {
    let mut depth = 0;
    let mut quote = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '/') if chars.peek() == Some(&'/') => break,
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untouched_file_only_gets_its_name() {
        assert_eq!(
            with_line_directives("a\nb\n", "a\nb\n", "x\".c"),
            "#line 1 \"x\\\".c\"\na\nb\n"
        );
    }

    #[test]
    fn lines_are_set_right_after_an_edit() {
        let old = "one\n#pragma omp target\nbody\nlast\n";
        let new = "#include \"romp.h\"\none\nTARGET(a,\n    b)\nbody\nlast\n";
        assert_eq!(
            with_line_directives(old, new, "a.c"),
            "#line 1 \"a.c\"\n#include \"romp.h\"\n#line 1\none\nTARGET(a,\n    b)\n#line 3\nbody\nlast\n"
        );
    }

    #[test]
    fn new_lines_have_the_numbers_of_those_that_they_replace() {
        let old = "one\n#pragma omp tile\nfor (a)\nbody\n";
        let new = "one\n/* tile */\nfor (b)\nfor (c)\nfor (d)\nbody\n}\n";
        assert_eq!(
            with_line_directives(old, new, "a.c"),
            "#line 1 \"a.c\"\none\n/* tile */\nfor (b)\n#line 3\nfor (c)\n#line 3\nfor (d)\nbody\n#line 4\n}\n"
        );
        let new = "one\nTARGET(x)\n#pragma omp target\n#pragma omp tile\nfor (a)\nbody\n";
        assert_eq!(
            with_line_directives(old, new, "a.c"),
            "#line 1 \"a.c\"\none\nTARGET(x)\n#line 2\n#pragma omp target\n#line 2\n#pragma omp tile\nfor (a)\nbody\n"
        );
    }

    #[test]
    fn markers_go_on_behind_an_edit() {
        let old =
            "# 0 \"a.c\"\n# 1 \"a.h\" 1 3\nint h;\n# 2 \"a.c\" 2\nint a;\nx\n# 9 \"a.c\"\ny\nz\n";
        let new = "#include \"romp.h\"\n# 0 \"a.c\"\n# 1 \"a.h\" 1 3\nint h;\n# 2 \"a.c\" 2\nint a;\nX(\n1)\ny\nz\n";
        assert_eq!(
            with_line_markers(old, new),
            new.replace("y\n", "#line 9\ny\n")
        );
        let new = "# 0 \"a.c\"\n# 1 \"a.h\" 1 3\nlong\nh;\nint a;\nx\n# 9 \"a.c\"\ny\nz\n";
        assert!(
            with_line_markers(old, new).contains("h;\n# 2 \"a.c\"\nint a;\nx\n# 9 \"a.c\"\ny\n")
        );
    }

    #[test]
    fn a_macro_call_is_not_torn_apart() {
        let old = "f(\nx\n)\ny\n";
        let new = "TARGET(a,\nb,\nx\n)\ny\n";
        let out = with_line_directives(old, new, "a.c");
        assert!(!out.contains("#line 2\nx"), "{out}");
        assert!(out.contains("#line 4\ny\n"), "{out}");
    }

    #[test]
    fn a_continued_line_is_not_torn_apart() {
        let old = "#define A x\nint b;\n";
        let new = "#define A \\\n  \\\nint b;\n";
        assert!(!with_line_directives(old, new, "a.c").contains("#line 2"));
    }
}
