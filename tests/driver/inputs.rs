//! The inputs of `romp2cuda cc` and their languages: no device construct becomes host code without a message.

use crate::project::{PROGRAM, Project, refused};

#[test]
fn preprocessed_c_is_translated() {
    let project = Project::new();
    for preprocessor in ["gcc -fopenmp", "$CC", "gcc -fopenmp -dD", "gcc -fopenmp -P"] {
        let made = project.shell(&format!("{preprocessor} -E a.c -o a.i && cp a.i text.inc"));
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        project.built(&["a.i", "-o", "p"]);
        assert_eq!(project.output("p"), "device\n", "{preprocessor}");
    }
    project.built(&["-x", "cpp-output", "text.inc", "-x", "none", "-o", "p"]);
    assert_eq!(project.output("p"), "device\n");
}

/// `-C` and `-CC` leave comments in the text, within directives, too.
#[test]
fn preprocessed_c_may_have_comments() {
    let project = Project::new();
    let text = PROGRAM
        .replace(
            "#pragma omp target",
            "/* one (\n# 1 \"x\" \" */ // two )\n#pragma omp target /* three\n*/",
        )
        .replace("map(from: host)", "map(from: /* four */ host) // five");
    assert!(text.contains("three") && text.contains("five"));
    project.write("a.c", &text);
    for words in ["-C", "-CC", "-C -P"] {
        let made = project.shell(&format!("$CC -E {words} a.c -o a.i && $CC a.i -o p"));
        assert_eq!(made.code, Some(0), "{words}: {}", made.stderr);
        assert_eq!(project.output("p"), "device\n", "{words}");
    }
    let wrong = text.replace("return host", "return nobody");
    project.write("a.c", &wrong);
    let line = wrong
        .lines()
        .position(|line| line.contains("nobody"))
        .unwrap()
        + 1;
    let made = project.shell("$CC -E -C a.c -o a.i && $CC a.i -o p");
    refused(&made, 1, &[&format!("a.c:{line}:"), "nobody"]);
}

/// Names that compilers or shells would take for something else.
#[test]
fn files_may_have_odd_names() {
    let project = Project::new();
    for name in ["-d.c", "q\"uo$te.c", "b\\c`d'.c", "-.c"] {
        project.write(name, PROGRAM);
        project.built(&[&format!("./{name}"), "-o", "p"]);
        assert_eq!(project.output("p"), "device\n", "{name}");
    }
}

#[test]
fn flags_that_change_types_are_for_files_without_device_code() {
    let project = Project::new();
    project.write("host.c", "int sign(void) { return (char)-1 < 0; }\n");
    for flag in ["-funsigned-char", "-fshort-enums", "-fpack-struct=1"] {
        let made = project.romp2cuda(&["cc", "-fopenmp", flag, "-c", "a.c", "-o", "a.o"]);
        refused(&made, 2, &["a.c", flag]);
        let made = project.romp2cuda(&["cc", "-fopenmp", flag, "-c", "host.c", "-o", "host.o"]);
        assert_eq!(made.code, Some(0), "{}", made.stderr);
    }
}

#[test]
fn macros_are_not_expanded_twice() {
    let project = Project::new();
    let text = PROGRAM
        .replace(
            "int main",
            "#undef linux\nint step(int linux) { return linux + STEP; }\nint main",
        )
        .replace("return host", "return host + step(1) != 3");
    project.write("a.c", &text);
    let words = "-std=gnu11 '-DSTEP=linux+STEP_0' -DSTEP_0=1 -Dhost=host";
    let made = project.shell(&format!(
        "$CC {words} -E a.c -o a.i && $CC {words} a.i -o p"
    ));
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    assert_eq!(project.output("p"), "device\n");
}

#[test]
fn messages_about_preprocessed_text_name_the_users_lines() {
    let project = Project::new();
    project.write(
        "a.c",
        &PROGRAM.replace("map(from: host)", "map(from: nobody)"),
    );
    let made = project.shell("gcc -fopenmp -E a.c -o a.i && rm a.c && $CC a.i");
    refused(&made, 1, &["R3001", "a.c:6:", "map(from: nobody)"]);
    // Messages of the host's compiler behind a construct have the right line, too.
    project.write(
        "a.c",
        &PROGRAM.replace(
            "    return host;",
            "    char *line = __LINE__ + &host;\n    return host;",
        ),
    );
    let made = project.shell("gcc -fopenmp -E a.c -o a.i && $CC a.i -c");
    refused(&made, 0, &["a.c:9:", "[-Wincompatible-pointer-types]"]);
}

