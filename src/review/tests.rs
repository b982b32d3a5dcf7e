use super::pairs::{Pairs, Role};
use super::parts::{self, Kind};
use super::*;
use std::path::Path;

fn version(texts: &[(&str, &str)]) -> Version {
    let texts = texts.iter();
    Version {
        texts: texts
            .map(|(path, text)| (PathBuf::from(path), text.to_string()))
            .collect(),
        ..Version::default()
    }
}

/// Kinds and names of the parts of a text.
fn listed(text: &str) -> Vec<(Kind, String)> {
    let parts = parts::of(text).into_iter();
    parts.map(|part| (part.kind, part.name)).collect()
}

#[test]
fn a_text_is_cut_into_parts() {
    use Kind::*;
    let text = "/* top */\n#include <x.h>\n#define N 3\nstruct s { int a; };\n\
        typedef struct { int b; } t;\nalignas(16) struct u\n{\n int c;\n};\nstatic_assert(sizeof(u) == 4);\n\
        enum e { ONE, TWO };\nint v[] = { 1, 2 }, w = 3;\nstatic int (*handler)(int);\n\
        double f(double x);\nstatic __device__ double f(double x)\n{\n    return x;\n}\n\
        // k\nextern \"C\" __global__ void __launch_bounds__(32)\nk_1(int n)\n{\n}\n\
        int g(void) __attribute__((noinline)) { return 1; }\nextern \"C\" {\nint h;\n}\n";
    let names = [
        (Frame, ""),
        (Macro, "N"),
        (Declaration, "s"),
        (Declaration, "t"),
        (Declaration, "u"),
        (Declaration, ""),
        (Declaration, "e"),
        (Declaration, "v"),
        (Declaration, "handler"),
        (Declaration, "f"),
        (DeviceFunction, "f"),
        (Kernel, "k_1"),
        (Function, "g"),
        (Frame, ""),
        (Declaration, "h"),
        (Frame, ""),
    ];
    let names: Vec<_> = names.map(|(kind, name)| (kind, name.to_owned())).into();
    assert_eq!(listed(text), names);
    let defines: Vec<_> = parts::of(text)
        .into_iter()
        .map(|part| part.defines)
        .collect();
    assert_eq!(defines[6], ["e", "ONE", "TWO"]);
    assert_eq!(defines[7], ["v", "w"]);
}

#[test]
fn what_cannot_be_read_is_one_part() {
    assert_eq!(
        listed("int f(void) {\n#if A\n  {\n#endif\n}\n"),
        [(Kind::Frame, String::new())]
    );
    assert_eq!(listed(""), [(Kind::Frame, String::new())]);
    assert_eq!(listed("// nothing\n"), [(Kind::Frame, String::new())]);
}

#[test]
fn a_region_ends_with_its_statement() {
    let text = "void f(int n)\n{\n    g(); /* why */\n    /* target */\n    ROMP_TARGET(\"a.c:1\", f_1, romp_value(n))\n    \
        #pragma omp target if(target: 0) /* host version */\n    for (int i = 0; i < n; i++)\n        if (i)\n            a(i);\n        \
        else\n            b(i);\n    h();\n}\n";
    let parts = parts::of(text);
    let region = &parts[0].regions[0];
    assert_eq!(region.kernel, "f_1");
    let span = &text[region.span.clone()];
    assert!(span.starts_with("    /* target */\n"), "{span}");
    assert!(span.ends_with("b(i);\n"), "{span}");
    assert!(text[region.host.clone()].starts_with("#pragma omp target if"));
}

/// All expected outputs of the translator: as odd as texts get.
fn outputs() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/out");
    let mut found = vec![];
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "c" || it == "cu") {
                let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
                found.push((path, text));
            }
        }
    }
    found
}

#[test]
fn parts_have_every_byte_once_and_every_kernel() {
    let mut launches = 0;
    for (path, text) in outputs() {
        let parts = parts::of(&text);
        let mut at = 0;
        for part in &parts {
            assert_eq!(part.span.start, at, "{}", path.display());
            at = part.span.end;
        }
        assert_eq!(at, text.len(), "{}", path.display());
        let kernels = parts
            .iter()
            .filter(|part| part.kind == Kind::Kernel)
            .count();
        // Two kernels with the same code are one part.
        let twins = text.matches("in launches whose pointers lead to separate list items");
        assert_eq!(
            kernels,
            text.matches("__global__").count() - twins.count(),
            "{}",
            path.display()
        );
        let regions: usize = parts.iter().map(|part| part.regions.len()).sum();
        assert_eq!(
            regions,
            text.matches("ROMP_TARGET(\"").count(),
            "{}",
            path.display()
        );
        launches += regions;
    }
    assert!(launches > 100, "{launches}");
}

