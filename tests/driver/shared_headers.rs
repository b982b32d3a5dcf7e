//! Files that several files, or one of them several times, include, and that are edited in another way each time: folders
//! of `translate`, objects and `run` all compute what the program says.

use crate::project::{Project, refused};

/// A program of `main.c` and others, and what it prints.
struct Program {
    project: Project,
    words: Vec<&'static str>,
}

impl Program {
    fn new(files: &[(&str, &str)], words: &[&'static str]) -> Program {
        let project = Project::new();
        for (name, text) in files {
            project.write(name, text);
        }
        Program {
            project,
            words: words.to_vec(),
        }
    }

    fn flags(&self) -> (Vec<&'static str>, Vec<&'static str>) {
        let words = self.words.iter().copied();
        words.partition(|word| word.ends_with(".c"))
    }

    /// The folder is built and runs, and so do objects; the generated host files besides the sources by their names.
    #[track_caller]
    fn prints(&self, expected: &str) -> Vec<String> {
        let (sources, flags) = self.flags();
        let Program { project, .. } = self;
        let words = [&["translate", "-o", "o"], &sources[..], &["--"], &flags].concat();
        let finished = project.romp2cuda(&words);
        assert_eq!(finished.code, Some(0), "{}", finished.stderr);
        let made = project.shell("make -s -C o emulated");
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        assert_eq!(project.output("o/main-emulated"), expected, "the folder");
        project.built(&[&sources[..], &flags, &["-o", "objects"]].concat());
        assert_eq!(project.output("objects"), expected, "objects");
        let found =
            project.shell("cd o && find . -name '*.h' -o -name '*.inc' | grep -v romp/ | sort");
        let found = String::from_utf8_lossy(&found.stdout).into_owned();
        found
            .lines()
            .map(|line| line.trim_start_matches("./").to_string())
            .collect()
    }
}

/// Its map type is that of the file that includes it; guarded, and found by `-I` from a header.
const KERN: &str = "#ifndef KERN_H
#define KERN_H
static int work(int n, int *x)
{
    int s = 0;
    #pragma omp target teams distribute parallel for map(KIND: x[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++) {
        x[i] += 5;
        s += x[i];
    }
    return s;
}
#endif
";

