//! `romp2cuda diff`: programs of `tests/diff/` before and after a change, and what surrounds the comparison: git, forms of
//! output, exit codes.

use crate::project::Project;
use crate::support::Finished;
use std::path::Path;

const PROGRAM: &str = "void f(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
}
";

/// A repository with a program, and its translation in `out/`.
fn repository(program: &str) -> Project {
    let project = Project::new();
    project.write("a.c", program);
    let made = project.shell(
        "git init -q . && git config user.email a@example.org && git config user.name a && \
         $ROMP translate a.c -o out && git add a.c out/a.c out/a.cu && git commit -qm one",
    );
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    project
}

fn diff(project: &Project, words: &[&str]) -> Finished {
    project.romp2cuda(&[&["diff"], words].concat())
}

/// What a command prints that ends well.
#[track_caller]
fn printed(finished: &Finished) -> String {
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    String::from_utf8(finished.stdout.clone()).unwrap()
}

/// `old.c` becomes `new.c`: what that does to generated code is `expected.diff`.
#[test]
fn changes_of_a_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff");
    let mut cases: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    assert!(cases.len() > 5);
    for case in cases {
        let text = |name: &str| std::fs::read_to_string(case.join(name)).unwrap_or_default();
        let project = repository(&text("old.c"));
        project.write("a.c", &text("new.c"));
        let of_kernels = printed(&diff(&project, &["--against", "HEAD", "--kernels", "a.c"]));
        // The folder that was written then says the same.
        let in_folder = diff(&project, &["--against", "out", "--kernels", "a.c"]);
        let committed = diff(&project, &["--against", "HEAD:out", "--kernels", "a.c"]);
        for other in [in_folder, committed] {
            let behind = |text: &str| text.lines().skip(2).collect::<Vec<_>>().join("\n");
            assert_eq!(
                behind(&printed(&other)),
                behind(&of_kernels),
                "{}",
                case.display()
            );
        }
        let list = printed(&diff(&project, &["--against", "HEAD", "--stat", "a.c"]));
        let found = format!("{of_kernels}\n{list}");
        let expected = case.join("expected.diff");
        if std::env::var_os("ROMP_BLESS").is_some() {
            std::fs::write(expected, found).unwrap();
        } else {
            assert_eq!(text("expected.diff"), found, "{}", case.display());
        }
    }
}

#[test]
fn the_exit_code_says_whether_anything_counts() {
    let project = repository(PROGRAM);
    let code = |words: &[&str]| diff(&project, words).code;
    assert_eq!(code(&["--check", "--against", "HEAD", "a.c"]), Some(0));
    project.write("a.c", &format!("// A line above.\n\n{PROGRAM}"));
    for against in ["HEAD", "out", "HEAD:out"] {
        assert_eq!(
            code(&["--check", "--against", against, "a.c"]),
            Some(0),
            "{against}"
        );
        assert_eq!(
            code(&["--check", "--noise", "--against", against, "a.c"]),
            Some(1),
            "{against}"
        );
    }
    project.write("a.c", &PROGRAM.replace("+= 1", "+= 2"));
    assert_eq!(code(&["--against", "HEAD", "a.c"]), Some(0));
    assert_eq!(code(&["--check", "--against", "HEAD", "a.c"]), Some(1));
    assert_eq!(code(&["--check", "--host", "a.c"]), Some(1));
    for nothing in ["nonsense", "a.c", "HEAD:nowhere", "--upload-pack=x"] {
        let against = format!("--against={nothing}");
        let finished = diff(&project, &[&against, "a.c"]);
        assert_eq!(finished.code, Some(1), "{nothing}");
        assert!(finished.stderr.contains("R0001"), "{}", finished.stderr);
    }
    let status = project.shell("git status --short --untracked-files=no");
    assert_eq!(status.stdout, b" M a.c\n", "the index is as it was");
}

