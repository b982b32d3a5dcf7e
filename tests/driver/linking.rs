//! Objects of several compilers, and linkers that `romp2cuda cc` does not call.

use crate::project::{PROGRAM, Project, refused};
use object::{Object, ObjectSection};

/// A function with a target region, and its caller in C++.
fn library() -> Project {
    let project = Project::new();
    let function = PROGRAM
        .replace("int main(void)", "int where(void)")
        .replace("#include <stdio.h>\n", "")
        .replace("    printf(\"%s\\n\", host ? \"host\" : \"device\");\n", "");
    project.write("lib.c", &function);
    project.write(
        "main.cpp",
        "#include <cstdio>\nextern \"C\" int where();\n\
         int main() { int host = where(); std::puts(host ? \"host\" : \"device\"); return host; }\n",
    );
    let made = project.shell("$CC -c lib.c && ar rc liblib.a lib.o && g++ -c main.cpp");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    project
}

#[test]
fn other_drivers_link_with_the_printed_flags() {
    let project = library();
    for line in [
        "g++ main.cpp lib.o $($ROMP cc --print-link-flags) -o p",
        "g++ main.o -L. -llib $($ROMP cc --print-link-flags) -o p",
        "g++ -static main.o liblib.a $($ROMP cc --print-link-flags) -Wl,-z,muldefs -o p 2>/dev/null",
        "g++ -no-pie -Wl,--gc-sections -s main.o lib.o $($ROMP cc --print-link-flags) -o p",
        "g++ -shared lib.o $($ROMP cc --print-link-flags) -o libw.so && \
         g++ main.o ./libw.so -Wl,-rpath,. -o p",
        "ld -r lib.o main.o -o all.o && g++ all.o $($ROMP cc --print-link-flags) -o p",
        "strip -g lib.o && objcopy lib.o copy.o && g++ main.o copy.o $($ROMP cc --print-link-flags) -o p",
        "$CC main.o lib.o -lstdc++ -o p",
        "$CC main.cpp lib.c -lstdc++ -o p",
        "$CC -static-pie main.o lib.o -lstdc++ -o p 2>/dev/null",
        "g++ -static-pie main.o lib.o $($ROMP cc --link-flags -static-pie) -o p 2>/dev/null",
        "$ROMP cc main.o lib.o -lstdc++ -o p",
    ] {
        let made = project.shell(&format!("rm -f p; {line}"));
        assert_eq!(made.code, Some(0), "{line}: {}", made.stderr);
        assert_eq!(project.output("p"), "device\n", "{line}");
    }
}

/// gcc keeps the host version of each region for its own compiler of device code. Where it has one, as Debian's with
/// `gcc-12-offload-nvptx`, it would compile that in each link, and fail where `-fopenmp` is not among the words.
#[test]
fn objects_have_nothing_for_the_offloading_of_gcc() {
    let project = library();
    let bytes = std::fs::read(project.path("lib.o")).unwrap();
    let object = object::File::parse(&*bytes).unwrap();
    let names: Vec<&str> = object.sections().filter_map(|s| s.name().ok()).collect();
    let left: Vec<&&str> = names
        .iter()
        .filter(|name| name.contains("offload_lto"))
        .collect();
    assert!(left.is_empty() && names.contains(&".text"), "{names:?}");
    let made = project.shell(
        "sed 's/where/there/' lib.c >there.c && $CC -c there.c && $CC -r lib.o there.o -o all.o && \
         g++ main.cpp all.o $($ROMP cc --print-link-flags) -o p",
    );
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
    assert_eq!(project.output("p"), "device\n");
}

/// No variable has to be set for what was built for the emulated device and nothing else.
#[test]
fn programs_for_the_emulated_device_run_there() {
    let project = library();
    let made = project.shell("$CC main.o lib.o -lstdc++ -o p && env -u ROMP_DEVICE ./p");
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
    assert_eq!(made.stdout, b"device\n");
    let host = project.shell("OMP_TARGET_OFFLOAD=DISABLED ROMP_DEVICE= ./p");
    assert_eq!(host.stdout, b"host\n");
}

#[test]
fn a_link_without_the_runtime_says_what_is_missing() {
    let project = library();
    let made = project.shell("g++ main.o liblib.a -fopenmp -o p");
    let name =
        "romp_is_missing__link_with_romp2cuda_cc_or_add_what_its_option_print_link_flags_prints";
    refused(&made, 1, &[name]);
}

