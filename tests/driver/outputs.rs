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
    refused(&translate(&["-"]), 2, &["standard output", "./-"]);
    assert!(!project.path("-").exists());
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

/// The folder that `translate` writes is carried on by hand: its Makefile builds what a changed header is included in,
/// and nothing else; names may have blanks.
#[test]
fn the_makefile_follows_headers_and_takes_names_with_blanks() {
    let project = Project::new();
    project.write("in dir/the sizes.h", "#define N 10\n");
    project.write(
        "in dir/my loop.c",
        "#include <stdio.h>\n#include \"the sizes.h\"\nint last(int *x);\nint main(void)\n{\n    int a[N];\n    \
         #pragma omp target teams distribute parallel for map(from: a)\n    for (int i = 0; i < N; i++)\n        \
         a[i] = 2 * i;\n    printf(\"%d\\n\", last(a));\n    return 0;\n}\n",
    );
    project.write(
        "in dir/other part.c",
        "#define N 10\nint last(int *x)\n{\n    #pragma omp target map(tofrom: x[0:N])\n    x[N - 1] += 5;\n    \
         return x[N - 1];\n}\n",
    );
    let inputs = "'in dir/my loop.c' 'in dir/other part.c'";
    let made = project.shell(&format!(
        "$ROMP translate --offload-arch=emulated {inputs} -o 'out dir'"
    ));
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let make = |before: &str| {
        let made = project.shell(&format!("cd 'out dir' && {before} make emulated"));
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
        String::from_utf8(made.stdout).unwrap()
    };
    assert!(make("").contains("other part"));
    let ran = project.shell("OMP_TARGET_OFFLOAD=MANDATORY './out dir/my loop-emulated'");
    assert_eq!(ran.stdout, b"23\n", "{}", ran.stderr);
    assert!(make("").contains("Nothing to be done"));
    let commands = make("sleep 1; touch 'the sizes.h';");
    let compiled = |file: &str| commands.contains(&format!("-c -o '{file}'"));
    assert!(
        compiled("my loop.o") && !compiled("other part.o"),
        "{commands}"
    );
    assert!(!compiled("my loop.emulated.o"), "{commands}");
    let commands = make("sleep 1; touch romp/include/romp/device.cuh;");
    let compiled = |file: &str| commands.contains(&format!("-c -o '{file}'"));
    assert!(
        compiled("other part.emulated.o") && !compiled("other part.o"),
        "{commands}"
    );
    let cleaned = project.shell("cd 'out dir' && make -s clean && ls | grep -c '[.][od]$'");
    assert_eq!(cleaned.stdout, b"0\n", "{}", cleaned.stderr);
}

/// Host objects and emulated images that were made with headers of another ABI than the runtime's say so.
#[test]
fn objects_of_another_abi_are_told() {
    let project = Project::new();
    project.write(
        "a.c",
        "int main(void)\n{\n    int x = 1;\n    #pragma omp target map(tofrom: x)\n    x++;\n    return x - 2;\n}\n",
    );
    let translated =
        "rm -rf out; $ROMP translate --offload-arch=emulated a.c -o out && make -s -C out emulated";
    let other = "sed -i 's/define ROMP_ABI .*/define ROMP_ABI 999/' out/romp/include/romp.h";
    let ran = "OMP_TARGET_OFFLOAD=MANDATORY ROMP_DEVICE=emulated out/a-emulated";
    let made = project.shell(&format!("{translated} && {ran}"));
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let number = project.shell("sed -n 's/.*define ROMP_ABI *//p' out/romp/include/romp.h");
    let number = String::from_utf8_lossy(&number.stdout).trim().to_owned();
    let remedy = format!("{number}: build both with one romp2cuda");
    // What stays as it was is of the runtime's number.
    for stays in ["a.emulated.o", "a.o"] {
        let made = project.shell(&format!(
            "{translated} && {other} && make -s -C out -o {stays} emulated && {ran}"
        ));
        assert_eq!(made.code, Some(1), "{stays}");
        let says = ["version 999", "runtime", &remedy];
        assert!(
            says.iter().all(|words| made.stderr.contains(words)),
            "{stays}: {}",
            made.stderr
        );
    }
}

#[test]
fn make_translates_again_when_the_project_s_file_changes() {
    let project = Project::new();
    project.write(
        "a.c",
        "void f(int *x)\n{\n    #pragma omp target map(tofrom: x[0:1])\n    x[0] = 1;\n}\n",
    );
    project.write("romp2cuda.toml", "[options]\nsequential = \"guarded\"\n");
    project.write(
        "Makefile",
        "a.o: a.c\n\t$(ROMP) cc --offload-arch=emulated -fopenmp -MMD -c $< -o $@\n-include a.d\n",
    );
    let made = |before: &str| {
        let made = project.shell(&format!("{before} ROMP=$ROMP make"));
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
        String::from_utf8(made.stdout).unwrap().contains("-c a.c")
    };
    assert!(made(""));
    assert!(!made(""));
    assert!(made("sleep 1; touch romp2cuda.toml;"));
    assert!(made("rm romp2cuda.toml;"));
    assert!(!made(""));
}

/// Coverage and profiles have the names that gcc gives them, and counts of the user's lines.
#[test]
fn files_beside_objects_have_the_users_names() {
    let project = Project::new();
    project.write("plain.c", "int plain(void)\n{\n    return 1;\n}\n");
    let made = project.shell("$CC --check=none --coverage -fstack-usage -c a.c plain.c && $CC --coverage a.o plain.o -o p && ./p");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    for name in ["a.gcno", "a.gcda", "a.su", "plain.gcno", "plain.gcda"] {
        assert!(project.path(name).is_file(), "{name}");
    }
    let lines = project.shell("gcov -t a.c");
    let text = String::from_utf8_lossy(&lines.stdout).into_owned();
    assert!(
        text.contains("        1:    9:    return host;"),
        "{text}{}",
        lines.stderr
    );
    // In one step, in another folder.
    let made = project.shell("mkdir d && $CC --check=none --coverage a.c plain.c -o d/p && d/p");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    for name in ["d/p-a.gcno", "d/p-a.gcda", "d/p-plain.gcda"] {
        assert!(project.path(name).is_file(), "{name}");
    }
    // A profile is found again.
    let made = project.shell(
        "rm *.gcda && $CC --check=none -O2 -fprofile-generate -c a.c && $CC -fprofile-generate a.o -o p && ./p && \
         $CC --check=none -O2 -fprofile-use -Wmissing-profile -Werror -c a.c",
    );
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    assert!(project.path("a.gcda").is_file());
}
