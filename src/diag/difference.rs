//! The difference of two texts as a unified diff, with the changed words marked.
//!
//! Used by `romp2cuda diff` and by the golden tests, so that both print the same.
//! Must not know what the texts are, but for what a comment of C looks like.

use similar::{ChangeTag, DiffTag, TextDiff};
use std::fmt::Write;

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub colour: bool,
    /// Lines that hold nothing but a comment count for nothing and are not shown.
    pub ignore_comments: bool,
}

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const CYAN: &str = "\x1b[36m";
const BOLD: &str = "\x1b[1m";
/// Marks the changed words within a changed line.
const REVERSE: &str = "\x1b[7m";
const NOT_REVERSE: &str = "\x1b[27m";
const RESET: &str = "\x1b[0m";

/// Unified diff with three lines of context; none where the texts are the same.
pub fn render(
    old_name: &str,
    new_name: &str,
    old: &str,
    new: &str,
    options: Options,
) -> Option<String> {
    render_in_sections(old_name, new_name, (old, new), options, &|_| None)
}

/// The same with the section of each hunk in its header, by the number of the first old line that it
/// changes.
pub fn render_in_sections(
    old_name: &str,
    new_name: &str,
    (old, new): (&str, &str),
    options: Options,
    section: &dyn Fn(usize) -> Option<String>,
) -> Option<String> {
    let (old, new) = if options.ignore_comments {
        (without_comment_lines(old), without_comment_lines(new))
    } else {
        (number_lines(old), number_lines(new))
    };
    let old_lines: Vec<&str> = old.iter().map(|line| line.1).collect();
    let new_lines: Vec<&str> = new.iter().map(|line| line.1).collect();
    if old_lines == new_lines {
        return None;
    }
    let diff = TextDiff::from_slices(&old_lines, &new_lines);
    let paint = Paint(options.colour);
    let mut out = String::new();
    writeln!(out, "{}", paint.all(BOLD, &format!("--- {old_name}"))).unwrap();
    writeln!(out, "{}", paint.all(BOLD, &format!("+++ {new_name}"))).unwrap();
    for group in diff.grouped_ops(3) {
        let first = &group[0];
        let last = &group[group.len() - 1];
        let mut header = format!(
            "@@ -{} +{} @@",
            hunk_range(&old, first.old_range().start..last.old_range().end),
            hunk_range(&new, first.new_range().start..last.new_range().end),
        );
        // What was there says more than what comes before it, such as an include.
        let changes = || group.iter().filter(|op| op.tag() != DiffTag::Equal);
        let replaced = changes().find(|op| !op.old_range().is_empty());
        let change = replaced.or(changes().next());
        let line = change.and_then(|op| old.get(op.old_range().start));
        if let Some(section) = line.and_then(|line| section(line.0)) {
            header += &format!(" {section}");
        }
        writeln!(out, "{}", paint.all(CYAN, &header)).unwrap();
        for op in &group {
            for change in diff.iter_inline_changes(op) {
                let (sign, colour) = match change.tag() {
                    ChangeTag::Delete => ('-', RED),
                    ChangeTag::Insert => ('+', GREEN),
                    ChangeTag::Equal => (' ', ""),
                };
                paint.line(&mut out, sign, colour, &change);
            }
        }
    }
    Some(out)
}

struct Paint(bool);

impl Paint {
    fn all(&self, colour: &str, text: &str) -> String {
        if self.0 {
            format!("{colour}{text}{RESET}")
        } else {
            text.to_string()
        }
    }

    fn line(
        &self,
        out: &mut String,
        sign: char,
        colour: &str,
        change: &similar::InlineChange<'_, str>,
    ) {
        let mut line = String::from(sign);
        let whole = change.values().iter().all(|(emphasised, _)| *emphasised);
        let mut unfinished = true;
        for (emphasised, value) in change.values() {
            let text = value
                .strip_suffix('\n')
                .inspect(|_| unfinished = false)
                .unwrap_or(value);
            if *emphasised && self.0 && !whole && !text.is_empty() {
                write!(line, "{REVERSE}{text}{NOT_REVERSE}").unwrap();
            } else {
                line.push_str(text);
            }
        }
        if colour.is_empty() {
            out.push_str(&line);
        } else {
            out.push_str(&self.all(colour, &line));
        }
        out.push('\n');
        if unfinished {
            out.push_str("\\ No newline at end of file\n");
        }
    }
}