#[test]
fn standard_input_and_pipes_are_translated() {
    let project = Project::new();
    for line in [
        "$CC -x c - -o p < a.c",
        "cat a.c | $CC -xc -o p -",
        "cat a.c | $CC -x c /dev/stdin -o p",
        "$CC -x c /dev/stdin -o p < a.c",
        "gcc -fopenmp -E a.c | $CC -x cpp-output - -o p",
        "mkfifo f && { cat a.c > f & } && $CC -x c f -o p",
        "cat a.c | $CC -x c -c - && $CC ./-.o -o p",
    ] {
        let made = project.shell(&format!("rm -f p; {line}"));
        assert_eq!(made.code, Some(0), "{line}: {}", made.stderr);
        assert_eq!(project.output("p"), "device\n", "{line}");
    }
    refused(&project.shell("$CC - < a.c"), 1, &["-x required"]);
    refused(&project.romp2cuda(&["run", "-"]), 2, &["standard input"]);
}

#[test]
fn the_name_of_a_file_need_not_show_its_language() {
    let project = Project::new();
    project.write("a b.txt", PROGRAM);
    project.write("words", "-x c \"a b.txt\" -o \"p q\"");
    project.built(&["@words"]);
    assert_eq!(project.output("p q"), "device\n");
}

#[test]
fn text_with_parts_missing_is_refused() {
    let project = Project::new();
    project.write("a.i", "#pragma GCC pch_preprocess \"all.h.gch\"\nint x;\n");
    refused(&project.cc(&["-c", "a.i"]), 1, &["precompiled header"]);
    let words = ["-fpreprocessed", "-fdirectives-only", "-c", "a.i"];
    refused(&project.cc(&words), 2, &["-fdirectives-only"]);
    for words in [&["translate", "a.i", "-o", "out"][..], &["diff", "a.i"]] {
        refused(&project.romp2cuda(words), 2, &["a.i", "give the C source"]);
    }
}

#[test]
fn other_languages_with_target_constructs_are_refused() {
    let project = Project::new();
    let region = "int f(int a)\n{\n#pragma omp target map(a)\na = 1;\nreturn a;\n}\n";
    project.write("own.cc", region);
    project.write("in header.h", region);
    project.write(
        "header.cpp",
        "#include \"in header.h\"\nint main() { return f(1) - 1; }\n",
    );
    project.write(
        "attribute.cpp",
        "int f(int a) { [[omp::directive(target map(a))]] { a = 1; } return a; }\n",
    );
    project.write("f.f90", "!$omp target\ni = 1\n!$omp end target\nend\n");
    project.write("o.m", region);
    for name in ["own.cc", "header.cpp", "attribute.cpp", "f.f90", "o.m"] {
        refused(
            &project.cc(&["-c", name]),
            1,
            &["R6012", name, "move the functions"],
        );
    }
    project.write("c.txt", region);
    refused(&project.cc(&["-c", "-x", "c++", "c.txt"]), 1, &["R6012"]);
    project.write(
        "c23.c",
        "void f(int a)\n{\n[[omp::directive(target map(a))]]\na = 1;\n}\n",
    );
    let attribute = project.cc(&["-c", "-std=c2x", "c23.c"]);
    refused(&attribute, 1, &["R6012", "c23.c:3:1", "as a pragma"]);
    // Declarations for a device in headers for both languages are no code.
    let declared =
        "#pragma omp declare target\nextern \"C\" int g(int);\n#pragma omp end declare target\n";
    project.write("declared.h", declared);
    project.write(
        "ok.cpp",
        "#include \"declared.h\"\nint main() { return 0; }\n",
    );
    project.built(&["-c", "ok.cpp"]);
    // What the preprocessor takes away, and what a string says, are no constructs.
    project.write(
        "words.cpp",
        "// #pragma omp target\n/*\n#pragma omp target\n*/\n#ifdef NEVER\n#pragma omp target\n#endif\n\
         const char *s = R\"(\n#pragma omp target\n)\";\n\
         #pragma omp declare target\ndouble relax(double);\n#pragma omp end declare target\n\
         int main() { return 0; }\n",
    );
    project.built(&["-c", "words.cpp"]);
    for (name, place) in [
        ("own.cc", "own.cc:3:1"),
        ("header.cpp", "in header.h:3:1"),
        ("attribute.cpp", "attribute.cpp:1:"),
        ("f.f90", "f.f90:1:1"),
    ] {
        refused(&project.cc(&["-c", name]), 1, &["R6012", place]);
    }
}

#[test]
fn a_device_without_openmp_is_an_error() {
    let project = Project::new();
    let cc = |words: &[&str]| project.romp2cuda(&[&["cc"], words].concat());
    refused(
        &cc(&["--offload-arch=emulated", "a.c"]),
        2,
        &["a.c", "add -fopenmp"],
    );
    refused(
        &cc(&["--offload-arch", "-fopenmp", "a.c"]),
        2,
        &["argument to `--offload-arch`"],
    );
    refused(
        &cc(&["--host-cc", "-fopenmp", "a.c"]),
        2,
        &["argument to `--host-cc`"],
    );
    // Files without constructs are compiled with the same words.
    project.write("b.c", "int main(void)\n{\n    return 0;\n}\n");
    assert_eq!(
        cc(&["--offload-arch=emulated", "b.c", "-o", "b"]).code,
        Some(0)
    );
    for words in [["-Xpreprocessor", "-fopenmp"], ["-fopenmp=libgomp", "-O1"]] {
        let all = [
            &["--offload-arch=emulated"],
            &words[..],
            &["a.c", "-o", "p"],
        ]
        .concat();
        assert_eq!(cc(&all).code, Some(0), "{words:?}");
        assert_eq!(project.output("p"), "device\n", "{words:?}");
    }
}

