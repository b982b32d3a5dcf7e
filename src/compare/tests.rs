//! Comparisons of small texts.

use super::text::{Style, render};
use super::*;

const STYLE: Style = Style {
    colour: false,
    context: Some(1),
};

fn compare(old: &str, new: &str, options: &Options) -> File {
    File::of(
        Some(&Side::of("old.cu", old)),
        Some(&Side::of("new.cu", new)),
        options,
    )
}

fn shown(old: &str, new: &str) -> String {
    render(&compare(old, new, &Options::default()), STYLE)
}

fn kernel(n: u32, line: u32, body: &str) -> String {
    format!(
        "// a.c:{line}: target map(x)\n// SPMD\nextern \"C\" __global__ void __launch_bounds__(1)\nf_{n}(double *x, int n)\n{{\n{body}}}\n\n"
    )
}

#[test]
fn numbers_lines_comments_and_layout_are_noise() {
    let old = kernel(1, 3, "    // why\n    g(x,\n        \"a.c:3\");\n");
    let new = kernel(2, 30, "    g(x, \"b.c:4\"); // that is why\n\n");
    assert_eq!(shown(&old, &new), "");
    let file = compare(&old, &new, &Options::default());
    assert_eq!(file.entries[0].change, Change::Noise);
    let noise = Options {
        noise: true,
        ..Options::default()
    };
    assert!(compare(&old, &new, &noise).differs());
    assert!(!compare(&old, &old, &noise).differs());
    // A text with comments alone is noise, too.
    assert_eq!(shown("", "// one\n// two\n"), "");
}

#[test]
fn a_hunk_names_its_kernel_and_marks_leaves() {
    let old = kernel(1, 3, "    a(1);\n    x[n] += 2 * x[0];\n    b(2);\n");
    let new = kernel(1, 3, "    a(1);\n    x[n] += 33 * x[0];\n    b(2);\n");
    assert_eq!(
        shown(&old, &new),
        "--- old.cu\n+++ new.cu\n@@ -6,3 +6,3 @@ kernel f_1 of a.c:3: target map(x)\n     a(1);\n-    x[n] += 2 * x[0];\n+    x[n] += 33 * x[0];\n     b(2);\n"
    );
    let file = compare(&old, &new, &Options::default());
    let row = file.entries[0]
        .rows
        .iter()
        .find(|row| row.state == Change::Changed)
        .unwrap();
    let line = row.new.as_ref().unwrap();
    assert_eq!((line.marks.len(), &line.marks[0]), (1, &(12..14)));
    let colour = Style {
        colour: true,
        ..STYLE
    };
    assert!(
        render(&file, colour).contains("\x1b[32m+    x[n] += \x1b[7m33\x1b[27m * x[0];\x1b[0m")
    );
}

#[test]
fn what_has_moved_is_told_once() {
    let moved = "    double far = x[n - 1] * x[n - 2];\n    x[0] = far / 2;\n";
    let rest = "    a(1);\n    b(2);\n    c(3);\n    d(4);\n";
    let old = kernel(1, 3, &format!("{moved}{rest}"));
    let new = kernel(
        1,
        3,
        &format!(
            "{rest}    if (n) {{\n    {}    }}\n",
            moved.replace("\n    x", "\n        x")
        ),
    );
    let text = shown(&old, &new);
    assert!(
        text.contains("<    x[0] = far / 2;  [moved to line 12]\n"),
        "{text}"
    );
    assert!(
        text.contains(">        x[0] = far / 2;  [moved from line 7]\n"),
        "{text}"
    );
    let file = compare(&old, &new, &Options::default());
    assert_eq!(
        file.entries[0].counts(),
        (0, 2),
        "the condition and its brace"
    );
    // A closing brace alone has not moved.
    let text = shown(
        &kernel(1, 3, "    if (n) {\n        x[1] = 1;\n    }\n"),
        &kernel(1, 3, "    while (x[7]) {\n    }\n"),
    );
    assert!(!text.contains("moved"), "{text}");
}

