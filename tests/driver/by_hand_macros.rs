//! Macros that are changed in both files of a folder, as docs/reading-the-output.md says: what was computed from them
//! follows, or is an error of both compilers with a way out.

use crate::by_hand::{edit, emulated, translated};
use crate::project::{Project, refused};

/// A folder `out` that holds the translation of a program `m.c`, which ends with 0.
fn folder(program: &str) -> Project {
    let project = Project::new();
    project.write("m.c", program);
    translated(&project, "m.c");
    let ran = emulated(&project, "m");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    project
}

/// Changes a macro's definition in both files.
fn change(project: &Project, from: &str, to: &str) {
    for name in ["out/m.c", "out/m.cu"] {
        let define = |text: &str| format!("#define {text}\n");
        edit(project, name, &define(from), &define(to));
    }
}

/// Sizes of arrays, of their rows, of members and of what pointers point to.
const SIZES: &str = "#include <string.h>
#define N 16
#define M 4
struct table { int v[N]; int w[M][N]; };
int main(void)
{
    int got[6] = { 0 };
    #pragma omp target map(tofrom: got)
    {
        int t[N], u[M][N], (*row)[N] = u;
        struct table s;
        memset(t, 1, sizeof t);
        memset(u, 0, sizeof(u));
        got[0] = t[N - 1];
        got[1] = sizeof t / sizeof t[0];
        got[2] = sizeof u[0] / sizeof(u[0][0]) + sizeof *row / sizeof **row;
        got[3] = sizeof s.v / sizeof(int);
        got[4] = sizeof s.w / sizeof s.w[0];
        got[5] = sizeof(int[M][N]) / sizeof(int);
    }
    return got[0] != 0x01010101 || got[1] != N || got[2] != 2 * N || got[3] != N || got[4] != M || got[5] != M * N;
}
";

#[test]
fn sizes_of_arrays_follow_their_macros() {
    let project = folder(SIZES);
    change(&project, "N 16", "N 24");
    change(&project, "M 4", "M 5");
    // The layout of the struct is a number that does not follow, and says so.
    let made = project.shell("make -s -C out emulated");
    refused(&made, 2, &["layout"]);
    let text = project.read("out/m.cu");
    let lines = text.lines().filter(|line| !line.contains("\"layout\""));
    project.write("out/m.cu", &lines.collect::<Vec<_>>().join("\n"));
    let ran = emulated(&project, "m");
    assert_eq!(ran.code, Some(0), "{text}");
}

const NUMBERS: &str = "#define N 16
#define BITS N | 1
enum { FIRST, LAST = N - 1, SOME = BITS, OTHER = 5 };
#pragma omp declare target
static const int first[N] = { [(N - 1)] = 7 };
#pragma omp end declare target
struct cell { int v[N]; };
int main(void)
{
    int got[4] = { 0 };
    #pragma omp target map(tofrom: got)
    {
        struct cell c = { .v = { [N - 2] = 100, [1] = 2 } };
        got[0] = LAST + SOME + OTHER + FIRST;
        got[1] = c.v[N - 2];
        got[2] = first[LAST];
    }
    return got[0] != N - 1 + (BITS) + 5 || got[1] != 100 || got[2] != 7;
}
";

/// Enumeration constants, and places in a list that designators name.
#[test]
fn numbers_that_were_computed_from_a_macro_are_told() {
    let project = folder(NUMBERS);
    let cuda = project.read("out/m.cu");
    for check in [
        "static_assert(LAST == N - 1, ",
        "static_assert(SOME == (BITS), ",
        "static_assert((N - 1) == 15, ",
        "static_assert(N - 2 == 14, ",
    ] {
        assert!(cuda.contains(check), "{check}\n{cuda}");
    }
    assert!(!cuda.contains("static_assert(OTHER"), "{cuda}");
    change(&project, "N 16", "N 20");
    let nvcc = crate::support::nvcc().unwrap();
    let nvcc = format!("make -s -C out NVCC={} m.fatbin", nvcc.display());
    for build in ["make -s -C out emulated", &nvcc] {
        refused(&project.shell(build), 2, &["translate again"]);
    }
}