#[test]
fn a_revision_has_its_own_headers_and_folders() {
    let project = Project::new();
    project.write("src/size.h", "#define SIZE 10\n");
    let program = PROGRAM
        .replace("void", "#include \"size.h\"\nvoid")
        .replace("+= 1", "+= SIZE");
    project.write("src/a.c", &program);
    project.shell("git init -q . && git config user.email a@example.org && git config user.name a && git add src && git commit -qm one");
    let absolute = project.path("src/a.c").display().to_string();
    let flag = format!("-I{}", project.path("src").display());
    project.write("src/size.h", "#define SIZE 20\n");
    for words in [
        &["src/a.c"][..],
        &[&absolute],
        &["src/a.c", "--", &flag],
        &["src/a.c", "--", "-Isrc"],
    ] {
        let finished = diff(
            &project,
            &[&["--against", "HEAD", "--kernels"], words].concat(),
        );
        let text = printed(&finished);
        assert!(
            text.contains("10") && text.contains("20"),
            "{words:?}: {text}"
        );
    }
    // In a folder of the repository, and of a file that was not there yet.
    let below = project.shell("cd src && $ROMP diff --against HEAD --kernels a.c");
    assert!(printed(&below).contains("20"), "{}", printed(&below));
    project.shell("mkdir more && cp src/a.c src/size.h more");
    let new = project.shell("cd more && $ROMP diff --against HEAD --stat a.c");
    assert!(
        printed(&new).contains("kernel f_1 [new]"),
        "{}",
        printed(&new)
    );
    // A revision that cannot be translated says of which one that is.
    project.write("src/a.c", "int main(void) { return x; }\n");
    project.shell("git commit -qam two");
    project.write("src/a.c", &program);
    let failed = diff(&project, &["--against", "HEAD", "src/a.c"]);
    assert_eq!(failed.code, Some(1));
    assert!(
        failed.stderr.contains("as they were in HEAD"),
        "{}",
        failed.stderr
    );
}

#[test]
fn regions_stand_beside_their_kernels() {
    let project = Project::new();
    project.write("a.c", PROGRAM);
    let text = printed(&diff(&project, &["a.c"]));
    assert!(
        text.contains("-    #pragma omp target teams distribute parallel for map(x[0:n])\n"),
        "{text}"
    );
    assert!(
        text.contains("+f_1(double *x, int n)\n") && text.contains("\n         x[i] += 1;\n"),
        "{text}"
    );
    let columns = printed(&diff(&project, &["-y", "--width", "80", "a.c"]));
    assert!(
        columns
            .lines()
            .all(|line| line.starts_with("@@") || line.chars().count() <= 80),
        "{columns}"
    );
    let host = printed(&diff(&project, &["--host", "a.c"]));
    let header =
        "@@ function f, line 3: #pragma omp target teams distribute parallel for map(x[0:n])\n";
    assert!(
        host.contains(header) && host.contains("+    ROMP_TARGET(\"a.c:3\", f_1"),
        "{host}"
    );
    // No kernels: that is said, and is no error.
    project.write("b.c", "int main(void) { return 0; }\n");
    let nothing = diff(&project, &["b.c"]);
    assert_eq!(printed(&nothing), "");
    assert!(
        nothing.stderr.contains("nothing is offloaded"),
        "{}",
        nothing.stderr
    );
    // A region that a macro makes is where the macro is used; CRLF and other encodings do no harm.
    project.write("c.c", "#define LOOP(n, x) _Pragma(\"omp target teams distribute parallel for map(x[0:n])\") for (int i = 0; i < n; i++) x[i] = 0;\r\nvoid g(int n, int *x)\r\n{\r\n    LOOP(n, x)\r\n}\r\n");
    let text = printed(&diff(&project, &["c.c"]));
    assert!(text.contains("-    LOOP(n, x)\n"), "{text}");
    let latin = [b"// \xe9\n", PROGRAM.as_bytes()].concat();
    std::fs::write(project.path("d.c"), latin).unwrap();
    assert!(printed(&diff(&project, &["d.c"])).contains("f_1"));
}