#[test]
fn all_or_nothing_accepted_gives_the_present_or_the_accepted_text() {
    for (path, text) in outputs() {
        // A text in which every number changed.
        let changed = text.replace("1", "7").replace("\"7", "\"1");
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let name = name.replace(".host.c", ".c");
        let old = version(&[(&name, &text)]);
        let new = version(&[(&name, &changed)]);
        let pairs = Pairs::of(&old, &new);
        let all = mixed::of(&pairs, &|_| true);
        assert_eq!(all.texts[Path::new(&name)], changed, "{}", path.display());
        let pairs = Pairs::of(&old, &version(&[]));
        let none = mixed::of(&pairs, &|_| false);
        assert_eq!(none.texts[Path::new(&name)], text, "{}", path.display());
    }
}

/// The groups of changed nodes, by role and name.
fn groups(old: &Version, new: &Version) -> Vec<Vec<(Role, String)>> {
    let pairs = Pairs::of(old, new);
    let groups = ties::of(&pairs, old, new).groups;
    let mut groups: Vec<Vec<_>> = groups
        .iter()
        .map(|group| {
            let named = |at: &usize| (pairs.nodes[*at].role, pairs.nodes[*at].name.clone());
            let mut group: Vec<_> = group.iter().map(named).collect();
            group.sort();
            group
        })
        .collect();
    groups.sort();
    groups
}

const HOST: &str = "#define A 1\n#define B A\nstruct s { int x; };\ntypedef struct s t;\nint f(t v)\n{\n    return v.x;\n}\n\
    int g(void)\n{\n    return B;\n}\nvoid h(int n)\n{\n    ROMP_TARGET(\"a.c:1\", h_1, romp_value(n))\n    n = 1;\n    \
    ROMP_TARGET(\"a.c:2\", h_2, romp_value(n))\n    n = 2;\n}\n";

#[test]
fn changes_that_name_each_other_are_one() {
    let old = version(&[("a.c", HOST)]);
    let of = |from: &[(&str, &str)]| {
        let mut text = HOST.to_owned();
        for (from, to) in from {
            assert!(text.contains(from), "{from}");
            text = text.replace(from, to);
        }
        let groups = groups(&old, &version(&[("a.c", &text)]));
        let words = groups.iter().map(|group| {
            let words: Vec<String> = group
                .iter()
                .map(|(role, name)| format!("{role:?} {name}"))
                .collect();
            words.join(", ")
        });
        words.collect::<Vec<_>>()
    };
    // By a macro and a typedef that did not change.
    assert_eq!(
        of(&[("A 1", "A 2"), ("return B", "return -B")]),
        ["Body g, Macro A"]
    );
    assert_eq!(
        of(&[("int x", "long x"), ("return v.x", "return -v.x")]),
        ["Body f, Declaration s"]
    );
    // Regions of a function that is as before are apart; otherwise they are not.
    assert_eq!(
        of(&[("n = 1", "n = 3"), ("n = 2", "n = 4")]),
        ["Region h_1", "Region h_2"]
    );
    assert_eq!(
        of(&[
            ("n = 1", "m = 3"),
            ("n = 2", "m = 4"),
            ("(int n)", "(int m)")
        ]),
        ["Region h_1, Region h_2, Head h, Body h"].map(|it| it.replace(", Body h", ""))
    );
    // An include may mean anything.
    assert_eq!(
        of(&[
            ("#define A 1", "#include <y.h>\n#define A 2"),
            ("n = 1", "n = 3")
        ])
        .len(),
        1
    );
    // Comments, blanks and places are nothing.
    assert_eq!(
        of(&[("\"a.c:1\"", "\"a.c:9\""), ("int f", "/* so */  int f")]),
        [] as [&str; 0]
    );
}

#[test]
fn a_kernel_that_stays_gets_a_name_of_its_own() {
    let kernel = |name: &str, code: &str| {
        format!(
            "// a.c:1: target\nextern \"C\" __global__ void\n{name}(int *x)\n{{\n    {code}\n}}\n\n"
        )
    };
    let old = kernel("f_1", "x[0] = 1; x[1] = 2;") + &kernel("f_2", "atomicAdd(x, 5);");
    let new = kernel("f_1", "atomicAdd(x, 5);");
    let pairs = Pairs::of(&version(&[("a.cu", &old)]), &version(&[("a.cu", &new)]));
    let mixed = mixed::of(&pairs, &|_| false);
    let names: Vec<_> = mixed.kernels[Path::new("a.cu")]
        .iter()
        .map(|kept| (kept.name.as_str(), kept.as_accepted.as_deref()))
        .collect();
    assert_eq!(names, [("f_2", Some("f_1")), ("f_1", None)]);
    let text = &mixed.texts[Path::new("a.cu")];
    assert!(text.contains("f_2(int *x)\n{\n    x[0]"), "{text}");
}