/// As gcc says it: nothing looks at them otherwise.
#[test]
fn files_for_the_linker_are_missed_without_a_link() {
    let project = Project::new();
    let made = project.cc(&["-c", "a.c", "nosuch.o"]);
    refused(&made, 1, &["nosuch.o: linker input file not found"]);
    project.built(&["-c", "a.c"]);
    let made = project.cc(&["-c", "a.c", "a.o", "-o", "b.o"]);
    refused(&made, 0, &["a.o: linker input file unused"]);
}

/// Build systems ask for the version in each of these ways.
#[test]
fn each_stage_has_the_same_version() {
    let project = Project::new();
    project.write("v.c", "int version = _OPENMP;\n");
    project.write("v.cpp", "int version = _OPENMP;\n");
    for line in [
        "$CC -E v.c",
        "$CC -dM -E v.c",
        "$CC -S v.c -o v.s && cat v.s",
        "$CC --driver-mode=g++ -E v.cpp",
        "$CC --driver-mode=g++ -dM -E v.cpp",
        "$CC --driver-mode=g++ -S v.cpp -o v.s && cat v.s",
        "$CC -foffload=disable -S v.c -o v.s && cat v.s",
    ] {
        let made = project.shell(line);
        let text = String::from_utf8_lossy(&made.stdout).into_owned();
        assert!(text.contains("201811"), "{line}: {text}{}", made.stderr);
        assert!(!text.contains("_OPENMP 201511"), "{line}: {text}");
    }
}

#[test]
fn constructs_may_stand_in_files_that_absolute_paths_include() {
    let project = Project::new();
    project.shell("mkdir sub && mv a.c sub/k.c");
    let path = project.path("sub/k.c").display().to_string();
    project.write("u.c", &format!("#include \"{path}\"\n"));
    project.write("w.c", "#include \"u.c\"\n");
    project.write("x.c", &format!("#  include <{path}> /* k */\n"));
    project.write("y.c", "int y;\n");
    let include = format!("-include {path}");
    for (words, file) in [
        ("", "u.c"),
        ("", "w.c"),
        ("", "x.c"),
        (include.as_str(), "y.c"),
        ("-include sub/k.c", "y.c"),
        ("-Isub -include k.c", "y.c"),
    ] {
        let made = project.shell(&format!("rm -f p; $CC {words} {file} -o p"));
        assert_eq!(made.code, Some(0), "{words} {file}: {}", made.stderr);
        assert_eq!(project.output("p"), "device\n", "{words} {file}");
    }
    // A macro's path is not seen here: it is refused, and does not run on the host.
    project.write("z.c", "#include KERNELS\n");
    let made = project.shell(&format!("$CC -DKERNELS='\"{path}\"' z.c -o p"));
    refused(&made, 3, &["R0002", "k.c", "by its name"]);
}

/// Four times as many take four times as long, not sixteen times. The host's compiler, which looks at the text first,
/// is not that good. Other work on the machine must not fail a test: one measurement of four is enough.
#[test]
fn chains_of_types_take_linear_time() {
    type Link = fn(usize) -> String;
    let kinds: [(&str, Link); 3] = [
        ("t", |n| format!("typedef t{} t{n};\n", n - 1)),
        ("p", |n| format!("typedef const t{} t{n}, *p{n};\n", n - 1)),
        ("struct s", |n| {
            format!("struct s{n} {{ struct s{} *p; int a; }};\n", n - 1)
        }),
    ];
    let project = Project::new();
    let time = |(last, link): (&str, Link), links: usize| {
        let types: String = (1..=links).map(link).collect();
        let text = format!(
            "typedef int t0; struct s0 {{ int a; }};\n{types}int main(void)\n{{\n    {last}{links} x = {{0}};\n\
             #pragma omp target map(tofrom: x)\n    {{ (void)x; }}\n    return 0;\n}}\n"
        );
        project.write("chain.c", &text);
        let made = project.romp2cuda(&["translate", "chain.c", "-o", "chain"]);
        assert_eq!(made.code, Some(0), "{last}: {}", made.stderr);
        let host = project.shell("gcc -fopenmp -fsyntax-only chain.c");
        made.took.saturating_sub(host.took)
    };
    for kind in kinds {
        let mut times = vec![];
        let linear = (0..4).any(|_| {
            let (short, long) = (time(kind, 5_000), time(kind, 20_000));
            times.push((short, long));
            long < 9 * short
        });
        assert!(linear, "{}: {times:?}", kind.0);
    }
}
