//! Edits of whole constructs: replaced by their own preprocessed form, a file must still mean the
//! same to the preprocessor.

use super::*;
use crate::edit::Edits;
use crate::source::{Span, bytes};
use std::path::Path;

fn cpp(compiler: &str, dir: &Path, options: &[&str]) -> Option<String> {
    let output = std::process::Command::new(compiler)
        .args(["-E", "-fopenmp", "t.c"])
        .args(options)
        .current_dir(dir)
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| bytes::decode(output.stdout))
}

/// A span's text without line markers.
fn form(pre: &Preprocessed, span: Span) -> String {
    let lines = pre
        .slice(span)
        .lines()
        .filter(|l| !l.starts_with("# ") && !l.trim().is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

fn tokens(text: &str) -> Vec<String> {
    let all = crate::source::token::tokens(text);
    let words = all.iter().map(|t| {
        t.text(text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    });
    words.collect()
}

/// Replaces the outermost constructs; the notes that came with it.
fn check(compiler: &str, text: &str, parallel_too: bool) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.c");
    std::fs::write(&path, bytes::encode(text)).unwrap();
    let before = cpp(compiler, dir.path(), &["-P"]).unwrap_or_else(|| panic!("{text}"));
    let pre = Preprocessed::new(cpp(compiler, dir.path(), &[]).unwrap(), "t.c".into())
        .with_base(dir.path());
    let unit = parse(&pre).unwrap_or_else(|e| panic!("{text}\n{e:#?}"));
    let mut edits = Edits::new();
    let wanted = |s: &&Site| {
        let host = parallel_too || s.role == Role::Construct || s.role == Role::StandAlone;
        s.parent.is_none() && s.role != Role::Declarative && host
    };
    for site in unit.sites.iter().filter(wanted) {
        edits.replace(site.extent, form(&pre, site.extent));
        let place = pre.place(site.extent).unwrap();
        assert!(place.line <= place.end_line);
    }
    let out = edits
        .apply(&pre)
        .unwrap_or_else(|e| panic!("{text}\n{e:#?}"));
    std::fs::write(&path, bytes::encode(&out.files[0].text)).unwrap();
    let after =
        cpp(compiler, dir.path(), &["-P"]).unwrap_or_else(|| panic!("{}", out.files[0].text));
    assert_eq!(tokens(&before), tokens(&after), "{}", out.files[0].text);
    out.notes
}

const PROGRAMS: &[&str] = &[
    // Every shape of statement.
    "int a[9], n;\nvoid f(int k)\n{\n  if (k)\n#pragma omp target\n    a[0] = 1; /* t */ else\n  #pragma omp target teams\n  { a[1] = 2; } // u\n\
     \tfor (int i = 0; i < k; i++)\n\t\t#pragma omp target parallel for \\\n\t\t   map(tofrom: a)\n\t\tfor (int j = 0; j < 9; j++)\n\t\t\ta[j] += i;\n\
     switch (k) { case 1:\n#pragma omp target\n a[2] = 1; break; default:;\n#pragma omp target update to(a)\n  ; }\n\
     #pragma omp target data map(a)\n#pragma omp target\n#pragma omp parallel\n  { a[3]++; } do\n#pragma omp target\n a[4]++; while (k--);\n}\n",
    // Macros.
    "#define N 9\n#define TARGET _Pragma(\"omp target\")\n#define DO(x) do { x; } while (0)\n#define STR(x) #x\n#define OMP(...) _Pragma(STR(omp __VA_ARGS__))\n\
     #define FOR(i) for (int i = 0; i < N; i++)\nint a[N];\nvoid f(void) {\n  TARGET { a[0] = N; } a[1] = 2;\n  OMP(target parallel for map(a[0:N])) FOR(i) a[i] = i;\n\
     DO(a[1] = 3);\n#pragma omp target map(a[0:N])\n  FOR(i)\n  {\n    DO(a[i] = 1);\n  }\n#pragma omp target\n  FOR(i) DO(a[i] = 2); DO(a[2] = 2);\n\
     FOR(j) { TARGET a[j] = 1; }\n  TARGET FOR(k) a[k] = 1; OMP(target) a[0] = 2;\n}\n",
    // `_Pragma` in the text, several on a line.
    "int a;\nvoid f(void) { _Pragma(\"omp target\") a = 1; _Pragma(\"omp target\") { a = 2; } a = 3;\n_Pragma(\"omp target\")\na = 4;\n}\n",
    // Conditionals and comments in between.
    "int a, b;\nvoid f(void)\n{\n#ifdef FAST\n#pragma omp target\n#else\n#pragma omp target teams\n#endif\n  {\n#if 0\n    a = 1;\n#endif\n    /* c */ a = 2;\n  } /* d */\n\
     #if 1\n#pragma omp target /* e */ map(a) // f\n  // g\n  a = 3;\n#endif\n}\n",
    // Macro calls over several lines.
    "#define CALL(a, b) g(a, b)\n#define BLOCK(...) { __VA_ARGS__ }\nint g(int, int); int a;\nvoid f(void)\n{\n#pragma omp target\n  CALL(1,\n   2); a = 1;\n\
     #pragma omp target\n  BLOCK(\n    a = 2;\n    a = 3;\n  )\n  a = 4;\n#pragma omp target\n  { CALL(3,\n         4); } a = 5; CALL(5,\n   6);\n}\n",
    // Statement expressions, K&R, tabs, a region at the very end without a line end.
    "int a;\nint f(p, q)\n\tint p; char *q;\n{\n\tint r = ({ int s = 1;\n#pragma omp target map(s)\n\ts++;\n\ts; });\n\t#pragma\tomp\ttarget\n\t{ a = r; }\treturn 0; }\nvoid g(void) {\n#pragma omp target\n;}",
    // Conditionals that begin or end inside a region, and macros that are defined in one.
    "int a, b;\nvoid f(void)\n{\n#pragma omp target\n  {\n#if 1\n#define V 3\n    a = V;\n  }\n#else\n  }\n#endif\n  b = V;\n#ifndef FAST\n#pragma omp target\n#endif\n a = 2; b = 3;\n}\n",
    "int a;\r\nvoid f(void)\r\n{\r\n#pragma omp target \\\r\n  map(a)\r\n\ta = 1;\r\n}\r\n",
];

#[test]
fn edited_files_mean_the_same() {
    for compiler in ["gcc", "clang", "clang-19"] {
        let version = std::process::Command::new(compiler)
            .arg("--version")
            .output();
        if version.is_err() && compiler != "gcc" {
            continue;
        }
        let notes = PROGRAMS.iter().map(|p| check(compiler, p, false).len());
        let notes: Vec<usize> = notes.collect();
        // Only what macros make is edited in its preprocessed form.
        assert_eq!((notes[0], notes[2], notes[3]), (0, 0, 0), "{notes:?}");
        assert_eq!(notes[5..], [0, 0, 0], "{notes:?}");
    }
}

#[test]
fn host_constructs_have_exact_extents_too() {
    let text = "int a, n;\nvoid f(void)\n{\n#pragma omp parallel\n#pragma omp single\n  {\n    #pragma omp target\n    a = 1;\n  }\n  #pragma omp parallel for\n  for (int i = 0; i < n; i++)\n    if (i) a = 1; else a = 2;\n#pragma omp taskwait\n}\n";
    assert!(check("gcc", text, true).is_empty());
}