#[test]
fn numbers_of_local_names_are_noise_where_they_agree() {
    let options = Options {
        users: Some(["v_1", "v_2"].map(str::to_owned).into()),
        ..Options::default()
    };
    let differs =
        |old: &str, new: &str| compare(&kernel(1, 3, old), &kernel(1, 3, new), &options).differs();
    assert!(!differs(
        "    int was_2 = 1;\n    g(was_2);\n",
        "    int was_3 = 1;\n    g(was_3);\n"
    ));
    // Another variable is used.
    let two = "    int was_2 = 1, was_3 = 2;\n";
    assert!(differs(
        &format!("{two}    g(was_2);\n"),
        &format!("{two}    g(was_3);\n")
    ));
    // Two change places.
    assert!(differs("    g(was_2, was_3);\n", "    g(was_3, was_2);\n"));
    // The user's own names, and those of the device header.
    assert!(differs("    g(v_1);\n", "    g(v_2);\n"));
    assert!(differs(
        "    romp::load_32(x);\n",
        "    romp::load_64(x);\n"
    ));
    // Nothing is known of the user's names.
    let none = Options::default();
    assert!(
        compare(
            &kernel(1, 3, "    g(was_2);\n"),
            &kernel(1, 3, "    g(was_3);\n"),
            &none
        )
        .differs()
    );
}

#[test]
fn what_only_one_text_has_is_new_or_gone() {
    let text = kernel(1, 3, "    x[0] = 1;\n");
    let side = Side::of("a.cu", &text);
    let added = File::of(None, Some(&side), &Options::default());
    assert!(render(&added, STYLE).starts_with("--- /dev/null\n+++ a.cu\n@@ -0,0 +1,7 @@ kernel f_1 of a.c:3: target map(x) [new]\n+// a.c:3"));
    let removed = File::of(Some(&side), None, &Options::default());
    assert!(render(&removed, STYLE).contains("[removed]\n-// a.c:3"));
    assert_eq!(added.entries[0].counts(), (0, 7));
    assert!(!File::of(None, None, &Options::default()).differs());
}

#[test]
fn two_columns_keep_their_width() {
    let old = kernel(1, 3, "    x[0] = 1;\n");
    let new = kernel(
        1,
        3,
        "\tx[0] = 1 + a_name_that_is_long(n) + another_one_é漢(n);\n    g();\n",
    );
    let file = compare(&old, &new, &Options::default());
    let text = side_by_side::render(&file, STYLE, 70);
    for line in text.lines().filter(|line| !line.starts_with("@@")) {
        assert!(console::measure_text_width(line) <= 70, "{line}");
    }
    assert!(text.contains("6 -     x[0] = 1;"), "{text}");
    assert!(text.contains("漢"), "{text}");
    let list = stat::render(&[file]);
    assert!(
        list.contains("kernel f_1 |    3 -++\n1 changed, 0 new"),
        "{list}"
    );
}

#[test]
fn a_region_stands_beside_its_kernel() {
    let source = "void f(int n, double *x)\n{\n    #pragma omp target map(x)\n    x[0] = n;\n}\n";
    let text = kernel(1, 3, "    x[0] = n;\n");
    let (old, new) = (Side::of("a.c", source), Side::of("a.cu", &text));
    let region = source.find("    #pragma").unwrap()..source.len() - 2;
    let made = Made {
        of: Some(region),
        item: 0,
    };
    let file = File::beside(&old, &new, &[made]);
    let whole = Style {
        context: None,
        ..STYLE
    };
    assert_eq!(
        render(&file, whole),
        "--- a.c\n+++ a.cu\n@@ -3,2 +1,7 @@ kernel f_1 of a.c:3: target map(x)\n-    #pragma omp target map(x)\n+// a.c:3: target map(x)\n+// SPMD\n+extern \"C\" __global__ void __launch_bounds__(1)\n+f_1(double *x, int n)\n+{\n     x[0] = n;\n+}\n"
    );
}

#[test]
fn pages_and_data_hold_what_is_different() {
    let old = kernel(1, 3, "    x[0] = 1 < n;\n");
    let new = kernel(1, 3, "    x[0] = 2 < n;\n");
    let file = compare(&old, &new, &Options::default());
    let page = html::render("a & b", std::slice::from_ref(&file));
    assert!(page.contains("a &#38; b"), "{page}");
    assert!(page.contains("] = <mark>2</mark> &#60; n;"), "{page}");
    let data = serde_json::to_value(&file).unwrap();
    assert_eq!(data["entries"][0]["change"], "changed");
    assert_eq!(
        data["entries"][0]["rows"][5]["new"]["marks"][0]["start"],
        11
    );
}