#[test]
fn a_comparison_has_forms_for_programs() {
    let project = repository(PROGRAM);
    project.write("a.c", &PROGRAM.replace("+= 1", "+= 2"));
    let form = |name: &str| {
        printed(&project.romp2cuda(&[
            "--format",
            name,
            "diff",
            "--against",
            "HEAD",
            "--kernels",
            "a.c",
        ]))
    };
    let data: serde_json::Value = serde_json::from_str(&form("json")).unwrap();
    assert_eq!(data["files"][0]["entries"][1]["change"], "changed");
    assert_eq!(
        form("github"),
        "::notice file=a.c,line=3,title=kernel f_1 changed::1 line gone, 1 new: kernel f_1 of a.c:3: target teams distribute parallel for map(x[0:n])\n"
    );
    // Two files of one name: each annotation is at its own.
    project.shell("mkdir x y && cp a.c x && cp a.c y && git add x y && git commit -qm two");
    project.write("y/a.c", &PROGRAM.replace("+= 1", "+= 3"));
    let words = [
        "--format",
        "github",
        "diff",
        "--against",
        "HEAD",
        "--kernels",
        "x/a.c",
        "y/a.c",
    ];
    let annotations = printed(&project.romp2cuda(&words));
    assert!(
        annotations.starts_with("::notice file=y/a.c,line=3,"),
        "{annotations}"
    );
    let page = form("html");
    assert!(
        page.contains("<mark>2</mark>") && !page.contains("http"),
        "{page}"
    );
    let other = project.romp2cuda(&["--format", "html", "translate", "a.c", "-o", "x"]);
    assert_eq!(other.code, Some(2), "{}", other.stderr);
}

/// A file with another name is compared with what it was; a file that is new is new.
#[test]
fn a_renamed_file_is_the_one_that_it_was() {
    let project = repository(PROGRAM);
    let text = PROGRAM.replace("+= 1", "+= 2");
    project.write("b.c", &text);
    project.write("new.c", "int unlike(void) { return 7; }\n");
    assert_eq!(project.shell("rm a.c").code, Some(0));
    let words = ["--against", "HEAD", "--kernels", "b.c", "new.c"];
    let found = diff(&project, &words);
    assert!(
        found.stderr.contains("b.c was called a.c"),
        "{}",
        found.stderr
    );
    assert!(!found.stderr.contains("new.c was"), "{}", found.stderr);
    let text = printed(&found);
    assert!(
        text.contains("-        x[i] += 1;\n+        x[i] += 2;"),
        "{text}"
    );
    assert!(!text.contains("[new]"), "{text}");
    // While the old file is there, the other one is a copy.
    project.write("a.c", PROGRAM);
    let text = printed(&diff(&project, &words));
    assert!(text.contains("[new]"), "{text}");
}

/// A header beside it keeps its name, though its stem is that of the file.
#[test]
fn a_header_of_a_renamed_file_s_stem_is_another_file() {
    let project = Project::new();
    std::fs::create_dir(project.path("src")).unwrap();
    let header = "#pragma omp declare target\nstatic inline double twice(double x) { return 2 * x; }\n#pragma omp end declare target\n";
    project.write("src/a.h", header);
    let text = format!(
        "#include \"a.h\"\n{}",
        PROGRAM.replace("+= 1", "= twice(x[i])")
    );
    project.write("src/a.c", &text);
    let made = project.shell(
        "git init -q . && git config user.email a@example.org && git config user.name a && \
         git add src && git commit -qm one && git mv src/a.c src/b.c",
    );
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let found = diff(&project, &["--against", "HEAD", "src/b.c"]);
    assert!(
        found.stderr.contains("src/b.c was called src/a.c"),
        "{}",
        found.stderr
    );
    let text = printed(&found);
    assert!(
        !text.contains("[new]") && !text.contains("[removed]"),
        "{text}"
    );
    // From the folder in which it lies, too.
    let found = project.shell("cd src && $ROMP diff --against HEAD b.c");
    let text = printed(&found);
    assert!(
        !text.contains("[new]") && !text.contains("[removed]"),
        "{text}"
    );
}

