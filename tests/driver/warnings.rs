//! Warnings of programs that were built before, and options that name warnings.

use crate::project::{Project, refused};

/// Every thread of the loop writes `s`.
const SHARED: &str = "#warning look here
int main(void)
{
    int s = 0, unused;
    #pragma omp target teams distribute parallel for map(s)
    for (int i = 0; i < 9; i++)
        s = i; // HERE
    return 0;
}
";

#[test]
fn a_program_from_the_cache_warns_again() {
    let project = Project::new();
    project.write("w.c", SHARED);
    let said = |words: &[&str]| {
        let ran = project.romp2cuda(&[&["run", "w.c", "-Wall"], words].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        ran.stderr
    };
    let first = said(&[]);
    for words in ["[W7001]", "-Wunused-variable", "#warning", "running on"] {
        assert!(first.contains(words), "{words}: {first}");
    }
    assert_eq!(said(&[]), first);
    let json = said(&["--format=json"]);
    assert!(json.contains("\"code\":\"W7001\""), "{json}");
    assert!(said(&["--color=always"]).contains("\u{1b}["));
    assert_eq!(said(&[]), first);
    // A build that shows its steps (-v, -###) has other output, and does not replace what is kept of one that does not.
    let steps = said(&["-v", "-DOTHER"]);
    assert!(steps.contains("# gcc took"), "{steps}");
    assert_eq!(said(&["-DOTHER"]), first);
    said(&["-###", "-DTHIRD"]);
    assert_eq!(said(&["-DTHIRD"]), first);
    assert!(!said(&["-Wno-shared-in-loop"]).contains("W7001"));
    // A comment is not in the preprocessed text.
    project.write(
        "w.c",
        &SHARED.replace("HERE", "romp2cuda: allow(shared-in-loop)"),
    );
    assert!(!said(&[]).contains("W7001"));
    assert!(!said(&[]).contains("W7001"));
}

#[test]
fn names_that_no_warning_has_get_a_warning() {
    let project = Project::new();
    project.write("w.c", SHARED);
    for (word, text) in [
        ("-Wno-W7001", "write `-Wno-shared-in-loop`"),
        ("-Wno-shared-in-lop", "write `-Wno-shared-in-loop`"),
        ("-Wno-serialized", "write `-Wno-serialised`"),
        ("-Wno-nonsense", "gcc's is called `nonsense`"),
    ] {
        refused(&project.cc(&["-c", "w.c", word]), 0, &["[W0005]", text]);
    }
    refused(
        &project.cc(&["-c", "w.c", "-Wno-W7001", "-Werror=unknown-warning"]),
        1,
        &["error[W0005]"],
    );
    let twice = project.cc(&["-c", "w.c", "-Wno-nonsense", "-Wno-nonsense"]);
    assert_eq!(
        twice.stderr.matches("[W0005]").count(),
        1,
        "{}",
        twice.stderr
    );
    for words in [
        ["-Wno-nonsense", "-Wno-shared-in-loop"],
        ["-Wno-unused", "-Wno-error=format"],
        ["-Wno-W7001", "-Wno-unknown-warning"],
        ["-Wno-W7001", "-w"],
    ] {
        let made = project.cc(&["-c", "w.c", words[0], words[1]]);
        refused(&made, 0, &[]);
        assert!(!made.stderr.contains("W0005"), "{words:?}: {}", made.stderr);
    }
    // Without another warning there is a message only for names that the translator's warnings have, or nearly: as gcc does
    // it for its own.
    assert_eq!(project.built(&["-c", "a.c", "-Wno-nonsense"]), "");
    assert!(
        project
            .built(&["-c", "a.c", "-Wno-W7001"])
            .contains("W0005")
    );
}

/// Of one text two compilers would warn: the host's does, by C's rules.
#[test]
fn device_compilers_do_not_warn_again() {
    let project = Project::new();
    project.write(
        "w.c",
        "static int shifted(int n) { return n << 33; } // HERE\n\
         int main(void)\n\
         {\n\
             int r = 0;\n\
             unsigned u = 3;\n\
         #pragma omp target map(tofrom: r)\n\
             {\n\
                 if (u < 0)\n\
                     r = shifted(1);\n\
                 r == 3;\n\
             }\n\
             return 0;\n\
         }\n",
    );
    // Fetches the toolchain where there is none.
    crate::support::nvcc().unwrap();
    for arch in ["emulated", "sm_90"] {
        let made = project.shell(&format!("$ROMP cc -fopenmp --offload-arch={arch} -c w.c"));
        refused(&made, 0, &["w.c:1:", "[-Wshift-count-overflow]"]);
        let again = made.stderr.matches("warning").count() != 1;
        let foreign = ["-D: ", "Remark", "note:"]
            .iter()
            .any(|word| made.stderr.contains(word));
        assert!(!again && !foreign, "{arch}: {}", made.stderr);
    }
}