const THREE: &str = "#include <stdio.h>
int fa(int, int *), fb(int, int *), fc(int, int *);
int main(void)
{
    int x[3] = { 1, 2, 3 }, y[3] = { 1, 2, 3 }, z[3] = { 1, 2, 3 };
    int a = fa(3, x), b = fb(3, y), c = fc(3, z);
    printf(\"%d %d %d %d %d %d\\n\", a, b, c, x[2], y[2], z[2]);
    return 0;
}
";

fn user(name: &str, kind: &str, include: &str) -> String {
    format!("#define KIND {kind}\n{include}\nint {name}(int n, int *x) {{ return work(n, x); }}\n")
}

#[test]
fn three_files_of_which_two_agree() {
    let way = "#include \"way.h\"\n#include <kern.h>";
    let program = Program::new(
        &[
            ("main.c", THREE),
            ("src/a.c", &user("fa", "tofrom", way)),
            ("src/b.c", &user("fb", "to", way)),
            (
                "src/c.c",
                &user("fc", "tofrom", "#include \"../inc/kern.h\""),
            ),
            ("src/way.h", "#pragma once\n#include \"kern.h\"\n"),
            ("inc/kern.h", KERN),
        ],
        &["main.c", "src/a.c", "src/b.c", "src/c.c", "-Iinc"],
    );
    assert_eq!(
        program.prints("21 21 21 8 3 8\n"),
        ["inc/kern.a.h", "inc/kern.b.h", "src/way.a.h", "src/way.b.h"]
    );
    let a = program.project.read("o/src/a.c");
    assert!(
        a.contains("#include \"way.a.h\"\n#include <kern.a.h>\n"),
        "{a}"
    );
    let c = program.project.read("o/src/c.c");
    assert!(c.contains("#include \"../inc/kern.a.h\"\n"), "{c}");
}

#[test]
fn files_that_agree_share_a_header() {
    let include = "#include \"inc/kern.h\"";
    let program = Program::new(
        &[
            ("main.c", THREE),
            ("a.c", &user("fa", "tofrom", include)),
            ("b.c", &user("fb", "tofrom", include)),
            ("c.c", &user("fc", "tofrom", include)),
            ("inc/kern.h", KERN),
        ],
        &["main.c", "a.c", "b.c", "c.c"],
    );
    assert_eq!(program.prints("21 21 21 8 8 8\n"), ["inc/kern.h"]);
}

#[test]
fn a_file_whose_macro_hides_the_region_has_the_original() {
    let header = "static int where(void)
{
    int host = 1;
    PRAGMA(omp target map(from: host))
    host = omp_is_initial_device();
    return host;
}
";
    let file = |name: &str, pragma: &str| {
        format!(
            "#include <omp.h>\n#define PRAGMA(x) {pragma}\n#include \"kern.h\"\nint {name}(void) {{ return where(); }}\n"
        )
    };
    let main = "#include <stdio.h>
int fa(void), fb(void);
int main(void) { int b = fb(), a = fa(); printf(\"%d %d\\n\", a, b); return 0; }
";
    let program = Program::new(
        &[
            ("main.c", main),
            ("a.c", &file("fa", "_Pragma(#x)")),
            ("b.c", &file("fb", "")),
            ("kern.h", header),
        ],
        &["main.c", "a.c", "b.c"],
    );
    assert_eq!(program.prints("0 1\n"), ["kern.a.h", "kern.h"]);
    assert_eq!(program.project.read("o/kern.h"), header);
}

#[test]
fn regions_under_conditionals_are_edited_in_one_header() {
    let header = "#ifdef WANT_SUM
static int sum(int n, const int *x)
{
    int s = 0;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++) s += x[i];
    return s;
}
#endif
#ifdef WANT_SCALE
static void scale(int n, int *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++) x[i] *= 2;
}
#endif
";
    let main = "#include <stdio.h>
int fa(int, int *), fb(int, int *);
int main(void)
{
    int x[5] = { 1, 2, 3, 4, 5 };
    #pragma omp target data map(tofrom: x)
    {
        fb(5, x); /* on the device */
        printf(\"%d\\n\", fa(5, x));
    }
    return 0;
}
";
    let a = "#define WANT_SUM\n#include \"kern.h\"\nint fa(int n, int *x) { return sum(n, x); }\n";
    let b = "#define WANT_SCALE\n#include \"kern.h\"\nint fb(int n, int *x) { scale(n, x); return 0; }\n";
    let program = Program::new(
        &[("main.c", main), ("a.c", a), ("b.c", b), ("kern.h", header)],
        &["main.c", "a.c", "b.c"],
    );
    assert_eq!(program.prints("30\n"), ["kern.h"]);
    let text = program.project.read("o/kern.h");
    assert!(text.contains("sum_1") && text.contains("scale_1"), "{text}");
}

#[test]
fn a_region_calls_what_only_one_file_defines() {
    let header = "#pragma omp declare target
void body(int *x, int n);
#pragma omp end declare target
static inline void apply(int n, int *x)
{
    #pragma omp target map(tofrom: x[0:n])
    body(x, n);
}
";
    let b = "#include \"kern.h\"
#pragma omp declare target
void body(int *x, int n)
{
    int shared[4] = { 1, 2, 3, 4 };
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; i++) x[i] += shared[i % 4];
}
#pragma omp end declare target
void fb(int n, int *x) { apply(n, x); }
";
    let main = "#include <stdio.h>
void fa(int, int *), fb(int, int *), fc(int, int *);
int main(void)
{
    int x[5] = { 0 };
    fa(5, x); fb(5, x); fc(5, x);
    printf(\"%d %d %d\\n\", x[0], x[3], x[4]);
    return 0;
}
";
    let program = Program::new(
        &[
            ("main.c", main),
            (
                "a.c",
                "#include \"kern.h\"\nvoid fa(int n, int *x) { apply(n, x); }\n",
            ),
            ("b.c", b),
            (
                "c.c",
                "#include \"kern.h\"\nvoid fc(int n, int *x) { x[0]++; }\n",
            ),
            ("kern.h", header),
        ],
        &["main.c", "a.c", "b.c", "c.c"],
    );
    assert_eq!(program.prints("3 8 2\n"), ["kern.a.h", "kern.b.h"]);
}

#[test]
fn headers_from_elsewhere_by_any_path() {
    let program = Program::new(
        &[
            ("app/main.c", THREE),
            (
                "app/a.c",
                &user("fa", "tofrom", "#include \"../lib/way.h\""),
            ),
            (
                "app/b.c",
                &user("fb", "tofrom", "#include \"FOLDER/lib/way.h\""),
            ),
            (
                "app/c.c",
                &user("fc", "tofrom", "#include <FOLDER/lib/deep/kern.h>"),
            ),
            ("lib/way.h", "#include \"deep/kern.h\"\n"),
            ("lib/deep/kern.h", KERN),
        ],
        &["app/main.c", "app/a.c", "app/b.c", "app/c.c"],
    );
    let folder = program.project.path("").display().to_string();
    let folder = folder.trim_end_matches('/');
    for name in ["app/b.c", "app/c.c"] {
        let text = program.project.read(name).replace("FOLDER", folder);
        program.project.write(name, &text);
    }
    let headers = ["lib/deep/kern.h", "lib/way.h"];
    assert_eq!(program.prints("21 21 21 8 8 8\n"), headers);
    let c = program.project.read("app/c.c").replace("tofrom", "to");
    program.project.write("app/c.c", &c);
    program.project.shell("rm -r o");
    assert_eq!(
        program.prints("21 21 21 8 8 3\n"),
        ["lib/deep/kern.a.h", "lib/deep/kern.c.h", "lib/way.h"]
    );
    let c = program.project.read("o/app/c.c");
    assert!(c.contains("#include \"../lib/deep/kern.c.h\"\n"), "{c}");
}

const TEMPLATE: &str = "#pragma omp begin declare target
static TYPE NAME(helper)(TYPE x) { return x * 2; }
#pragma omp end declare target
static void NAME(twice)(int n, TYPE *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = NAME(helper)(x[i]);
}
";

const TEMPLATES: &str = "#include <stdio.h>
#define TYPE float
#define NAME(x) x##_float
#include \"deep/way.h\"
#undef TYPE
#undef NAME
#define TYPE int
#define NAME(x) x##_int
#include \"deep/way.h\"
int main(void)
{
    float a[2] = { 1, 2 };
    int b[2] = { 1, 2 };
    twice_float(2, a);
    twice_int(2, b);
    printf(\"%g %d\\n\", a[1], b[1]);
    return 0;
}
";

#[test]
fn a_template_is_included_several_times() {
    let program = Program::new(
        &[
            ("main.c", TEMPLATES),
            ("deep/way.h", "#include \"../kern.inc\"\n"),
            ("kern.inc", TEMPLATE),
        ],
        &["main.c"],
    );
    assert_eq!(
        program.prints("4 4\n"),
        ["deep/way_1.h", "deep/way_2.h", "kern_1.inc", "kern_2.inc"]
    );
    let run = program.project.romp2cuda(&["run", "main.c"]);
    assert_eq!(String::from_utf8_lossy(&run.stdout), "4 4\n");
}

#[test]
fn files_include_a_template_once_and_twice() {
    let other = "#define TYPE long\n#define NAME(x) x##_long\n#include \"kern.inc\"
void other(long *x) { twice_long(2, x); }
";
    let main = TEMPLATES
        .replace("deep/way.h", "kern.inc")
        .replace(
            "int main(void)\n{\n",
            "void other(long *);\nint main(void)\n{\n    long c[2] = { 3, 4 };\n    other(c);\n",
        )
        .replace("%g %d\\n\", ", "%ld %g %d\\n\", c[1], ");
    let program = Program::new(
        &[("main.c", &main), ("b.c", other), ("kern.inc", TEMPLATE)],
        &["main.c", "b.c"],
    );
    assert_eq!(
        program.prints("8 4 4\n"),
        ["kern.b.inc", "kern_1.main.inc", "kern_2.main.inc"]
    );
}

#[test]
fn a_name_that_only_a_macro_has_is_refused() {
    let include = "#define H \"kern.h\"\n#include H";
    let program = Program::new(
        &[
            ("main.c", THREE),
            ("a.c", &user("fa", "tofrom", include)),
            ("b.c", &user("fb", "to", include)),
            ("c.c", &user("fc", "to", "#include \"kern.h\"")),
            ("kern.h", KERN),
        ],
        &[],
    );
    let words = ["translate", "main.c", "a.c", "b.c", "c.c", "-o", "o"];
    let finished = program.project.romp2cuda(&words);
    refused(&finished, 1, &["R1002", "kern.h:6", "by a name in quotes"]);
    assert!(!program.project.path("o").exists());
    // One of them may have the file's own name.
    program
        .project
        .write("b.c", &user("fb", "to", "#include \"kern.h\""));
    let found = Program {
        words: vec!["main.c", "a.c", "b.c", "c.c"],
        ..program
    };
    assert_eq!(found.prints("21 21 21 8 3 3\n"), ["kern.b.h", "kern.h"]);
}

const HELPERS: &str = "#include \"../common.h\"
#include \"own.h\"
static int table[2] = { 1, 2 };
#pragma omp declare target(helper, table)
int run_OWN(int *x, int n)
{
    int s = 0;
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++) {
        x[i] = helper(x[i]) + table[i & 1];
        s += scaled(x[i]);
    }
    return s;
}
";

#[test]
fn files_of_one_name_lie_in_their_folders() {
    let main = "#include <stdio.h>
int run_p(int *, int), run_q(int *, int);
int main(void)
{
    int x[4] = { 1, 2, 3, 4 };
    int a = run_p(x, 4), b = run_q(x, 4);
    printf(\"%d %d\\n\", a, b);
    return 0;
}
";
    let common = "#pragma omp begin declare target
static inline int scaled(int x) { static const int t[3] = { 7, 8, 9 }; return x * t[x % 3]; }
#pragma omp end declare target
static inline void none(int *x)
{
    #pragma omp target map(FOR_NONE: x[0:1])
    x[0]++;
}
";
    let helpers =
        |own: &str, kind: &str| format!("#define FOR_NONE {kind}\n{}", HELPERS.replace("OWN", own));
    let program = Program::new(
        &[
            ("main.c", main),
            ("p/util.c", &helpers("p", "to")),
            ("q/util.c", &helpers("q", "tofrom")),
            ("p/own.h", "static int helper(int x) { return x + 1; }\n"),
            ("q/own.h", "static int helper(int x) { return x + 100; }\n"),
            ("common.h", common),
        ],
        &["main.c", "p/util.c", "q/util.c"],
    );
    assert_eq!(
        program.prints("167 3619\n"),
        ["common.p_util.h", "common.q_util.h", "p/own.h", "q/own.h"]
    );
    let project = &program.project;
    let twice = [
        "translate",
        "p/util.c",
        "main.c",
        "p/../p/util.c",
        "-o",
        "o",
    ];
    refused(
        &project.romp2cuda(&twice),
        2,
        &["p/util.c", "p/../p/util.c"],
    );
    let twice = ["translate", "p/util.c", "p/util.c", "-o", "o"];
    refused(&project.romp2cuda(&twice), 2, &["p/util.c is given twice"]);
}
