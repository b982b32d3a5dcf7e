//! Positions and edits, on what the real preprocessor makes of real files.

use super::*;
use crate::source::definitions;
use crate::source::*;
use std::path::PathBuf;
use std::process::Command;

pub(super) struct Case {
    _dir: tempfile::TempDir,
    pub pre: Preprocessed,
}

/// Files by name, the first one preprocessed, in a directory of its own.
pub(super) fn case(files: &[(&str, &str)]) -> Case {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes::encode(text)).unwrap();
    }
    let output = Command::new("gcc")
        .args(["-E", "-dD", "-fopenmp", "-I.", files[0].0])
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (text, macros) = definitions::split(&output.stdout);
    let pre = Preprocessed::new(bytes::decode(text), PathBuf::from(files[0].0));
    let pre = pre.with_base(dir.path()).with_macro_lines(macros);
    Case { _dir: dir, pre }
}

impl Case {
    /// The span of the n-th occurrence of a word in the preprocessed text.
    pub fn span(&self, word: &str, n: usize) -> Span {
        let found = self.pre.text().match_indices(word).nth(n);
        let (at, _) = found.unwrap_or_else(|| panic!("{word} {n}: {}", self.pre.text()));
        Span::new(at, at + word.len())
    }

    fn at(&self, word: &str, n: usize) -> (u32, u32, bool) {
        let place = self.pre.place(self.span(word, n)).unwrap();
        (place.line, place.col, place.exact)
    }

    fn edit(&self, edits: &[(Span, &str)]) -> Edited {
        let mut all = Edits::new();
        for (span, text) in edits {
            all.replace(*span, *text);
        }
        all.apply(&self.pre).unwrap_or_else(|e| panic!("{e:#?}"))
    }
}

const MACROS: &str = "#define EMPTY
#define REGION(x) _Pragma(\"omp target\") { x; }
#define N 10
#define ID(...) __VA_ARGS__
#define LOOP for (int i = 0; i < N; i++)
#define PRAG(x) _Pragma(#x)
int a[N];
void f(int n)
{
\t/* before */
\t#pragma omp target map(tofrom: \\
\t    a[0:N]) /* inside */ nowait
\t{ a[0] = N; /* c */ }   // trailing
    if (n) _Pragma(\"omp target\") { a[1] = 2; } else { a[2] = 3; }
    REGION(a[3] = 4) int q;
    PRAG(omp target) LOOP a[i] = ID(i +
       1); n = 5;
#pragma omp target
    LOOP
    {
        a[i] = i;
    } EMPTY n = 4;
    #pragma omp target
    ID({ a[i]
       = i; }) n = 2;
}
";

