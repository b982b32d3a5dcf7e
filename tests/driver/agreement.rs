//! Device code of several files that need each other: what no file defines for the device, what files declare otherwise,
//! and files for other devices are told, with the place and before a linker does.

use crate::project::{Project, refused};

/// A message names a function or variable that no file defines for the device, or that another file declares otherwise,
/// before a linker does.
#[test]
fn device_code_that_no_file_defines_is_named_and_located() {
    let project = Project::new();
    project.write(
        "a.c",
        "#pragma omp begin declare target\n\
         extern int table[4];\n\
         int f(int x);\n\
         #pragma omp end declare target\n\
         static int through(int i) { return f(table[i]); }\n\
         int main(void)\n\
         {\n\
             int r = 0;\n\
         #pragma omp target map(tofrom: r)\n\
             r = through(1);\n\
             return r != 2;\n\
         }\n",
    );
    let device = "#pragma omp declare target to";
    let b = |types: &str, directive: &str| {
        let text = format!(
            "{types} table[4] = {{1, 2, 3, 4}};\nint f(int x) {{ return x; }}\n{directive}\n"
        );
        project.write("b.c", &text);
    };
    // Fetches the toolchain where there is none.
    crate::support::nvcc().unwrap();
    for arch in ["emulated", "sm_90"] {
        let cc = format!("$ROMP cc -fopenmp --offload-arch={arch}");
        b("int", &format!("{device}(table)"));
        let function = [
            "error[R0007]: device code uses `f`, which b.c defines for the host only",
            "a.c:5:",
            "called here, in `through`, which the target region at a.c:9 calls",
            "around the definition of `int f(int)`",
        ];
        refused(&project.shell(&format!("{cc} a.c b.c -o p")), 1, &function);
        b("int", &format!("{device}(f)"));
        let variable = [
            "R0007",
            "uses `table`, which b.c defines for the host only",
            "a.c:5:",
        ];
        let made = project.shell(&format!("{cc} a.c b.c -o p"));
        refused(&made, 1, &variable);
        assert!(!project.path("p").exists());
        assert!(
            !made.stderr.contains("nvlink") && !made.stderr.contains("undefined"),
            "{}",
            made.stderr
        );
        // In a member of an archive, and with another type.
        let made = project.shell(&format!(
            "rm -f l.a; {cc} -c b.c && ar rc l.a b.o && {cc} a.c l.a -o p"
        ));
        refused(
            &made,
            1,
            &["R0007", "which l.a(b.o) defines for the host only"],
        );
        b("long", &format!("{device}(f, table)"));
        let types = [
            "as `int table[4]`, and another file defines it as `long table[4]`",
            "b.c:1:",
        ];
        refused(&project.shell(&format!("{cc} a.c b.c -o p")), 1, &types);
        b("int", &format!("{device}(f, table)"));
        refused(&project.shell(&format!("{cc} a.c b.c -o p")), 0, &[]);
    }
}

/// A program whose region uses a table and a function of `b.c`, and both, with the types and names given.
fn program_of_two_files(table: &str, function: &str) -> Project {
    let project = Project::new();
    project.write(
        "a.c",
        "#include <stdio.h>\n\
         #pragma omp begin declare target\n\
         extern int table[4];\n\
         int f(int x);\n\
         #pragma omp end declare target\n\
         int main(void)\n\
         {\n\
             int r = 0;\n\
         #pragma omp target map(tofrom: r)\n\
             r = f(table[1]);\n\
             printf(\"%d\\n\", r);\n\
             return r != 2;\n\
         }\n",
    );
    project.write(
        "b.c",
        &format!(
            "#pragma omp begin declare target\n\
             {table} = {{1, 2, 3, 4}};\n\
             {function}\n\
             #pragma omp end declare target\n"
        ),
    );
    project
}

const TABLE: &str = "int table[4]";
const FUNCTION: &str = "int f(int x) { return x; }";

/// What other linkers join although it does not agree is told when the program starts.
#[test]
fn units_that_other_linkers_join_must_agree() {
    let build = "$CC -c a.c b.c && gcc a.o b.o $($ROMP cc --print-link-flags) -o p";
    for (table, function, words) in [
        (TABLE, FUNCTION, None),
        (
            "long table[4]",
            FUNCTION,
            Some("uses `table` as `int table[4]`, and another file defines it as `long table[4]`"),
        ),
        (
            "int table[8]",
            FUNCTION,
            Some("another file defines it as `int table[8]`"),
        ),
        (
            TABLE,
            "double f(int x) { return x; }",
            Some("uses `f` as `int f(int)`, and another file defines it as `double f(int)`"),
        ),
    ] {
        let project = program_of_two_files(table, function);
        let made = project.shell(build);
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        for environment in ["OMP_TARGET_OFFLOAD=MANDATORY", "OMP_TARGET_OFFLOAD=DEFAULT"] {
            let ran = project.shell(&format!("{environment} ./p"));
            match words {
                None => assert_eq!(ran.stdout, b"2\n", "{}", ran.stderr),
                Some(words) => {
                    let places = [
                        "romp: error: device code uses",
                        "used at a.c:10, in the target region at a.c:9",
                        "defined at b.c:",
                    ];
                    refused(&ran, 1, &[&places[..], &[words]].concat());
                }
            }
        }
    }
}

