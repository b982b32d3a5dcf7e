//! Command lines as tables: what is given, what is understood.

use super::*;

/// The command line of words without blanks.
pub(in crate::driver) fn parse(text: &str) -> CommandLine {
    let words: Vec<String> = text.split_whitespace().map(String::from).collect();
    CommandLine::parse(&words).unwrap()
}

/// All arguments as one string: `i` input with language, `c` cpp, `l` link, `e` everywhere.
fn shape(text: &str) -> String {
    let shown = parse(text).args.into_iter().map(|arg| match arg {
        Arg::Input(input) => format!("i:{}:{:?}", input.path, input.language),
        Arg::Cpp(words) => format!("c:{}", words.join("~")),
        Arg::Link(words) => format!("l:{}", words.join("~")),
        Arg::Every(words) => format!("e:{}", words.join("~")),
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn words_go_where_they_belong() {
    for (text, expected) in [
        ("a.c", "i:a.c:C"),
        (
            "dir.x/a.c b.o libx.a libx.so.1 script",
            "i:dir.x/a.c:C i:b.o:Object i:libx.a:Object i:libx.so.1:Object i:script:Object",
        ),
        (
            "a.i a.cc a.cpp a.C a.s a.S a.f90",
            "i:a.i:PreprocessedC i:a.cc:Cxx i:a.cpp:Cxx i:a.C:Cxx i:a.s:Other i:a.S:Other i:a.f90:Other",
        ),
        ("-x c a.inc -x none b.o", "i:a.inc:C i:b.o:Object"),
        ("-xc - -xassembler y", "i:-:C i:y:Other"),
        ("-x c++ y.h", "i:y.h:Cxx"),
        (
            "-DA -D B -DC=1 -U D -UE",
            "c:-DA c:-D~B c:-DC=1 c:-U~D c:-UE",
        ),
        (
            "-Iinc -I inc -isystem s -isystems -iquote q -idirafter d",
            "c:-Iinc c:-I~inc c:-isystem~s c:-isystems c:-iquote~q c:-idirafter~d",
        ),
        (
            "-include x.h -imacros m.h -includey.h",
            "c:-include~x.h c:-imacros~m.h c:-includey.h",
        ),
        (
            "-isysroot / --sysroot=/x --sysroot /y",
            "e:-isysroot~/ e:--sysroot=/x e:--sysroot~/y",
        ),
        (
            "-O2 -g -g3 -O -Os -std=c11 -std=gnu11 -ansi",
            "e:-O2 e:-g e:-g3 e:-O e:-Os e:-std=c11 e:-std=gnu11 e:-ansi",
        ),
        (
            "-Wall -Wextra -W -w -Werror=x -pedantic",
            "e:-Wall e:-Wextra e:-W e:-w e:-Werror=x e:-pedantic",
        ),
        (
            "-ffast-math -fPIC -march=native -m64 -pthread -pipe",
            "e:-ffast-math e:-fPIC e:-march=native e:-m64 e:-pthread e:-pipe",
        ),
        (
            "--param x=1 --param=y=2 -Xassembler -a",
            "e:--param~x=1 e:--param=y=2 e:-Xassembler~-a",
        ),
        (
            "-L. -L dir -lm -l m -Wl,-rpath,/x -Xlinker -z",
            "l:-L. l:-L~dir l:-lm l:-l~m l:-Wl,-rpath,/x l:-Xlinker~-z",
        ),
        (
            "-shared -static -rdynamic -pie -no-pie -s -r -nostdlib -static-libgcc -static-libstdc++",
            "l:-shared l:-static l:-rdynamic l:-pie l:-no-pie l:-s l:-r l:-nostdlib l:-static-libgcc l:-static-libstdc++",
        ),
        (
            "-T x.ld -Tx.ld -u sym -z now -e main",
            "l:-T~x.ld l:-Tx.ld l:-u~sym l:-z~now l:-e~main",
        ),
        ("-std=c99 -save-temps=obj", "e:-std=c99"),
        ("-Wp,-DX -Wa,-mx", "c:-Wp,-DX e:-Wa,-mx"),
        (
            "-target x86_64-linux-gnu -Xclang -ast -mllvm -x2",
            "e:-target~x86_64-linux-gnu e:-Xclang~-ast e:-mllvm~-x2",
        ),
        ("-include-pch x", "c:-include-pch~x"),
        (
            "-foffload=nvptx-none -foffload-options=-lm -fopenmp-targets=nvptx64",
            "",
        ),
    ] {
        assert_eq!(shape(text), expected, "{text}");
    }
}

#[test]
fn stages() {
    for (text, stage) in [
        ("a.c", Stage::Link),
        ("-c a.c", Stage::Object),
        ("-S a.c", Stage::Assembly),
        ("-E a.c", Stage::Preprocess),
        ("-c -E a.c", Stage::Preprocess),
        ("-E -c a.c", Stage::Preprocess),
        ("-c -S a.c", Stage::Assembly),
        ("-S -c a.c", Stage::Assembly),
        ("-fsyntax-only -c a.c", Stage::Check),
        ("-M a.c", Stage::Preprocess),
        ("-MM a.c", Stage::Preprocess),
        ("-MD -c a.c", Stage::Object),
    ] {
        assert_eq!(parse(text).stage, stage, "{text}");
    }
}

#[test]
fn outputs() {
    for (text, output) in [
        ("a.c", None),
        ("-o x a.c", Some("x")),
        ("-ox a.c", Some("x")),
        ("a.c -o x.o -c", Some("x.o")),
        ("--output=x a.c", Some("x")),
        ("--output x a.c", Some("x")),
    ] {
        assert_eq!(parse(text).output.as_deref(), output, "{text}");
    }
    for (path, output) in [
        ("a.c", "a.o"),
        ("d/a.b.c", "a.b.o"),
        ("a", "a.o"),
        ("d.x/a", "a.o"),
        (".c", ".c.o"),
    ] {
        assert_eq!(default_output(path, "o"), output);
    }
}

#[test]
fn openmp_is_on_by_the_last_word() {
    for (text, on) in [
        ("a.c", false),
        ("-fopenmp a.c", true),
        ("-fopenmp=libomp a.c", true),
        ("-fopenmp -fno-openmp a.c", false),
        ("-fno-openmp -fopenmp a.c", true),
        ("-fopenmp-simd a.c", false),
    ] {
        assert_eq!(parse(text).openmp, on, "{text}");
    }
}

#[test]
fn dependencies() {
    let d = |text| parse(text).dependencies;
    assert_eq!(d("-c a.c"), Dependencies::default());
    assert_eq!(d("-MMD a.c").beside.as_deref(), Some("-MMD"));
    let all = d("-MD -MF x.d -MT a.o -MQ $b -MP a.c");
    assert_eq!(all.beside.as_deref(), Some("-MD"));
    assert_eq!(all.file.as_deref(), Some("x.d"));
    assert_eq!(
        all.targets,
        [("-MT".into(), "a.o".into()), ("-MQ".into(), "$b".into())]
    );
    assert!(all.phony);
    assert_eq!(d("-MFx.d -MTa.o").file.as_deref(), Some("x.d"));
    assert_eq!(d("-Wp,-MD,x.d -c a.c").raw, ["-Wp,-MD,x.d"]);
}

#[test]
fn our_words_do_not_reach_the_host_compiler() {
    let line = parse(
        "--offload-arch=sm_80,emulated --offload-arch compute_90 --host-cc=clang -### --line-directives --color=always --format=json --save-temps -v a.c",
    );
    assert_eq!(line.own.archs, ["sm_80", "emulated", "compute_90"]);
    assert_eq!(line.own.host_cc.as_deref(), Some("clang"));
    assert!(
        line.own.dry
            && line.own.translation.line_directives
            && line.own.save_temps
            && line.own.verbose
    );
    assert_eq!(line.own.color.as_deref(), Some("always"));
    assert_eq!(line.words, ["--save-temps", "-v", "a.c"]);
    assert_eq!(line.inputs().count(), 1);
}

#[test]
fn everything_else_reaches_it_in_order() {
    let text = "-c -o x.o -DA -I inc a.c -x c b -lm -Wl,-z -MF d --sysroot=/";
    assert_eq!(parse(text).words.join(" "), text);
}

#[test]
fn questions() {
    for text in [
        "--version",
        "-dumpversion",
        "-dumpmachine",
        "-print-prog-name=ld",
        "--help",
        "-print-search-dirs",
    ] {
        assert!(parse(text).question, "{text}");
    }
    assert!(!parse("-v").question);
    assert!(!parse("-c a.c").question);
}

#[test]
fn a_missing_argument_is_an_error() {
    for text in [
        "-o",
        "-I",
        "-x",
        "-MF",
        "--offload-arch",
        "--offload-arch=",
        "-Xlinker",
        "-include",
        "a.c -l",
    ] {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        assert!(CommandLine::parse(&words).is_err(), "{text}");
    }
}

#[test]
fn flags_of_our_warnings() {
    let levels = |text: &str| parse(text).own.translation.warnings;
    let none = levels("-Werror -Wall -Wno-unused -Werror=format -c a.c");
    assert_eq!(none, levels("-c a.c"));
    let error = levels("--Werror=serialised -c a.c");
    assert_ne!(error, none);
    assert_eq!(levels("-Werror=serialised --Werror serialised a.c"), error);
    let line = parse("-Wno-serialised -Werror=format -w -c a.c");
    assert!(line.own.translation.warnings.quiet);
    assert_eq!(line.compile_words(), ["-Werror=format", "-w"]);
    assert_eq!(line.words, ["-Werror=format", "-w", "-c", "a.c"]);
    let words: Vec<String> = vec!["--Werror=unused".into()];
    assert!(CommandLine::parse(&words).is_err());
}

#[test]
fn steps_get_their_words() {
    let line = parse("-O2 -DA -lm -Wl,-z -c a.c -I inc -fopenmp");
    assert_eq!(line.compile_words(), ["-O2", "-DA", "-I", "inc"]);
}

#[test]
fn other_compilers_flags_become_gccs() {
    let line = parse("-mp=gpu -gpu=cc90,nofma -fast -c a.c");
    assert!(line.openmp && !line.host_only);
    assert_eq!(line.own.archs, ["sm_90"]);
    assert_eq!(line.compile_words(), ["-ffp-contract=off", "-O3"]);
    let words = ["-fopenmp", "-ffp-contract=off", "-O3", "-c", "a.c"];
    assert_eq!(line.words, words);
    let line = parse(
        "-fopenmp -fopenmp-targets=nvptx64 -Xopenmp-target -march=sm_80 --cuda-path=/opt/cuda a.c",
    );
    assert_eq!(line.own.archs, ["sm_80"]);
    assert_eq!(
        line.own.tools.nvcc,
        Some(Named::Toolkit("/opt/cuda".into()))
    );
    let both = parse("-fopenmp -fopenmp-targets=nvptx64,x86_64 a.c").own;
    assert_eq!(both.archs, ["emulated", "default"]);
    let named = parse("-fopenmp -fopenmp-targets=x86_64,nvptx64 -Xopenmp-target -march=sm_80 a.c");
    assert_eq!(named.own.archs, ["emulated", "sm_80"]);
    let gpus = parse("-fopenmp -fopenmp-targets=nvptx64 a.c").own.archs;
    assert!(gpus.is_empty());
    for words in [
        "-fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=emulated",
        "--offload-arch emulated -fopenmp-targets=nvptx64",
        "-fopenmp-targets=nvptx64,x86_64 --offload-arch=emulated",
    ] {
        let mut archs = parse(&format!("-fopenmp {words} a.c")).own.archs;
        archs.dedup();
        assert_eq!(archs, ["emulated"], "{words}");
    }
    assert_eq!(line.inputs().count(), 1);
    assert!(line.compile_words().is_empty());
    assert!(parse("-mp=gpu -Minfo=mp a.c").own.remarks != Default::default());
    for text in ["-fopenmp -foffload=disable a.c", "-mp=multicore a.c"] {
        assert!(parse(text).host_only, "{text}");
    }
}

#[test]
fn errors_point_at_their_word() {
    let words = "-O2 -Wall -Iinc -DX -g -gpu=managed -c a.c -o a.o -lm";
    let words: Vec<String> = words.split(' ').map(String::from).collect();
    let error = CommandLine::parse(&words).unwrap_err();
    let lines: Vec<&str> = error.lines().collect();
    assert!(
        lines[0].starts_with("-gpu=managed: memory is mapped"),
        "{error}"
    );
    assert_eq!(
        lines[1],
        "  ... -Wall -Iinc -DX -g -gpu=managed -c a.c -o a.o"
    );
    assert_eq!(lines[2], "                         ^^^^^^^^^^^^");
    let error = CommandLine::parse(&["-gpu=x".to_string()]).unwrap_err();
    assert!(error.ends_with("\n  -gpu=x\n  ^^^^^^"), "{error}");
}
