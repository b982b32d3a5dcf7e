//! Suggestions at places of all kinds, applied.

use super::*;
use crate::diag::{Code, Suggestion};
use crate::source::{Preprocessed, Span};
use std::path::Path;

/// What becomes of `a.c` when the text of `word` in the preprocessed text is replaced, or `text` put behind it.
fn changed(original: &str, preprocessed: &str, word: &str, text: &str, behind: bool) -> String {
    let pre = Preprocessed::new(format!("# 1 \"a.c\"\n{preprocessed}"), "a.c".into());
    let mut pre = pre;
    pre.set_original(Path::new("a.c"), original.to_string());
    let at = pre.text().rfind(word).expect("the word is there");
    let end = at + word.len();
    let span = Span::new(if behind { end } else { at }, end);
    let found =
        Diagnostic::error(Code::Clause, span, "wrong").suggest(Suggestion::new("so", span, text));
    let mut fixes = Fixes::default();
    fixes.add(&[found.clone(), found], &pre);
    let after = fixes.applied(Path::new("a.c"), bytes::encode(original).into_owned());
    bytes::decode(after)
}

#[test]
fn words_of_directives_are_replaced_and_clauses_put_behind() {
    let text = "int x;\n#pragma omp target mpa(x) // why\n{}\n";
    let pre = "int x;\n#pragma omp target mpa(x)\n{}\n";
    assert_eq!(
        changed(text, pre, "mpa", "map", false),
        text.replace("mpa", "map")
    );
    assert_eq!(
        changed(text, pre, "mpa(x)", " nowait", true),
        text.replace("mpa(x)", "mpa(x) nowait")
    );
}

#[test]
fn a_continued_directive_keeps_its_lines() {
    let text = "#pragma omp target \\\r\n    map(x) \\\r\n    mpa(y)   /* c */\r\n{}\r\n";
    let pre = "#pragma omp target map(x) mpa(y)\n\n\n{}\n";
    assert_eq!(
        changed(text, pre, "mpa", "map", false),
        text.replace("mpa", "map")
    );
    assert_eq!(
        changed(text, pre, "mpa(y)", " nowait", true),
        text.replace("mpa(y)", "mpa(y) nowait")
    );
}

#[test]
fn what_a_macro_makes_is_left() {
    let text = "#define R _Pragma(\"omp target mpa(x)\")\nR {}\n";
    let pre = "\n\n# 2 \"a.c\"\n#pragma omp target mpa(x)\n# 2 \"a.c\"\n {}\n";
    assert_eq!(changed(text, pre, "mpa", "map", false), text);
    assert_eq!(changed(text, pre, "mpa(x)", " nowait", true), text);
    let text = "_Pragma(\"omp target mpa(x)\") {}\n";
    let pre = "\n# 1 \"a.c\"\n#pragma omp target mpa(x)\n# 1 \"a.c\"\n {}\n";
    assert_eq!(changed(text, pre, "mpa", "map", false), text);
    assert_eq!(changed(text, pre, "mpa(x)", " nowait", true), text);
    let text = "#define CLAUSE mpa(x)\n#pragma omp target CLAUSE\n{}\n";
    let pre = "\n#pragma omp target mpa(x)\n{}\n";
    assert_eq!(changed(text, pre, "mpa", "map", false), text);
    assert_eq!(changed(text, pre, "mpa(x)", " nowait", true), text);
    let text = "#define N 4\n#pragma omp parallel num_threads(N) privat(x)\n{}\n";
    let pre = "\n#pragma omp parallel num_threads(4) privat(x)\n{}\n";
    assert_eq!(
        changed(text, pre, "privat", "private", false),
        text.replace("privat", "private")
    );
    let text = "#define N 4\n#pragma omp parallel privat(x) num_threads(N)\n{}\n";
    let pre = "\n#pragma omp parallel privat(x) num_threads(4)\n{}\n";
    assert_eq!(
        changed(text, pre, "num_threads(4)", " if(0)", true),
        text.replace("threads(N)", "threads(N) if(0)")
    );
}

#[test]
fn files_of_other_encodings_keep_their_bytes() {
    let text = "int x; /* \u{f7e4}\u{f7fc} */ int yy;\n";
    let pre = "int x; int yy;\n";
    let after = changed(text, pre, "yy", "z", false);
    assert_eq!(after, text.replace("yy", "z"));
}

#[test]
fn edits_that_touch_wait() {
    let text = "int abc;\n";
    let mut pre = Preprocessed::new(format!("# 1 \"a.c\"\n{text}"), "a.c".into());
    pre.set_original(Path::new("a.c"), text.to_string());
    let at = pre.text().rfind("abc").expect("the word is there");
    let one = |span: Span, text: &str| {
        Diagnostic::error(Code::Clause, span, "").suggest(Suggestion::new("", span, text))
    };
    let mut fixes = Fixes::default();
    let whole = Span::new(at, at + 3);
    fixes.add(
        &[
            one(whole, "d"),
            one(whole, "e"),
            one(Span::new(at + 3, at + 3), "f"),
        ],
        &pre,
    );
    assert_eq!(fixes.made, 1);
    let after = fixes.applied(Path::new("a.c"), text.into());
    assert_eq!(after, b"int d;\n");
    let maybe =
        Diagnostic::error(Code::Clause, whole, "").suggest(Suggestion::new("", whole, "x").maybe());
    let mut fixes = Fixes::default();
    fixes.add(&[maybe], &pre);
    assert_eq!(fixes.made, 0);
    let end = Span::new(at + 3, at + 3);
    fixes.add(&[one(end, " d"), one(end, " e"), one(end, " d")], &pre);
    let after = fixes.applied(Path::new("a.c"), text.into());
    assert_eq!((after.as_slice(), fixes.made), (&b"int abc d e;\n"[..], 2));
}
