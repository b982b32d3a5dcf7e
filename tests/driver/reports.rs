//! `report` beyond one file: figures of programs of several, pages of which a file is refused, architectures.

use crate::project::{Project, refused};
use crate::support;

const HEADER: &str =
    "#pragma omp declare target\ndouble f(double, int);\n#pragma omp end declare target\n";
/// Its array of a thread is indexed by what only the running program knows.
const FUNCTION: &str = "#include \"f.h\"
double f(double x, int i)
{
    double t[64];
    for (int k = 0; k < 64; k++)
        t[k] = x * k;
    for (int k = 0; k < 64; k++)
        t[(k * i) & 63] += t[k];
    return t[i & 63];
}
";
const CALLER: &str = "#include \"f.h\"
void g(double *x)
{
    #pragma omp target teams distribute parallel for num_threads(64) map(tofrom: x[0:65536])
    for (int i = 0; i < 65536; i++)
        x[i] = f(x[i], i);
}
";

#[test]
fn figures_are_those_of_linked_code() {
    let project = Project::new();
    project.write("f.h", HEADER);
    project.write("f.c", FUNCTION);
    project.write("g.c", CALLER);
    let nvcc = support::nvcc().expect("an nvcc");
    let nvcc = nvcc.display().to_string();
    let reported = |files: &[&str]| {
        let words = ["report", "--ptxas", "--offload-arch=sm_90", "--nvcc", &nvcc];
        let report = project.romp2cuda(&[&words, files].concat());
        assert_eq!(report.code, Some(0), "{}", report.stderr);
        String::from_utf8_lossy(&report.stdout).into_owned()
    };
    const ALONE: &str = "of this file's code alone";
    let program = reported(&["g.c", "f.c"]);
    assert!(program.contains("512 bytes stack"), "{program}");
    assert!(!program.contains(ALONE), "{program}");
    // Without the function nothing uses the shared memory that was planned: occupancy counts it all the same.
    let alone = reported(&["g.c"]);
    assert!(!alone.contains("512 bytes stack"), "{alone}");
    assert!(alone.contains(ALONE), "{alone}");
    assert!(alone.contains("by shared memory"), "{alone}");
}

#[test]
fn a_page_shows_files_beside_refused_ones() {
    let project = Project::new();
    project.write("refused.c", CALLER);
    for files in [["a.c", "refused.c"], ["refused.c", "a.c"]] {
        let page = project.romp2cuda(&[&["--format", "html", "report"], files.as_slice()].concat());
        refused(&page, 1, &["f.h"]);
        let text = String::from_utf8_lossy(&page.stdout).into_owned();
        for word in ["main_1", "refused.c is not translated", "</html>"] {
            assert!(text.contains(word), "{files:?}: no {word}");
        }
    }
}

#[test]
fn architectures_that_no_compiler_knows_are_refused() {
    let project = Project::new();
    for command in [["report", "a.c"], ["check", "a.c"], ["cc", "a.c"]] {
        for name in ["sm_200", "sm_60", "compute_91", "sm_80a"] {
            let option = format!("--offload-arch={name}");
            let made = project.romp2cuda(&[command[0], &option, command[1]]);
            refused(&made, 2, &[name, "_70", "_121"]);
        }
    }
    let report = project.romp2cuda(&["report", "--offload-arch=sm_70", "a.c"]);
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let text = String::from_utf8_lossy(&report.stdout).into_owned();
    assert!(text.contains("sm_70") && !text.contains("sm_80"), "{text}");
}
