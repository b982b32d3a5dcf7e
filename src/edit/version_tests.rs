//! Versions of files whose inclusions are edited differently, on what the real preprocessor makes of real files.

use super::tests::{Case, case};
use super::versions::{self, Member, Versions};
use super::*;

/// The word `EDIT` is replaced each time that it is in the text, with its number or with what follows it.
fn edits(c: &Case, text: impl Fn(usize) -> String) -> Edits {
    let mut all = Edits::new();
    for n in 0..c.pre.text().matches("EDIT").count() {
        all.replace(c.span("EDIT", n), text(n + 1));
    }
    all
}

fn numbered(c: &Case) -> Result<Edited> {
    edits(c, |n| format!("R{n}")).apply(&c.pre)
}

/// Names and texts of files.
fn shown<'a>(files: impl IntoIterator<Item = &'a HostFile>) -> Vec<(String, String)> {
    let name = |path: &PathBuf| path.display().to_string();
    let files = files.into_iter();
    files.map(|it| (name(&it.path), it.text.clone())).collect()
}

#[track_caller]
fn are(found: Vec<(String, String)>, expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, text)| (name.to_string(), text.to_string()))
        .collect();
    assert_eq!(found, expected);
}

/// The files of several units, each preprocessed for itself and edited with the text that belongs to it. Their paths are
/// the same, so that they lie in one folder as far as versions are concerned.
fn program(units: &[(&[(&str, &str)], &str)]) -> std::result::Result<Versions, String> {
    let cases: Vec<Case> = units.iter().map(|(files, _)| case(files)).collect();
    let edited: Vec<Edited> = cases
        .iter()
        .zip(units)
        .map(|(c, (_, text))| edits(c, |_| text.to_string()).apply(&c.pre).unwrap())
        .collect();
    let names: Vec<&str> = units.iter().map(|(files, _)| files[0].0).collect();
    let members: Vec<Member> = (0..units.len())
        .map(|at| Member {
            pre: &cases[at].pre,
            parts: &edited[at].parts,
            name: names[at].trim_end_matches(".c"),
        })
        .collect();
    versions::of(&members).map_err(|nameless| nameless.why.message)
}

fn files(versions: &Versions) -> Vec<(String, String)> {
    shown(versions.files.iter().map(|(_, file)| file))
}

#[test]
fn the_way_to_versions_has_versions() {
    let main = "int a;\n#include \"d/way.h\" // one\n#include \"d/way.h\"\n";
    let c = case(&[
        ("a.c", main),
        ("d/way.h", "#include <d/e/h.h>\n"),
        ("d/e/h.h", "EDIT\n"),
    ]);
    let out = numbered(&c).unwrap();
    are(
        shown(&out.files),
        &[
            (
                "a.c",
                "int a;\n#include \"d/way_1.h\" // one\n#include \"d/way_2.h\"\n",
            ),
            ("d/way_1.h", "#include <d/e/h_1.h>\n"),
            ("d/way_2.h", "#include <d/e/h_2.h>\n"),
            ("./d/e/h_1.h", "R1\n"),
            ("./d/e/h_2.h", "R2\n"),
        ],
    );
}

#[test]
fn what_an_inclusion_hides_may_be_edited_for_another() {
    let header = "#ifdef A\nEDIT a;\n#endif\n#ifdef B\nEDIT b;\n#endif\n";
    let main = "#define A\n#include \"h.h\"\n#undef A\n#define B\n#include \"h.h\"\n#undef B\n#include \"h.h\"\n";
    let out = numbered(&case(&[("a.c", main), ("h.h", header)])).unwrap();
    are(
        shown(&out.files),
        &[
            ("a.c", main),
            ("h.h", "#ifdef A\nR1 a;\n#endif\n#ifdef B\nR2 b;\n#endif\n"),
        ],
    );
}

#[test]
fn lines_of_which_a_macro_leaves_nothing_are_not_hidden() {
    let main = "#define P(x) EDIT\n#include \"h.h\"\n#undef P\n#define P(x)\n#include \"h.h\"\n";
    let out = numbered(&case(&[("a.c", main), ("h.h", "int x\nP(1)\n;\n")])).unwrap();
    are(
        shown(&out.files),
        &[
            ("a.c", &main.replacen("h.h", "h_1.h", 1)),
            ("h_1.h", "int x\nR1\n;\n"),
            ("h.h", "int x\nP(1)\n;\n"),
        ],
    );
}

#[test]
fn the_original_text_keeps_its_name() {
    let main = "#define X EDIT\n#include \"h.h\"\n#undef X\n#define X none\n#include \"h.h\"\n";
    let c = case(&[("a.c", main), ("h.h", "int x = X;\n")]);
    let out = numbered(&c).unwrap();
    are(
        shown(&out.files),
        &[
            ("a.c", &main.replacen("h.h", "h_1.h", 1)),
            ("h_1.h", "int x = R1;\n"),
            ("h.h", "int x = X;\n"),
        ],
    );
}

