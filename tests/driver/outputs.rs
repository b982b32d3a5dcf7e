//! The output files: which are written, and which are never replaced.

use crate::project::{PROGRAM, Project, refused};

#[test]
fn no_output_replaces_an_input() {
    let project = Project::new();
    project.shell("ln -s a.c soft.c; ln a.c hard.c; mkdir d; gcc -c -fopenmp a.c -o a.o");
    for output in ["a.c", "./d/../a.c", "soft.c", "hard.c"] {
        for words in [
            &["-c", "a.c", "-o"][..],
            &["a.c", "-o"],
            &["-c", "a.c", "-MD", "-MF"],
        ] {
            refused(
                &project.cc(&[words, &[output]].concat()),
                2,
                &["is the input a.c"],
            );
        }
    }
    let plain = project.romp2cuda(&["cc", "-c", "a.c", "-o", "hard.c"]);
    refused(&plain, 2, &["is the input a.c"]);
    refused(&project.cc(&["a.o", "-o", "a.o"]), 2, &["is the input a.o"]);
    assert_eq!(project.read("a.c"), PROGRAM);
}

#[test]
fn translate_replaces_what_it_wrote_and_nothing_else() {
    let project = Project::new();
    let translate =
        |words: &[&str]| project.romp2cuda(&[&["translate", "a.c", "-o"], words].concat());
    refused(&translate(&["."]), 1, &["R0003", "a.c is an input"]);
    refused(
        &translate(&[".", "--force"]),
        1,
        &["R0003", "a.c is an input"],
    );
    project.shell("mkdir -p link out; ln -s ../a.c link/a.c; ln a.c out/a.c");
    for folder in ["link", "out"] {
        refused(
            &translate(&[folder, "--force"]),
            1,
            &["R0003", "is an input"],
        );
    }
    assert_eq!(project.read("a.c"), PROGRAM);
    project.shell("rm -r link out; mkdir out; echo all: > out/Makefile");
    refused(
        &translate(&["out"]),
        1,
        &[
            "R0003",
            "out/Makefile was not written by romp2cuda",
            "--force",
        ],
    );
    assert_eq!(
        project.shell("ls out").stdout,
        b"Makefile\n",
        "all or nothing"
    );
    assert_eq!(translate(&["out", "--force"]).code, Some(0));
    assert_eq!(translate(&["out"]).code, Some(0));
    assert_eq!(
        project
            .shell("cd out && sha256sum -c .romp2cuda.sha256")
            .code,
        Some(0)
    );
    project.write("out/a.cu", "mine");
    refused(
        &translate(&["out"]),
        1,
        &["R0003", "out/a.cu was edited since"],
    );
    assert_eq!(project.read("out/a.cu"), "mine");
    let compared = project.romp2cuda(&["diff", "--against", "out", "a.c"]);
    assert_eq!(compared.code, Some(0), "{}", compared.stderr);
    assert_eq!(
        project.read("out/a.cu"),
        "mine",
        "to compare is not to write"
    );
    project.shell("rm out/a.cu");
    assert_eq!(translate(&["out"]).code, Some(0));
}

#[test]
fn headers_beside_the_source_are_inputs_too() {
    let project = Project::new();
    project.write(
        "h.h",
        "int f(int a)\n{\n#pragma omp target map(a)\na = 1;\nreturn a;\n}\n",
    );
    project.write("b.c", "#include \"h.h\"\n");
    project.shell("mkdir out; ln h.h out/h.h");
    let translate = project.romp2cuda(&["translate", "b.c", "-o", "out", "--force"]);
    refused(&translate, 1, &["R0003", "out/h.h is an input"]);
}

#[test]
fn saved_files_replace_none_of_the_users() {
    let project = Project::new();
    project.write("a.cu", "mine");
    refused(
        &project.cc(&["--save-temps", "-c", "a.c"]),
        1,
        &["R0003", "a.cu was not written"],
    );
    assert_eq!(project.read("a.cu"), "mine");
    project.shell("rm a.cu");
    let lines =
        project.shell("for n in 1 2 3 4; do cp a.c $n.c; $CC --save-temps -c $n.c & done; wait");
    assert_eq!(lines.stderr, "");
    for name in ["1.cu", "2.host.c", "3.emulated.cpp", "4.cu"] {
        assert!(project.path(name).is_file(), "{name}");
    }
    project.built(&["--save-temps", "-DX", "-c", "1.c"]);
    assert_eq!(
        project.shell("sha256sum -c .romp2cuda.sha256").code,
        Some(0)
    );
}

#[test]
fn translate_shows_what_lies_between_the_input_and_cuda() {
    let project = Project::new();
    let shown = |level: &str| {
        let finished = project.romp2cuda(&["translate", "a.c", &format!("--emit={level}")]);
        assert_eq!(finished.code, Some(0));
        String::from_utf8(finished.stdout).unwrap()
    };
    for (level, words) in [
        ("facts", "variable "),
        ("plan", "launch: "),
        ("device", "main_1\n"),
    ] {
        let text = shown(level);
        assert!(text.contains(words), "{level}:\n{text}");
    }
    assert_eq!(project.shell("ls").stdout, b"a.c\n");
    let translate = |words: &[&str]| project.romp2cuda(&[&["translate", "a.c"], words].concat());
    refused(&translate(&[]), 2, &["--output"]);
    refused(&translate(&["--emit=plan", "-o", "out"]), 2, &["--output"]);
    refused(&translate(&["--emit=text"]), 2, &["facts, plan, device"]);
    project.write(
        "bad.c",
        "int main(void)\n{\n#pragma omp target map(x)\n    ;\n}\n",
    );
    let bad = project.romp2cuda(&["translate", "bad.c", "--emit=device"]);
    refused(&bad, 1, &["bad.c:3"]);
}
