//! Names of files in Makefiles of translated folders: those that make has are built, the others are refused.

use crate::project::{PROGRAM, Project, refused};

#[test]
fn names_that_make_has_are_built() {
    let project = Project::new();
    for (name, program) in [
        ("a#b, c@d.c", "a#b, c@d"),
        ("another extension.inc", "another extension"),
        ("clean.c", "clean.out"),
    ] {
        project.write(name, PROGRAM);
        let made = project.shell(&format!(
            "rm -rf out && $ROMP translate --offload-arch=emulated '{name}' -o out -- '-DNUMBER=\"#1\"' && cd out && \
             make -s emulated && './{program}-emulated' && make -s emulated"
        ));
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{name}");
        assert_eq!(made.stdout, b"device\n", "{name}");
    }
}

#[test]
fn names_that_make_cannot_have_are_refused() {
    let project = Project::new();
    for name in [
        "a'b.c",
        "a\"b.c",
        "a$b.c",
        "a\\b.c",
        "a%b.c",
        "a;b.c",
        "a&b.c",
        "a(b).c",
        "a*b.c",
        "a?b.c",
        "a[b].c",
        "a=b.c",
        "a:b.c",
        "a|b.c",
        "a<b.c",
        "a`b.c",
        "~ab.c",
        "Makefile.c",
        "@ab.c",
        "alone",
    ] {
        project.write(name, PROGRAM);
        let made = project.romp2cuda(&["translate", name, "-o", "out"]);
        refused(&made, 2, &["Makefile", "give it another name"]);
        assert!(!project.path("out").exists(), "{name}");
    }
}