#[test]
fn a_name_by_a_macro_stays() {
    let main = "#define H \"h.h\"\n#include H\n#include \"h.h\"\n";
    let out = numbered(&case(&[("a.c", main), ("h.h", "EDIT\n")])).unwrap();
    are(
        shown(&out.files),
        &[
            ("a.c", "#define H \"h.h\"\n#include H\n#include \"h_2.h\"\n"),
            ("h.h", "R1\n"),
            ("h_2.h", "R2\n"),
        ],
    );
    let main = "#define H \"h.h\"\n#include H\n#include H\n";
    let errors = numbered(&case(&[("a.c", main), ("h.h", "EDIT\n")])).unwrap_err();
    assert!(
        errors[0].message.contains("no `#include` names it"),
        "{errors:?}"
    );
}

#[test]
fn a_file_that_includes_itself() {
    let main = "#ifndef AGAIN\n#define AGAIN\nEDIT;\n#include \"a.c\"\n#else\nEDIT;\n#endif\n";
    let out = numbered(&case(&[("a.c", main)])).unwrap();
    are(
        shown(&out.files),
        &[("a.c", &main.replacen("EDIT", "R1", 1).replace("EDIT", "R2"))],
    );
    let main = "#define X EDIT\n#ifndef AGAIN\n#define AGAIN\n#include \"a.c\"\n#endif\nX\n";
    let out = numbered(&case(&[("a.c", main)])).unwrap();
    let with = |name: &str, text: &str| {
        let out = main.replacen("\"a.c\"", &format!("\"{name}\""), 1);
        out.replace("\nX\n", &format!("\n{text}\n"))
    };
    are(
        shown(&out.files),
        &[("a.c", &with("a_2.c", "R2")), ("a_2.c", &with("a.c", "R1"))],
    );
}

#[test]
fn units_share_what_is_the_same() {
    let h = ("h.h", "EDIT\n");
    let unit = |name| [(name, "#include \"h.h\"\n"), h];
    let (a, b, c) = (unit("a.c"), unit("b.c"), unit("c.c"));
    let same = program(&[(&a, "R"), (&b, "R")]).unwrap();
    are(
        files(&same),
        &[("a.c", a[0].1), ("h.h", "R\n"), ("b.c", b[0].1)],
    );
    assert!(same.gone.is_empty());
    let other = program(&[(&a, "R"), (&b, "S"), (&c, "R")]).unwrap();
    are(
        files(&other),
        &[
            ("a.c", "#include \"h.a.h\"\n"),
            ("h.a.h", "R\n"),
            ("b.c", "#include \"h.b.h\"\n"),
            ("h.b.h", "S\n"),
            ("c.c", "#include \"h.a.h\"\n"),
        ],
    );
    assert_eq!(other.gone.len(), 1);
}

#[test]
fn a_unit_that_edits_nothing_finds_the_original() {
    let h = ("h.h", "int x = X;\n");
    let a = [("a.c", "#define X EDIT\n#include \"h.h\"\n"), h];
    let b = [("b.c", "#define X 1\n#include \"h.h\"\n"), h];
    let found = program(&[(&a, "R"), (&b, "")]).unwrap();
    are(
        files(&found),
        &[
            ("a.c", "#define X EDIT\n#include \"h.a.h\"\n"),
            ("h.a.h", "int x = R;\n"),
            ("b.c", b[0].1),
            ("h.h", h.1),
        ],
    );
    assert!(found.gone.is_empty());
}

#[test]
fn includes_that_a_guard_skips_name_the_version_too() {
    let h = ("h.h", "#pragma once\nEDIT\n");
    let way = ("way.h", "#include \"h.h\"\n");
    let unit = |name| [(name, "#include \"way.h\"\n#include \"h.h\"\n"), way, h];
    let (a, b) = (unit("a.c"), unit("b.c"));
    let found = program(&[(&a, "R"), (&b, "S")]).unwrap();
    are(
        files(&found),
        &[
            ("a.c", "#include \"way.a.h\"\n#include \"h.a.h\"\n"),
            ("way.a.h", "#include \"h.a.h\"\n"),
            ("h.a.h", "#pragma once\nR\n"),
            ("b.c", "#include \"way.b.h\"\n#include \"h.b.h\"\n"),
            ("way.b.h", "#include \"h.b.h\"\n"),
            ("h.b.h", "#pragma once\nS\n"),
        ],
    );
}

#[test]
fn a_main_file_that_another_unit_includes() {
    let b = ("b.c", "int b;\nEDIT\n");
    let a = [("a.c", "#include \"b.c\"\n"), b];
    let found = program(&[(&a, "R"), (&[b], "S")]).unwrap();
    are(
        files(&found),
        &[
            ("a.c", "#include \"b.a.c\"\n"),
            ("b.a.c", "int b;\nR\n"),
            ("b.c", "int b;\nS\n"),
        ],
    );
}