#[test]
fn a_program_and_its_shared_library_both_have_regions() {
    let project = Project::new();
    let region = |name: &str| {
        format!(
            "int {name}(int n)\n{{\n    #pragma omp target map(tofrom: n)\n    n++;\n    return n;\n}}\n"
        )
    };
    project.write("one.c", &region("one"));
    project.write("two.c", &region("two"));
    project.write(
        "main.c",
        "#include <stdio.h>\nint one(int), two(int);\nint main(void)\n{\n    printf(\"%d\\n\", one(1) + two(2));\n    return 0;\n}\n",
    );
    project.built(&["-shared", "-fPIC", "one.c", "-o", "libone.so"]);
    // The library stands in front of the runtime that the program gets, or behind it.
    project.built(&["main.c", "two.c", "./libone.so", "-Wl,-rpath,.", "-o", "p"]);
    assert_eq!(project.output("p"), "5\n");
    project.built(&["-L.", "-Wl,-rpath,.", "main.c", "two.c", "-lone", "-o", "p"]);
    assert_eq!(project.output("p"), "5\n");
}

/// A shared library that was linked without the runtime uses that of the program, which has a region or has none.
#[test]
fn a_shared_library_without_the_runtime_uses_the_program_s() {
    let project = Project::new();
    project.write(
        "fill.c",
        "void fill(int n, double *x)\n{\n    #pragma omp target teams distribute parallel for map(from: x[0:n])\n    \
         for (int i = 0; i < n; i++)\n        x[i] = i;\n}\n",
    );
    let main = "#include <stdio.h>\nvoid fill(int n, double *x);\nint main(void)\n{\n    double x[3];\n    fill(3, x);\nREGION    \
                printf(\"%g\\n\", x[2]);\n    return 0;\n}\n";
    project.write("none.c", &main.replace("REGION", ""));
    let region = "    #pragma omp target map(tofrom: x)\n    x[2] *= 2;\n";
    project.write("one.c", &main.replace("REGION", region));
    let made = project
        .shell("$CC -fPIC -c fill.c && gcc -shared fill.o -o libfill.so && $CC -c none.c one.c");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    for (line, expected) in [
        ("$CC none.c -L. -lfill -Wl,-rpath,. -o p", "2\n"),
        ("$CC one.c -L. -lfill -Wl,-rpath,. -o p", "4\n"),
        (
            "$CC -L. -lfill none.o -Wl,--no-as-needed -lfill -Wl,-rpath,. -o p",
            "2\n",
        ),
        (
            "gcc one.o -L. -lfill $($ROMP cc --print-link-flags) -Wl,-rpath,. -o p",
            "4\n",
        ),
        (
            "gcc -no-pie none.o -L. -lfill $($ROMP cc --print-link-flags) -Wl,-rpath,. -o p",
            "2\n",
        ),
    ] {
        let made = project.shell(&format!("rm -f p; {line}"));
        assert_eq!(made.code, Some(0), "{line}: {}", made.stderr);
        assert_eq!(project.output("p"), expected, "{line}");
    }
}

/// What the linker's trace says of objects that link-time optimisation made is not the user's to read.
#[test]
fn links_with_optimisation_say_nothing() {
    let project = library();
    for flags in ["-flto", "-flto -g --check=none"] {
        project.write("plain.c", "int plain(int i) { return i; }\n");
        let made = project.shell(&format!("$CC {flags} lib.c plain.c main.cpp -lstdc++ -o p"));
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{flags}");
        assert_eq!(project.output("p"), "device\n");
    }
}

/// Host code has no symbol of a `nohost` function, for which a linker would take its member of an archive.
#[test]
fn members_that_device_code_alone_needs_are_taken() {
    let project = Project::new();
    project.write(
        "f.c",
        "#pragma omp declare target device_type(nohost)\nint more(int);\nint device(int i) { return more(i) * 7; }\n\
         #pragma omp end declare target\n",
    );
    project.write(
        "g.c",
        "#pragma omp declare target device_type(nohost)\nint more(int i) { return i + 1; }\n\
         #pragma omp end declare target\n",
    );
    project.write(
        "m.c",
        "#pragma omp declare target device_type(nohost)\nint device(int);\n#pragma omp end declare target\n\
         #pragma omp declare target\n#pragma omp declare variant(device) match(device={kind(nohost)})\n\
         int base(int i) { return i; }\n#pragma omp end declare target\n\
         int main(void)\n{\n    int r = 0;\n#pragma omp target map(tofrom: r)\n    r = base(6);\n    return r != 6 && r != 49;\n}\n",
    );
    // Fetches the toolchain where there is none.
    crate::support::nvcc().unwrap();
    for line in [
        "m.o libf.a libg.a",
        "libg.a libf.a m.o",
        "-L. -lf m.o -lg",
        "m.o libboth.a",
    ] {
        let made = project.shell(&format!(
            "$ROMP cc -fopenmp --offload-arch=sm_90 -c f.c g.c m.c && ar rc libf.a f.o && ar rc libg.a g.o && \
             ar rcT libboth.a g.o f.o && $ROMP cc -fopenmp {line} -o p"
        ));
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{line}");
    }
    let made = project.shell("$ROMP cc -fopenmp m.o libf.a -o p");
    refused(&made, 1, &["R0007", "`more`", "no linked file defines"]);
}