/// A program and its libraries have device code of their own, which need not agree.
#[test]
fn libraries_have_device_code_of_their_own() {
    let project = program_of_two_files("long table[4]", FUNCTION);
    project.write(
        "lib.c",
        "#pragma omp begin declare target\n\
         int table[4] = {5, 6, 7, 8};\n\
         #pragma omp end declare target\n\
         int of_library(void)\n\
         {\n\
             int r = 0;\n\
         #pragma omp target map(tofrom: r)\n\
             r = table[1];\n\
             return r;\n\
         }\n",
    );
    project.write(
        "a.c",
        "#include <stdio.h>\n\
         int of_library(void);\n\
         #pragma omp begin declare target\n\
         extern long table[4];\n\
         #pragma omp end declare target\n\
         int main(void)\n\
         {\n\
             long r = 0;\n\
         #pragma omp target map(tofrom: r)\n\
             r = table[1];\n\
             printf(\"%ld %d\\n\", r, of_library());\n\
             return 0;\n\
         }\n",
    );
    let build = "$CC -fPIC -c a.c b.c lib.c && \
         gcc -shared -Wl,-Bsymbolic lib.o $($ROMP cc --print-link-flags) -o liblib.so && \
         gcc a.o b.o $($ROMP cc --print-link-flags) ./liblib.so -Wl,-rpath,. -o p";
    let made = project.shell(build);
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let ran = project.shell("OMP_TARGET_OFFLOAD=MANDATORY ./p");
    assert_eq!(ran.stdout, b"2 6\n", "{}", ran.stderr);
}

/// Files that are translated together are compared; what others may define is a warning.
#[test]
fn translated_units_must_agree() {
    let translate = "$ROMP translate --offload-arch=emulated a.c b.c -o out";
    let project = program_of_two_files("float table[4]", FUNCTION);
    let words = [
        "error[R0007]",
        "uses `table` as `int table[4]`, and another file defines it as `float table[4]`",
        "a.c:10:",
        "b.c:2:",
    ];
    refused(&project.shell(translate), 1, &words);
    assert!(!project.path("out").exists());
    let project = program_of_two_files(TABLE, FUNCTION);
    let made = project.shell(translate);
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
    let ran = project.shell("make -s -C out emulated && out/a-emulated");
    assert_eq!(ran.stdout, b"2\n", "{}", ran.stderr);
    let alone = "$ROMP translate --offload-arch=emulated a.c -o alone";
    let words = [
        "warning[R0007]",
        "uses `table`, which none of the translated files defines for the device",
        "a.c:10:",
        "translate it together with the file",
    ];
    refused(&project.shell(alone), 0, &words);
    assert_eq!(project.shell(&format!("{alone} -- -w")).stderr, "");
}

/// Device code for the emulated device and device code for GPUs, or for other GPUs, that need each other.
#[test]
fn files_for_other_devices_are_told() {
    crate::support::nvcc().unwrap();
    let project = program_of_two_files(TABLE, FUNCTION);
    let cc = |arch: &str| format!("$ROMP cc -fopenmp --offload-arch={arch}");
    for (a, b, words) in [
        (
            "emulated",
            "sm_90",
            "which b.o defines for GPUs, and not for the emulated device",
        ),
        (
            "sm_90",
            "emulated",
            "which b.o defines for the emulated device, and not for GPUs",
        ),
        ("sm_80", "sm_90", "no architecture in common: "),
    ] {
        let line = format!(
            "{} -c a.c && {} -c b.c && {} a.o b.o -o p",
            cc(a),
            cc(b),
            cc(b)
        );
        let made = project.shell(&line);
        let all = ["error[R0007]", words, "with the same --offload-arch="];
        refused(&made, 1, &all);
        assert!(
            !made.stderr.contains("undefined") && !made.stderr.contains("nvlink"),
            "{}",
            made.stderr
        );
        assert!(!project.path("p").exists());
    }
    let some = format!(
        "{} -c a.c && {} -c b.c && {} a.o b.o -o p",
        cc("sm_80,sm_90"),
        cc("sm_90"),
        cc("sm_90")
    );
    let words = ["is linked for sm_90 only", "a.o for sm_80, sm_90"];
    refused(&project.shell(&some), 0, &words);
}
