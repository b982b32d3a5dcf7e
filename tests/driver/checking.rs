//! Checked programs for the emulated device, built with several checks and at the compiler's own pleasure.

use super::project::Project;

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