/// `start,count` as unified diffs write it, in the numbers of the original lines.
fn hunk_range(lines: &[(usize, &str)], range: std::ops::Range<usize>) -> String {
    match (lines.get(range.start), range.len()) {
        (Some(line), 1) => line.0.to_string(),
        (Some(line), 0) => format!("{},0", line.0 - 1),
        (Some(line), count) => format!("{},{count}", line.0),
        (None, _) => format!("{},0", lines.last().map_or(0, |line| line.0)),
    }
}

fn number_lines(text: &str) -> Vec<(usize, &str)> {
    text.split_inclusive('\n')
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .collect()
}

/// Drops lines that hold only a comment or a part of one.
fn without_comment_lines(text: &str) -> Vec<(usize, &str)> {
    let mut inside = false;
    let mut kept = vec![];
    for (number, line) in number_lines(text) {
        let (code, comment, still_inside) = scan(line, inside);
        inside = still_inside;
        if code || !comment {
            kept.push((number, line));
        }
    }
    kept
}

/// Whether the line holds code, whether it holds (part of) a comment, and whether a comment goes on after it.
fn scan(line: &str, mut inside: bool) -> (bool, bool, bool) {
    let bytes = line.trim().as_bytes();
    let (mut code, mut comment) = (false, inside);
    let mut quote = None;
    let mut i = 0;
    while i < bytes.len() {
        let two = &bytes[i..bytes.len().min(i + 2)];
        if inside {
            if two == b"*/" {
                inside = false;
                i += 1;
            }
        } else if let Some(q) = quote {
            match bytes[i] {
                b'\\' => i += 1,
                b if b == q => quote = None,
                _ => {}
            }
        } else if two == b"//" {
            comment = true;
            break;
        } else if two == b"/*" {
            comment = true;
            inside = true;
            i += 1;
        } else if !bytes[i].is_ascii_whitespace() {
            code = true;
            if matches!(bytes[i], b'"' | b'\'') {
                quote = Some(bytes[i]);
            }
        }
        i += 1;
    }
    (code, comment, inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_has_no_difference() {
        assert_eq!(
            render("a", "b", "x\ny\n", "x\ny\n", Options::default()),
            None
        );
    }

    #[test]
    fn is_a_unified_diff() {
        let out = render(
            "old/a.c",
            "new/a.c",
            "1\n2\n3\n4\n5\n6\n",
            "1\n2\n3\nfour\n5\n6\n",
            Options::default(),
        );
        assert_eq!(
            out.unwrap(),
            "--- old/a.c\n+++ new/a.c\n@@ -1,6 +1,6 @@\n 1\n 2\n 3\n-4\n+four\n 5\n 6\n"
        );
    }

    #[test]
    fn a_hunk_may_name_its_section() {
        let section = |line: usize| (line == 4).then(|| "f".to_owned());
        let texts = ("1\n2\n3\n4\n5\n", "1\n2\n3\nfour\n5\n");
        let out = render_in_sections("a", "b", texts, Options::default(), &section).unwrap();
        assert!(out.contains("\n@@ -1,5 +1,5 @@ f\n 1\n"), "{out}");
    }

    #[test]
    fn marks_the_words_that_changed() {
        let options = Options {
            colour: true,
            ..Options::default()
        };
        let out = render(
            "a",
            "b",
            "int i = old_name;\n",
            "int i = new_name;\n",
            options,
        )
        .unwrap();
        assert!(
            out.contains("\x1b[31m-int i = \x1b[7mold_name\x1b[27m;\x1b[0m"),
            "{out:?}"
        );
        assert!(
            out.contains("\x1b[32m+int i = \x1b[7mnew_name\x1b[27m;\x1b[0m"),
            "{out:?}"
        );
    }

    #[test]
    fn comment_lines_may_be_ignored() {
        let options = Options {
            ignore_comments: true,
            ..Options::default()
        };
        let old = "// a.c:3: target\nint x; // why\n/* one\n   two */\nint y;\n";
        let new = "// a.c:4: target\nint x; // why\nint y;\n";
        assert_eq!(render("a", "b", old, new, options), None);
        let changed = "// a.c:4: target\nint x; // other\nint y;\n";
        assert!(render("a", "b", old, changed, options).is_some());
        let string = "char *s = \"/*\";\nint y;\n";
        assert!(render("a", "b", string, "char *s = \"/*\";\nint z;\n", options).is_some());
    }

    #[test]
    fn a_missing_line_end_shows() {
        let out = render("a", "b", "x\n", "x", Options::default()).unwrap();
        assert!(out.contains("No newline"), "{out}");
    }
}