#[test]
fn device_code_is_linked_for_other_linkers() {
    let project = library();
    project.built(&["--device-link", "lib.o", "liblib.a", "-o", "device.o"]);
    let made = project.shell("g++ main.o lib.o device.o $($ROMP cc --print-link-flags) -o p");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    assert_eq!(project.output("p"), "device\n");
    refused(&project.cc(&["--device-link", "lib.o"]), 2, &["-o FILE.o"]);
}

#[test]
fn target_regions_of_other_compilers_are_refused() {
    let project = library();
    for line in [
        "gcc -fopenmp -c lib.c -o other.o && $CC main.o other.o -lstdc++ -o q",
        "gcc -fopenmp -c lib.c -o other.o && ar rc libother.a other.o && $CC main.o -L. -lother -lstdc++ -o q",
        "gcc -fopenmp -flto -c lib.c -o other.o && $CC main.o other.o -lstdc++ -o q",
        "gcc -fopenmp -S lib.c -o other.s && $CC main.o other.s -lstdc++ -o q",
    ] {
        let made = project.shell(line);
        refused(&made, 1, &["R0004", "another compiler", "romp2cuda cc"]);
        assert!(!project.path("q").exists(), "{line}");
    }
    // Members that the linker does not take do no harm; nor do regions of the host.
    let made = project.shell("$CC a.c libother.a -o p");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    project.write(
        "host.c",
        "void f(int *a)\n{\n#pragma omp parallel\n*a = 1;\n}\n",
    );
    let made = project.shell("gcc -fopenmp -c host.c && $CC a.c host.o -o p");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    // gcc makes sections for functions with `declare target` that are only called, or stand in a header.
    project.write(
        "both.h",
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\
         #pragma omp declare target\nstatic inline int twice(int i) { return 2 * i; }\nint thrice(int);\n\
         #pragma omp end declare target\n#ifdef __cplusplus\n}\n#endif\n",
    );
    project.write(
        "thrice.c",
        "#include \"both.h\"\nint thrice(int i)\n{\n#pragma omp target map(tofrom: i)\ni = twice(i) + i / 2;\nreturn i;\n}\n",
    );
    project.write(
        "calls.cpp",
        "#include \"both.h\"\nint main() {\n    int n = 0;\n    #pragma omp parallel reduction(max: n)\n\
         n = 1;\n    return thrice(4 * n) - twice(5);\n}\n",
    );
    for flags in ["-O0", "-O2", "-flto"] {
        let made = project.shell(&format!(
            "$CC {flags} thrice.c calls.cpp -lstdc++ -o p && ./p"
        ));
        assert_eq!(made.code, Some(0), "{flags}: {}", made.stderr);
    }
    // A shared library has a runtime of its own.
    let made = project.shell(
        "gcc -fopenmp -shared -fPIC lib.c -o libshared.so && $CC main.o ./libshared.so -lstdc++ -o p",
    );
    refused(
        &made,
        0,
        &["libshared.so has target regions of another compiler"],
    );
}

/// What `report` says of a file.
fn reported(project: &Project, file: &str) -> String {
    let report = project.romp2cuda(&["report", file]);
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    String::from_utf8_lossy(&report.stdout).into_owned()
}

#[test]
fn report_says_where_nothing_is_offloaded() {
    let project = Project::new();
    project.write("host.c", "int main(void)\n{\n    return 0;\n}\n");
    for _ in 0..2 {
        let ran = project.romp2cuda(&["run", "host.c"]);
        refused(&ran, 0, &["nothing is offloaded"]);
        assert_eq!(ran.stderr.lines().count(), 1);
        let ran = project.romp2cuda(&["run", "a.c"]);
        refused(&ran, 0, &["running on the emulated device"]);
    }
    // Data constructs alone use the device, too.
    for pragma in [
        "target data map(x)\n    x = 0;",
        "target enter data map(to: x)",
        "target exit data map(delete: x)",
        "target update to(present: x) if(0)",
    ] {
        project.write(
            "data.c",
            &format!("int x;\nint main(void)\n{{\n#pragma omp {pragma}\n    return 0;\n}}\n"),
        );
        let ran = project.romp2cuda(&["run", "data.c"]);
        refused(&ran, 0, &["running on the emulated device"]);
        assert_eq!(
            reported(&project, "data.c"),
            "no kernels: data is mapped or copied, and no target region executes on a device\n"
        );
    }
    project.built(&["-c", "a.c"]);
    let ran = project.romp2cuda(&["run", "a.o"]);
    refused(&ran, 0, &["running on"]);
    assert_eq!(
        reported(&project, "host.c"),
        "nothing is offloaded: no target construct has code for a device\n"
    );
    for declaration in ["int x", "int f(void) { return 1; }"] {
        let text =
            format!("#pragma omp declare target\n{declaration};\n#pragma omp end declare target\n");
        project.write("library.c", &text);
        let report = reported(&project, "library.c");
        assert!(
            report.starts_with("no kernels: functions or variables"),
            "{report}"
        );
    }
}