/// Replaces text of the original and says what must come out.
fn swapped(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

fn to(a: Span, b: Span) -> Span {
    a.to(b)
}

#[test]
fn a_pragma_with_continuations_and_comments() {
    let c = case(&[("a.c", MACROS)]);
    let span = to(
        c.span("#pragma omp target map", 0),
        c.span("a[0] = 10; }", 0),
    );
    let out = c.edit(&[(span, "X\nY")]);
    let old = "#pragma omp target map(tofrom: \\\n\t    a[0:N]) /* inside */ nowait\n\t{ a[0] = N; /* c */ }";
    assert_eq!(out.files[0].text, swapped(MACROS, old, "X\nY"));
    assert!(out.notes.is_empty() && out.files[0].changed && out.files.len() == 1);
    assert_eq!(c.pre.indentation(span), "\t");
    let inside: Vec<_> = c
        .pre
        .comments_inside(span)
        .into_iter()
        .map(|c| c.text)
        .collect();
    assert_eq!(inside, ["/* inside */", "/* c */"]);
    let before: Vec<_> = c
        .pre
        .comments_before(span)
        .into_iter()
        .map(|c| (c.text, c.line))
        .collect();
    assert_eq!(before, [("/* before */".to_string(), 10)]);
    // Within the pragma.
    assert_eq!(c.at("nowait", 0), (12, 27, true));
    assert_eq!(c.at("a[0:10]", 0), (12, 6, true));
}

#[test]
fn a_pragma_whose_words_follow_continuations() {
    for head in [
        "#pragma \\\n omp target",
        "#\\\npragma \\\n\\\n omp \\\n target",
        "/* c\n */ # \\\n pragma /*\n*/ omp target",
    ] {
        let start = head.find('#').unwrap();
        let pragma = format!("{} map(x) /* c\n d */ \\\n nowait", &head[start..]);
        let text = format!("int y;\n{}{pragma} // end\n    x = 1;\n", &head[..start]);
        let c = case(&[("a.c", &text)]);
        let span = to(c.span("#pragma", 0), c.span("nowait", 0));
        let out = c.edit(&[(span, "X")]);
        assert_eq!(out.files[0].text, swapped(&text, &pragma, "X"), "{head}");
    }
}

#[test]
fn the_pragma_operator() {
    let c = case(&[("a.c", MACROS)]);
    let from = c.span("#pragma omp target\n", 0);
    let span = Span::new(from.lo as usize, c.span("a[1] = 2; }", 0).hi as usize);
    let out = c.edit(&[(span, "X")]);
    let old = "_Pragma(\"omp target\") { a[1] = 2; }";
    assert_eq!(out.files[0].text, swapped(MACROS, old, "X"));
    assert!(out.notes.is_empty());
}

#[test]
fn regions_that_macros_make() {
    let c = case(&[("a.c", MACROS)]);
    let pragma = |n| c.span("#pragma omp target\n", n);
    let out = c.edit(&[
        (to(pragma(1), c.span("a[3] = 4; }", 0)), "X"),
        (to(pragma(2), c.span("i + 1\n", 0)), "Y"),
        (to(pragma(3), c.span("a[i] = i;\n    }", 0)), "Z"),
        (to(pragma(4), c.span("{ a[i] = i; }", 0)), "W"),
    ]);
    assert_eq!(out.notes.len(), 3, "{:?}", out.notes);
    let text = &out.files[0].text;
    assert!(text.contains("\nX int q;\n"), "{text}");
    assert!(
        text.contains("\n    Z EMPTY n = 4;\n") || text.contains("\nZ EMPTY n = 4;\n"),
        "{text}"
    );
    assert!(
        text.contains("n = 2;\n}\n") && text.contains("n = 5;\n"),
        "{text}"
    );
    let used = text.split("int a[N]").nth(1).unwrap();
    assert!(
        !used.contains("ID(") && !used.contains("REGION(") && !used.contains("PRAG("),
        "{text}"
    );
    assert_eq!(used.matches("n = 5").count(), 1);
}

#[test]
fn everything_else_stays_byte_for_byte() {
    let text = "\u{feff}/* caf\u{f7e9} */\r\n#include <stddef.h>\r\n\tint x;\r\n\r\nvoid f(void) {\r\n#pragma omp target\r\n\tx = 1;\t\r\n}";
    let c = case(&[("a.c", text)]);
    let span = to(c.span("#pragma omp target", 0), c.span("x = 1;", 0));
    let mut edits = Edits::new();
    edits.replace(span, "A\nB");
    edits.insert_at_top("#include <romp.h>");
    edits.insert_at_end("end;\n");
    let out = edits.apply(&c.pre).unwrap();
    let expected = swapped(text, "#pragma omp target\r\n\tx = 1;", "A\r\nB");
    let expected = swapped(
        &expected,
        "#include <stddef.h>\r\n",
        "#include <romp.h>\r\n#include <stddef.h>\r\n",
    );
    assert_eq!(out.files[0].text, expected + "\r\nend;\r\n");
    assert!(bytes::encode(&out.files[0].text).contains(&0xe9));
    let nothing = Edits::new().apply(&c.pre).unwrap();
    assert_eq!(
        (nothing.files[0].text.as_str(), nothing.files[0].changed),
        (text, false)
    );
}

#[test]
fn columns_through_macros() {
    let text = "#define N 10\n#define SUM(a, b) ((a) + (b))\nint g(int xx, int yy) {\n\treturn xx + N * SUM(xx, yy) - yy;\n}\nint é = N;\n";
    let c = case(&[("a.c", text)]);
    assert_eq!(c.at("return", 0), (4, 2, true));
    assert_eq!(c.at("10 *", 0).1, 14);
    assert_eq!(c.at("((xx)", 0).1, 18);
    assert_eq!(c.at("- yy", 0), (4, 30, true));
    assert_eq!(c.at("10;", 0).1, 9);
    assert_eq!(
        c.pre.macro_of(Span::new(
            c.span("10;", 0).lo as usize,
            c.span("10;", 0).lo as usize + 2
        )),
        Some("N".into())
    );
    assert_eq!(c.pre.macro_of(c.span("return", 0)), None);
}

#[test]
fn macros_of_expressions() {
    let text = "#define NX 64\n#define NY (NX / 2)\n#define OPEN 4 + 4\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\
        #define SELF SELF + 7\n#define CAT(a, b) a##b\n#define TWO 5\n#undef TWO\n#define TWO 6\n\
        #ifdef X\n#define EITHER 1\n#else\n#define EITHER 2\n#endif\n#define SAME 9\n#define SAME  9 /* again */\n\
        int SELF1, a[NX], b[NY], c = MAX(MAX(NX + 11, 12), OPEN + 13), d = OPEN * 14;\n\
        int e = CAT(1, 5) + NX + 15,\nf = TWO + 16,\ng = EITHER + 17,\nh = SAME + 18, i = (OPEN) * 19,\n  j = 20 + NX;\n";
    let c = case(&[("a.c", text)]);
    let written = |text: &str| {
        let made = c.pre.with_macros(c.span(text, 0));
        made.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(c.pre.macro_of(c.span("64", 0)), Some("NX".into()));
    assert_eq!(written("64 / 2"), "NY");
    assert_eq!(written("64 + 11"), "NX + 11");
    assert_eq!(written("4 + 4"), "(OPEN)");
    assert_eq!(written("4 + 4 + 13"), "OPEN + 13");
    assert_eq!(written("4 + 4 * 14"), "OPEN * 14");
    assert_eq!(written("15 + 64 + 15"), "CAT(1, 5) + NX + 15");
    assert_eq!(written("6 + 16"), "6 + 16");
    assert_eq!(written("2 + 17"), "EITHER + 17");
    assert_eq!(written("9 + 18"), "SAME + 18");
    assert_eq!(written("(4 + 4)"), "(OPEN)");
    assert_eq!(written("20 + 64"), "20 + NX");
    // A part of what a macro made is not the macro.
    assert_eq!(written("+ 4 * 14"), "+ 4 * 14");
    assert_eq!(c.pre.macro_of(c.span("4 * 14", 0)), None);
}

#[test]
fn macros_that_are_defined_in_a_function() {
    let text = "#define N 8\nint f(void) {\n#define M 9\n  return N * M;\n}\n#pragma omp target map(to: x[0:N * 3])\n";
    let c = case(&[("a.c", text)]);
    assert_eq!(c.pre.with_macros(c.span("8 * 9", 0)), "N * 9");
    let nine = c.span("8 * 9", 0).hi;
    let nine = Span {
        lo: nine - 1,
        hi: nine,
    };
    assert_eq!(c.pre.macro_of(nine), Some("M".into()));
    let pragma = c.pre.text().find("#pragma").unwrap();
    let line = Span::new(pragma, c.pre.text().trim_end().len());
    let words = "#pragma omp target map(to: x[0:N * 3])";
    assert_eq!(c.pre.with_macros(line), words);
    assert_eq!(c.pre.written_pragma(line).as_deref(), Some(words));
}

#[test]
fn original_text_of_a_span() {
    let text = "#define N 3\nvoid f(int *a) {\n  for (int i = 0; /* all */ i < 4;\n       i++)\n  {\n    a[i] = N;\n  }\n#pragma omp parallel /* x */ for\n  for (;;) ;\n}\n";
    let c = case(&[("a.c", text)]);
    let head = to(c.span("int i", 0), c.span("i++", 0));
    assert_eq!(
        c.pre.raw_text(head),
        Some("int i = 0; /* all */ i < 4;\n       i++")
    );
    assert_eq!(c.pre.raw_text(to(head, c.span("}", 0))), None);
    let construct = to(c.span("#pragma", 0), c.span(";;) ;", 0));
    assert_eq!(
        c.pre.raw_text(construct),
        Some("#pragma omp parallel /* x */ for\n  for (;;) ;")
    );
}

#[test]
fn headers_with_regions() {
    let header = "static void h(void) {\n#pragma omp target\n  x = V;\n}\n";
    let c = case(&[
        ("a.c", "int x;\n#define V 1\n#include \"h.h\"\nint y;\n"),
        ("h.h", header),
    ]);
    let span = |c: &Case, n| to(c.span("#pragma omp target", n), c.span("x = ", n));
    let last = c.span("x = 1;", 0);
    let out = c.edit(&[(to(span(&c, 0), last), "R")]);
    assert_eq!(out.files.len(), 2);
    assert!(!out.files[0].changed);
    assert_eq!(out.files[1].path, PathBuf::from("h.h"));
    assert_eq!(out.files[1].text, "static void h(void) {\nR\n}\n");

    let twice = "int x;\n#define V 1\n#define h h1\n#include \"h.h\"\n#undef V\n#undef h\n#define V 2\n#define h h2\n#include \"h.h\"\n";
    let c = case(&[("a.c", twice), ("h.h", header)]);
    let first = to(c.span("#pragma", 0), c.span("x = 1;", 0));
    let second = to(c.span("#pragma", 1), c.span("x = 2;", 0));
    let out = c.edit(&[(first, "R1"), (second, "R2")]);
    let files: Vec<_> = out
        .files
        .iter()
        .map(|it| (it.path.to_str().unwrap(), it.text.clone()))
        .collect();
    let main = twice.replacen("h.h", "h_1.h", 1);
    let main = main.replace("\"h.h\"", "\"h_2.h\"");
    let version = |text| format!("static void h(void) {{\n{text}\n}}\n");
    assert_eq!(
        files,
        [
            ("a.c", main),
            ("h_1.h", version("R1")),
            ("h_2.h", version("R2"))
        ]
    );
    // Twice with the same meaning.
    let same = twice.replace("#define V 2", "#define V 1");
    let c = case(&[("a.c", &same), ("h.h", header)]);
    let mut edits = Edits::new();
    for n in 0..2 {
        edits.replace(to(c.span("#pragma", n), c.span("x = 1;", n)), "R");
    }
    assert_eq!(
        edits.apply(&c.pre).unwrap().files[1].text,
        "static void h(void) {\nR\n}\n"
    );
}

#[test]
fn where_lines_go_at_the_top() {
    let at = |text: &str| {
        let c = case(&[("a.c", text), ("h.h", "")]);
        let mut edits = Edits::new();
        edits.insert_at_top("TOP");
        let out = edits.apply(&c.pre).unwrap().files.remove(0).text;
        out.lines().position(|l| l == "TOP").unwrap()
    };
    assert_eq!(at("int x;\n"), 0);
    assert_eq!(at("/* c */\n\n// d\nint x;\n"), 3);
    assert_eq!(
        at(
            "#define _GNU_SOURCE\n#include \"h.h\"\n#ifdef Q\n#include \"h.h\"\n#else\n#include \"h.h\"\n#endif\n/* f */\nint x;\n#include \"h.h\"\n"
        ),
        0
    );
    assert_eq!(at("#ifndef Q\n#define Q\nint x;\n#endif\n"), 0);
    assert_eq!(at("#include \"h.h\""), 0);
    assert_eq!(at("/* c\n*/ int x;\n"), 0);
    assert_eq!(at("/* c\n*/#include \"h.h\"\nint x;\n"), 0);
    assert_eq!(at("// d\n/* b */ /* c\n\n*/ /* e\n*/ int x;\n"), 1);
    assert_eq!(at("/* c\n*/\nint x;\n"), 2);
}

#[test]
fn a_line_directive_in_the_file_is_refused() {
    let c = case(&[
        (
            "a.c",
            "void f(void) {\n#line 3 \"b.y\"\n#pragma omp target\n ;\n}\n",
        ),
        ("b.y", "x\ny\nz\n"),
    ]);
    let mut edits = Edits::new();
    edits.replace(to(c.span("#pragma", 0), c.span(";", 0)), "R");
    let errors = edits.apply(&c.pre).unwrap_err();
    assert!(errors[0].message.contains("#line"), "{errors:?}");
}

#[test]
fn long_lines_are_linear() {
    let mut text = String::from("int x, n; void f(void) { ");
    for _ in 0..30_000 {
        text.push_str("x = n + 1; f(); ");
    }
    text.push_str("}\n");
    let c = case(&[("a.c", &text)]);
    for n in (0..30_000).step_by(500) {
        assert_eq!(c.at("n + 1", n), (1, 30 + 16 * n as u32, true));
    }
}

#[test]
fn mutated_text_never_panics() {
    let c = case(&[("a.c", MACROS)]);
    let text = c.pre.text().as_bytes().to_vec();
    let mut seed = 12345u64;
    let mut random = |n: usize| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    for _ in 0..300 {
        let mut text = text.clone();
        for _ in 0..1 + random(8) {
            let at = random(text.len());
            match random(4) {
                0 => text[at] = b"\n#\"(){};\\'/*\x80"[random(13)],
                1 => text.truncate(at.max(1)),
                2 => text.insert(at, b'\n'),
                _ => {
                    text.remove(at);
                }
            }
            if text.is_empty() {
                text.push(b'x');
            }
        }
        let text = bytes::decode(text);
        let boundary = |mut at: usize| {
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let spans: Vec<Span> = (0..20)
            .map(|_| {
                let a = boundary(random(text.len() + 1));
                Span::new(a, boundary((a + random(60)).min(text.len())))
            })
            .collect();
        let pre = Preprocessed::new(text, "a.c".into()).with_base(c._dir.path());
        let mut edits = Edits::new();
        for &span in &spans {
            pre.place(span);
            pre.raw_text(span);
            pre.macro_of(span);
            pre.comments_inside(span);
            pre.comments_before(span);
            pre.indentation(span);
        }
        edits.replace(spans[0], "X");
        let _ = edits.apply(&pre);
    }
}
