//! `#line` directives in an edited file, so that compilers, debuggers and `__LINE__` speak of the
//! user's own file.
//!
//! From the original and the edited text; must not know what was edited or why.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The edited text with a directive wherever its lines would be counted otherwise than in the original.
pub fn with_line_directives(original: &str, edited: &str, path: &str) -> String {
    let old: Vec<&str> = plain(original).split_inclusive('\n').collect();
    let new: Vec<&str> = plain(edited).split_inclusive('\n').collect();
    let name = path.replace('\\', "\\\\").replace('"', "\\\"");
    let mut out = format!("#line 1 \"{name}\"\n");
    let mut counted = 1; // the number that the compiler gives to the next line
    let mut depth = 0i64; // open parentheses in new text: a macro call must not be torn apart
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let lines = &new[op.new_range()];
        match op {
            DiffOp::Equal { old_index, .. } => {
                for (i, line) in lines.iter().enumerate() {
                    let right = old_index + i + 1;
                    if counted != right && depth <= 0 && !continues(&out) {
                        out.push_str(&format!("#line {right}\n"));
                        counted = right;
                    }
                    if depth > 0 {
                        depth += balance(line);
                    }
                    out.push_str(line);
                    counted += 1;
                }
            }
            _ => {
                for line in lines {
                    depth = (depth + balance(line)).max(0);
                    out.push_str(line);
                    counted += 1;
                }
            }
        }
    }
    out
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
