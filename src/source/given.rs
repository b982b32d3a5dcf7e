//! Preprocessed text that is all there is: a `.i` file, or what came by standard input.
//!
//! Its line markers give the places that users are shown; edits go into the text itself, and its own lines stand for
//! those of the original files, which may be elsewhere, changed or gone. Must not know what is edited.

use super::{FileId, Original, Preprocessed, token};
use std::path::{Path, PathBuf};

/// Lines beyond this are not written down; a marker may name any.
const LAST_LINE: u32 = 4_000_000;

impl Preprocessed {
    /// `text` is the preprocessed text that stands in `source`.
    pub fn given(text: String, source: PathBuf) -> Preprocessed {
        let text = without_macro_lines(without_comments(text));
        let first = text.lines().next().and_then(super::markers::read_marker);
        let main = first.map_or_else(|| source.clone(), |marker| PathBuf::from(marker.file));
        let mut pre = Preprocessed::new(text, main);
        pre.given_in = Some(source);
        pre
    }

    /// Where the text itself stands, if it was given preprocessed.
    pub fn given_in(&self) -> Option<&Path> {
        self.given_in.as_deref()
    }

    /// The lines of a file as far as the text has them, each at its number.
    pub(super) fn lines_of(&self, file: FileId) -> Original {
        let mut lines: Vec<String> = vec![];
        let mut last = None;
        for (number, row) in self.rows.iter().enumerate() {
            if row.marker || row.file != file || row.line == 0 || row.line > LAST_LINE {
                continue;
            }
            let text = self.text()[self.row_range(number)].trim_end_matches(['\n', '\r']);
            let at = row.line as usize - 1;
            if lines.len() <= at {
                lines.resize(at + 1, String::new());
            }
            // Macros of system headers cut lines to pieces; a header may come twice.
            let line = &mut lines[at];
            if line.is_empty() {
                line.push_str(text);
            } else if last == Some(row.line) {
                line.push(' ');
                line.push_str(text.trim_start());
            }
            last = Some(row.line);
        }
        Original::new(lines.join("\n") + "\n")
    }
}

/// The text with blanks in place of its comments, which `-C` leaves there. The lines that a comment within a directive
/// ends are behind the directive. A comment without an end stays, for the compiler to tell of.
fn without_comments(text: String) -> String {
    if !text.contains("/*") && !text.contains("//") {
        return text;
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let (mut at, mut fresh, mut directive, mut owed) = (0, true, false, 0);
    while at < bytes.len() {
        let comment = match &bytes[at..] {
            [b'/', b'*', rest @ ..] => match rest.windows(2).position(|two| two == b"*/") {
                Some(length) => at + length + 4,
                None => break,
            },
            [b'/', b'/', ..] => end_of_line_comment(bytes, at),
            _ => at,
        };
        for byte in &bytes[at..comment] {
            let ends = *byte == b'\n';
            owed += usize::from(ends && directive);
            out.push(if ends && !directive { b'\n' } else { b' ' });
        }
        if comment > at {
            at = comment;
            continue;
        }
        let end = match bytes[at] {
            b'\n' => {
                out.extend(std::iter::repeat_n(b'\n', owed));
                (fresh, directive, owed) = (true, false, 0);
                at + 1
            }
            byte if byte.is_ascii_whitespace() => at + 1,
            byte => {
                directive |= fresh && byte == b'#';
                fresh = false;
                token::scan(bytes, at).1
            }
        };
        out.extend(&bytes[at..end]);
        at = end;
    }
    out.extend(&bytes[at..]);
    String::from_utf8(out).expect("comments begin and end with ASCII characters")
}

/// The end of the `//` comment at `at`: a backslash at the end of its line continues it.
fn end_of_line_comment(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let end = token::end_of_line(bytes, at);
        let continued = bytes[..end].ends_with(b"\\") && end < bytes.len();
        if !continued {
            return end;
        }
        at = end + 1;
    }
}

/// `-dD` and `-g3` leave the definitions of macros in the text; there they have done their work.
fn without_macro_lines(text: String) -> String {
    let is_macro = |line: &str| line.starts_with("#define ") || line.starts_with("#undef ");
    if !text.lines().any(is_macro) {
        return text;
    }
    let kept = text.split_inclusive('\n').map(|line| match is_macro(line) {
        true => "\n",
        false => line,
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Edits;
    use crate::source::Span;

    const TEXT: &str = "# 0 \"d/a.c\"\n# 1 \"<built-in>\"\n# 1 \"d/a.c\"\n# 1 \"h.h\" 1 3\nint h;\n\
                        # 2 \"d/a.c\" 2\n\nint *p =\n# 3 \"d/a.c\" 3 4\n  0\n# 3 \"d/a.c\"\n  ; int q;\n";

    fn given() -> Preprocessed {
        Preprocessed::given(TEXT.into(), "x/a.i".into())
    }

    #[test]
    fn the_text_stands_for_its_files() {
        let pre = given();
        assert_eq!(pre.main_file(), Path::new("d/a.c"));
        let q = TEXT.find("q;").unwrap();
        let place = pre.place(Span::new(q, q + 1)).unwrap();
        assert_eq!(
            (place.path, place.line, place.text),
            (Path::new("d/a.c"), 3, "int *p = 0 ; int q;")
        );
    }

    #[test]
    fn edits_go_into_the_text_itself() {
        let mut edits = Edits::new();
        let q = TEXT.find("int q").unwrap();
        edits.replace(Span::new(q, q + 5), "long q");
        edits.insert_at_top("#include \"romp.h\"");
        let edited = edits.apply(&given()).unwrap();
        assert_eq!(edited.files.len(), 1);
        assert_eq!(edited.files[0].path, Path::new("x/a.i"));
        let expected = format!("#include \"romp.h\"\n{}", TEXT.replace("int q", "long q"));
        assert_eq!(edited.files[0].text, expected);
        assert!(edited.notes.is_empty());
    }

    #[test]
    fn a_marker_may_name_any_line_and_none_may_be_there() {
        let pre = Preprocessed::given("# 4294967290 \"a.c\"\nint x;\n".into(), "a.i".into());
        assert!(pre.place(Span::new(24, 25)).is_some());
        let pre = Preprocessed::given("int x;\n".into(), "a.i".into());
        assert_eq!(pre.main_file(), Path::new("a.i"));
    }

    #[test]
    fn comments_are_blanks() {
        for (text, expected) in [
            ("a/*b\n# 1 \"c\"*/d // e\nf", "a   \n         d     \nf"),
            ("a // b\\\nc\nd", "a      \n \nd"),
            (
                "\"/*\" '\"' // é\n1'000 /**/ x",
                "\"/*\" '\"'      \n1'000      x",
            ),
            ("a / *b /* c", "a / *b /* c"),
            (
                "#pragma omp x // don't\n'/*'",
                "#pragma omp x         \n'/*'",
            ),
        ] {
            assert_eq!(without_comments(text.into()), expected, "{text}");
        }
    }

    #[test]
    fn definitions_have_done_their_work() {
        assert_eq!(
            without_macro_lines("#define A 1\nint x;\n#undef A\n".into()),
            "\nint x;\n\n"
        );
    }
}