#[test]
fn tools_of_the_command_line_win() {
    let project = Project::new();
    let made = project.shell(
        "ROMP_CXX=/no/such ROMP_HOST_CC=/no/such $CC --host-cc=gcc --device-cxx=g++ a.c -o p",
    );
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    project.write("clang++", "#!/bin/sh\necho clang version 19\n");
    let clang = "chmod +x clang++ && $CC --check=memory --device-cxx=./clang++ a.c -o p";
    refused(
        &project.shell(clang),
        3,
        &["is clang", "need g++", "--check=none"],
    );
    refused(
        &project.cc(&["--device-cxx=/no/such", "a.c"]),
        3,
        &["R0002", "/no/such"],
    );
    let nvcc = [
        "cc",
        "--offload-arch=sm_90",
        "-fopenmp",
        "--nvcc=/no/such",
        "-c",
        "a.c",
    ];
    refused(&project.romp2cuda(&nvcc), 3, &["R0002", "--nvcc=/no/such"]);
}

/// Code that must not be optimised when it is linked, because its functions call themselves, and code that may be.
#[test]
fn kernels_stay_beside_functions_that_call_themselves() {
    let project = Project::new();
    project.write(
        "a.c",
        "#pragma omp declare target\n\
         int deep(int n);\n\
         #pragma omp end declare target\n\
         int main(void)\n\
         {\n\
             int sum = 0;\n\
         #pragma omp target map(tofrom: sum)\n\
             sum = deep(10);\n\
             return sum != 55;\n\
         }\n",
    );
    project.write(
        "b.c",
        "#pragma omp declare target\n\
         int deep(int n) { return n == 0 ? 0 : n + deep(n - 1); }\n\
         #pragma omp end declare target\n",
    );
    // Fetches the toolchain where there is none.
    crate::support::nvcc().unwrap();
    let made = project.shell("$ROMP cc -fopenmp --offload-arch=sm_90 a.c b.c -o p");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let program = std::fs::read(project.path("p")).unwrap();
    let image = object::File::parse(&*program).unwrap();
    let image = image.section_by_name(".romp.image").unwrap();
    let code = b".text.main_1__";
    let kernel = image
        .data()
        .unwrap()
        .windows(code.len())
        .any(|bytes| bytes == code);
    assert!(kernel, "the linked image has no kernel");
}

/// `ld -r` and `cc -r` keep what the link of the program needs.
#[test]
fn partial_links_make_objects_of_the_program() {
    let project = library();
    for line in [
        "ld -r main.o lib.o -o all.o",
        "$CC -r main.o lib.o -o all.o",
    ] {
        let made = project.shell(&format!("{line} && $CC all.o -lstdc++ -o p && ./p"));
        assert_eq!(
            (made.code, made.stdout.as_slice()),
            (Some(0), b"device\n".as_slice()),
            "{line}: {}",
            made.stderr
        );
    }
}

/// Assembler text has the host half alone: the link tells, and not the first region of a run.
#[test]
fn assembler_text_of_device_constructs_is_missed_in_the_link() {
    let project = Project::new();
    for line in [
        "$CC -S a.c -o a.s && $CC -c a.s -o half.o && $CC half.o -o p",
        "$CC -S a.c -o a.s && $CC a.s -o p",
        "$CC -S a.c -o a.s && as a.s -o half.o && ar rc libhalf.a half.o && $CC libhalf.a -o p",
    ] {
        let made = project.shell(&format!("rm -f p libhalf.a; {line}"));
        refused(&made, 1, &["R0007", "no device code", "-c"]);
        assert!(!project.path("p").exists(), "{line}");
    }
    project.write("b.c", "int main(void) { return 0; }\n");
    let made = project.shell("$CC -S b.c -o b.s && $CC b.s -o p && ./p");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
}
