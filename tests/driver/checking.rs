//! Programs for the emulated device with checks: different checks in one program, and code that compilers change.

use super::project::{Project, refused};

/// The C library prints by functions of its headers, which are no device code.
#[test]
fn printing_is_no_access_of_the_regions() {
    let project = Project::new();
    project.write(
        "a.c",
        "#include <stdio.h>\n\
         int main(void)\n\
         {\n\
             char word[8] = \"abc\";\n\
             int number = 3;\n\
         #pragma omp target map(to: word, number)\n\
             {\n\
                 printf(\"%s\\n\", word);\n\
                 printf(\"%d\\n\", number);\n\
             }\n\
             return 0;\n\
         }\n",
    );
    for checks in ["memory", "races", "all"] {
        for level in ["-O0", "-O1", "-O2"] {
            let made = project.shell(&format!("$CC {level} --check={checks} a.c -o p && ./p"));
            assert_eq!(made.code, Some(0), "{checks} {level}: {}", made.stderr);
            assert_eq!(made.stdout, b"abc\n3\n");
        }
    }
}

/// Two regions of the same code are not made one.
#[test]
fn an_access_has_the_line_of_its_own_region() {
    let project = Project::new();
    project.write(
        "a.c",
        "double a[4], b[4];\n\
         int main(void)\n\
         {\n\
             double *p = a, *q = b, c = 0;\n\
         #pragma omp target map(tofrom: c) map(to: p[0:4])\n\
             c = p[1];\n\
         #pragma omp target map(tofrom: c)\n\
             c = q[1];\n\
             return c != 0;\n\
         }\n",
    );
    let made = project.shell("$CC -w -O2 --check=memory a.c -o p && ./p");
    assert_eq!(made.code, Some(1), "{}", made.stderr);
    assert!(
        made.stderr.contains("a.c:8: error: kernel main_2"),
        "{}",
        made.stderr
    );
}

/// Checks of races mark no variables on the stacks, which lie elsewhere then.
#[test]
fn another_threads_variable_is_called_so_by_all_checks() {
    let project = Project::new();
    project.write(
        "a.c",
        "int main(void)\n\
         {\n\
             int sum = 0;\n\
         #pragma omp target parallel num_threads(40) map(tofrom: sum)\n\
             {\n\
                 int own = 3, *p;\n\
         #pragma omp single copyprivate(p)\n\
                 p = &own;\n\
         #pragma omp atomic\n\
                 sum += *p;\n\
         #pragma omp barrier\n\
             }\n\
             return 0;\n\
         }\n",
    );
    for checks in ["memory", "all"] {
        let made = project.shell(&format!("$CC -w -O1 --check={checks} a.c -o p && ./p"));
        assert_eq!(made.code, Some(1), "{checks}: {}", made.stderr);
        let told = "reads 4 bytes of another thread's variable";
        assert!(made.stderr.contains(told), "{checks}: {}", made.stderr);
    }
}

/// Where device code of one file needs that of another, both must be of one kind.
#[test]
fn objects_with_and_without_checks_do_not_mix() {
    let project = Project::new();
    project.write(
        "f.c",
        "#pragma omp declare target\nint f(int *x)\n{\n    return ++*x;\n}\n#pragma omp end declare target\n",
    );
    project.write(
        "m.c",
        "extern int f(int *);\n#pragma omp declare target to(f)\nint main(void)\n{\n    int x = 1;\n\
         #pragma omp target map(x)\n    f(&x);\n    return x != 2;\n}\n",
    );
    for (of_f, of_m, uses) in [
        ("none", "memory", "m.o has checks"),
        ("all", "none", "f.o has checks"),
    ] {
        let made = project.shell(&format!(
            "$CC --check={of_f} -c f.c && $CC --check={of_m} -c m.c && $CC f.o m.o -o p"
        ));
        let words = ["error[R0006]: m.o uses `f` of f.o", uses];
        refused(&made, 1, &words);
        assert!(!made.stderr.contains("undefined"), "{}", made.stderr);
        refused(
            &project.shell("$CC --device-link f.o m.o -o d.o"),
            1,
            &words,
        );
        // A member of an archive, and a source of the same command.
        let made = project.shell("rm -f l.a; ar rc l.a f.o && $CC m.o l.a -o p");
        refused(&made, 1, &["R0006", "`f` of l.a(f.o)"]);
        let made = project.shell(&format!("$CC --check={of_m} m.c f.o -o p"));
        refused(&made, 1, &["R0006", "m.c uses `f` of f.o"]);
    }
    let made = project.shell("$CC --check=races -c f.c && $CC --check=memory f.o m.c -o p && ./p");
    refused(&made, 0, &[]);
    // The linker reports all other symbols that are missing.
    let made = project.shell("$CC --check=races -c f.c && $CC f.o -o p");
    refused(&made, 1, &["main"]);
    assert!(!made.stderr.contains("R0006"), "{}", made.stderr);
}