/// Annotations and data name the user's files: what is generated is not in the pull request.
#[test]
fn places_are_those_of_the_users_files() {
    const HEADER: &str = "// What the loop adds.
#pragma omp declare target
static inline double more(double x)
{
    return x + 1;
}
#pragma omp end declare target
";
    let program = PROGRAM
        .replace("+= 1", "= more(x[i])")
        .replace("void f", "#include \"more.h\"\n\n/* Adds. */\nvoid f");
    let project = Project::new();
    project.write("inc/more.h", HEADER);
    project.write("src/a.c", &program);
    let made = project.shell(
        "git init -q . && git config user.email a@example.org && git config user.name a && \
         $ROMP translate src/a.c -o out -- -Iinc && git add inc src out && git commit -qm one",
    );
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    project.write("inc/more.h", &HEADER.replace("x + 1", "x + 2"));
    let edited = program
        .replace(
            "#include \"more.h\"",
            "#include <stdio.h>\n#include \"more.h\"",
        )
        .replace("x[i] =", "x[i] = 3 *");
    project.write("src/a.c", &edited);
    for against in ["HEAD", "HEAD:out", "out"] {
        let words = |form| {
            let words = ["--format", form, "diff", "--against", against, "src/a.c"];
            printed(&project.romp2cuda(&[&words[..], &["--", "-Iinc"]].concat()))
        };
        let annotations = words("github");
        for place in [
            "file=src/a.c,line=7,title=kernel f_1 changed::",
            "file=inc/more.h,line=3,title=device function more changed::",
            "file=src/a.c,line=5,title=function f changed::",
            "file=src/a.c,line=1,title=other text changed::",
        ] {
            assert!(annotations.contains(place), "{against}: {annotations}");
        }
        assert!(!annotations.contains("(now)"), "{against}: {annotations}");
        let data: serde_json::Value = serde_json::from_str(&words("json")).unwrap();
        let files = data["files"].as_array().unwrap();
        let entries = files
            .iter()
            .flat_map(|it| it["entries"].as_array().unwrap());
        let kernel = entries.into_iter().find(|it| it["kind"] == "kernel");
        assert_eq!(kernel.unwrap()["place"], "src/a.c:7", "{against}");
    }
}

/// What has no meaning is refused, with what there is instead.
#[test]
fn options_and_forms_that_say_nothing_are_refused() {
    let project = repository(PROGRAM);
    for words in [
        &["diff", "--stat", "-y", "a.c"][..],
        &["diff", "--stat", "--width", "80", "a.c"],
        &["diff", "--ignore-comments", "a.c"],
        &[
            "diff",
            "--host",
            "--ignore-comments",
            "--against",
            "HEAD",
            "a.c",
        ],
    ] {
        let refused = project.romp2cuda(words);
        assert_eq!(refused.code, Some(2), "{words:?}");
    }
    for form in ["gcc", "sarif"] {
        for (words, forms) in [
            (["diff", "a.c"], "--format=text, json, html and github\n"),
            (["review", "--check"], "--format=text, json and github\n"),
        ] {
            let refused = project.romp2cuda(&[&["--format", form], &words[..]].concat());
            assert_eq!(refused.code, Some(2), "{form} {words:?}");
            assert!(refused.stderr.ends_with(forms), "{}", refused.stderr);
            assert!(refused.stdout.is_empty(), "{form} {words:?}");
        }
    }
}

#[test]
fn git_compares_generated_files() {
    let project = repository(PROGRAM);
    project.write(".gitattributes", "*.cu diff=romp2cuda\n");
    let more = PROGRAM.replace(
        "{\n    #pragma",
        "{\n    #pragma omp target map(x[0:n])\n    x[0] = n;\n    #pragma",
    );
    project.write("a.c", &more);
    let line = "$ROMP translate a.c -o out && git -c diff.romp2cuda.command=\"$ROMP diff --git-driver\" diff out/a.cu";
    let text = printed(&project.shell(line));
    assert!(
        text.starts_with("--- a/out/a.cu\n+++ b/out/a.cu\n@@ -0,0 "),
        "{text}"
    );
    assert_eq!(
        text.matches("@@ kernel").count(),
        1,
        "one kernel is new: {text}"
    );
    let line = "git -c diff.romp2cuda.textconv=\"$ROMP diff --textconv\" diff out/a.cu";
    let text = printed(&project.shell(line));
    assert!(
        !text
            .lines()
            .any(|line| line.starts_with('-') && !line.starts_with("---")),
        "{text}"
    );
    // Files that come and go.
    let line = "git rm -q --cached out/a.cu && git -c diff.romp2cuda.command=\"$ROMP diff --git-driver\" diff --cached";
    assert!(printed(&project.shell(line)).contains("+++ /dev/null"));
    let two = project.shell("cp out/a.cu old.cu && sed 's/= n/= 2 * n/' old.cu > new.cu && $ROMP diff --texts old.cu new.cu");
    assert!(
        printed(&two).contains("+    x[0] = 2 * n;\n"),
        "{}",
        printed(&two)
    );
    for words in [
        &["--texts", "a.c"][..],
        &["--git-driver", "a.c"],
        &["--textconv", "a.c", "b.c"],
    ] {
        assert_eq!(diff(&project, words).code, Some(2), "{words:?}");
    }
}
