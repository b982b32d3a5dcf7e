//! Folders carried on with by hand of which one of the files does not follow an edit, so that a launch brings a kernel
//! less than it uses: threads, memory, data of another layout. A GPU would compute something wrong in silence.

use crate::by_hand::{edit, emulated, emulated_with, nvcc_make, translated};
use crate::project::{Project, refused};

/// A folder `out` that holds the translation of a program `p.c` whose result is right.
fn folder(program: &str) -> Project {
    let project = Project::new();
    project.write("p.c", program);
    translated(&project, "p.c");
    let ran = emulated(&project, "p");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    project
}

/// The same for an edit of the CUDA text that its launch does not know of.
fn told(project: &Project, from: &str, to: &str, words: &[&str]) {
    let before = project.read("out/p.cu");
    refused(&emulated_with(project, "p", "p.cu", from, to), 1, words);
    project.write("out/p.cu", &before);
}

const LOOP: &str = "#include <stdlib.h>
int main(void)
{
    int n = 1000, *x = calloc(2 * n, sizeof(int));
    #pragma omp target teams distribute parallel for map(tofrom: x[0:2 * n])
    for (int i = 0; i < n; i++) {
        if (x[i] != 0)
            continue;
        x[i] = i;
        goto end;
    end:;
    }
    return x[999] != 999;
}
";

/// Each thread has one iteration at most: a grid for fewer leaves some out.
#[test]
fn loops_that_their_grid_does_not_cover_are_told() {
    let project = folder(LOOP);
    let words = [
        "romp::one_each counts 2000 iterations",
        "romp_iterations(n)",
    ];
    told(&project, "part, 0, n)", "part, 0, 2 * n)", &words);
    // A few more than there are iterations have threads in the last block.
    edit(&project, "out/p.cu", "part, 0, n)", "part, 0, n + 1)");
    assert_eq!(emulated(&project, "p").code, Some(0));
    let checked = project.shell("make -s -C out emulated CHECK=races && out/p-emulated");
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
}

const NEST: &str = "#include <stdlib.h>
int main(int argc, char **argv)
{
    int l = 3, m = 40, n = argc > 1 ? atoi(argv[1]) : 50, *x = calloc(2 * l * m * 50, sizeof(int));
    #pragma omp target teams distribute parallel for collapse(3) map(tofrom: x[0:2 * l * m * 50])
    for (int k = 0; k < l; k++)
        for (int j = 0; j < m; j++)
            for (int i = 0; i < n; i++)
                x[(k * m + j) * n + i] = 1;
    return n > 0 && x[l * m * n - 1] != 1;
}
";

#[test]
fn nests_that_their_grid_does_not_cover_are_told() {
    let project = folder(NEST);
    for (letter, from, to) in [
        ("x", "romp::below<int>(0, n)", "romp::below<int>(0, 2 * n)"),
        ("y", "romp::below<int>(0, m)", "romp::below<int>(0, 2 * m)"),
        ("z", "romp::below<int>(0, l)", "romp::below<int>(0, 2 * l)"),
    ] {
        let words = [
            format!("romp::along_{letter} counts"),
            "outermost first".into(),
        ];
        told(&project, from, to, &words.each_ref().map(String::as_str));
    }
    // The grid of a nest with an empty loop counts none of its loops.
    let made = project.shell("make -s -C out emulated && out/p-emulated 0");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let checked =
        project.shell("make -s -C out emulated CHECK=all && out/p-emulated 0 && out/p-emulated");
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
}

const DYNAMIC: &str = "#include <stdlib.h>
int main(void)
{
    int x[128];
    for (int i = 0; i < 128; i++)
        x[i] = i;
    #pragma omp target map(tofrom: x)
    for (int i = 0; i < 128; i++)
        x[i]++;
    return x[127] != 128;
}
";

/// A kernel for `DYNAMIC` whose threads exchange their elements in dynamic shared memory.
const REVERSES: &str = "\nextern \"C\" __global__ void __launch_bounds__(128) reverse(int *x)
{
    int *room = &romp::dynamic_shared<int>();
    room[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = room[127 - threadIdx.x];
}
";

#[test]
fn dynamic_shared_memory_is_as_large_as_the_launch_says() {
    let project = folder(DYNAMIC);
    project.write("out/p.cu", &(project.read("out/p.cu") + REVERSES));
    let entry = "ROMP_KERNELS(\n    ROMP_KERNEL_ENTRY(reverse, 1),\n";
    edit(&project, "out/p.emulated.cpp", "ROMP_KERNELS(\n", entry);
    let launch = "    ROMP_TARGET(\"p.c:10\", reverse, romp_block(128), romp_num_teams(1), romp_dynamic_shared(512), \
                  romp_tofrom(x, 0, 128))\n        ;\n    return x[0] != 128 || x[127] != 1;\n";
    edit(&project, "out/p.c", "    return x[127] != 128;\n", launch);
    let ran = emulated(&project, "p");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    nvcc_make(&project);
    let checked = project.shell("make -s -C out emulated CHECK=memory && out/p-emulated");
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    // Less than the threads use, and than the object takes.
    edit(&project, "out/p.c", "shared(512)", "shared(256)");
    let checked = project.shell("make -s -C out emulated CHECK=memory && out/p-emulated");
    refused(&checked, 1, &["kernel reverse", "dynamic shared memory"]);
    edit(
        &project,
        "out/p.cu",
        "int *room = &romp::dynamic_shared<int>();",
        "int (&room)[128] = romp::dynamic_shared<int[128]>();",
    );
    let words = [
        "an object of 512 bytes",
        "256 bytes",
        "romp_dynamic_shared(n)",
    ];
    refused(&emulated(&project, "p"), 1, &words);
    edit(&project, "out/p.c", "romp_dynamic_shared(256), ", "");
    refused(
        &emulated(&project, "p"),
        1,
        &["an object of 512 bytes", "has 0 bytes"],
    );
}

const SUMS: &str = "int main(void)
{
    int n = 100000;
    long a = 0, b[2] = { 0 };
    #pragma omp target teams distribute parallel for reduction(+: a) map(tofrom: a)
    for (int i = 0; i < n; i++)
        a += i;
    return a != 4999950000 || b[1] != 0;
}
";

/// Further items of a reduction, for which teams leave more in scratch memory.
#[test]
fn scratch_memory_for_fewer_items_is_told() {
    let project = folder(SUMS);
    let item = "romp::plus(a, a_private)";
    let more = format!("{item}, romp::plus(b[0], a_private), romp::plus(b[1], a_private)");
    edit(&project, "out/p.cu", item, &more);
    edit(
        &project,
        "out/p.cu",
        "void *scratch)",
        "void *scratch, long *b)",
    );
    edit(
        &project,
        "out/p.c",
        "romp_scratch(16)",
        "romp_scratch(16), romp_tofrom(b, 0, 2)",
    );
    edit(&project, "out/p.c", "b[1] != 0", "b[1] != a");
    let words = ["24 bytes of scratch memory", "brings 16", "romp_scratch(n)"];
    refused(&emulated(&project, "p"), 1, &words);
    edit(
        &project,
        "out/p.c",
        "romp_scratch(16)",
        "romp_scratch(3 * 16)",
    );
    let ran = emulated(&project, "p");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}

const LAYOUTS: &str = "struct cell { double v; int k; };
typedef double real;
int main(void)
{
    struct cell c[8] = { { 1, 2 } }, one = { 1, 2 }, *q = c;
    real x[8] = { 1 }, sum = 0, *p = x;
    real m[4][2] = { { 1 } };
    #pragma omp target map(tofrom: q[0:8], one, sum) map(to: p[0:8], m)
    {
        sum = q[0].v + p[0] + one.v + m[0][0];
        q[0].k++;
        one.k++;
    }
    return sum != 4 || c[0].k != 3 || one.k != 3;
}
";

/// Types that are other ones in one of the files.
#[test]
fn elements_of_other_sizes_are_told() {
    let project = folder(LAYOUTS);
    let words = [
        "takes a pointer to objects of",
        "its construct's list gives a pointer to objects of",
    ];
    let (host, cuda) = (project.read("out/p.c"), project.read("out/p.cu"));
    edit(
        &project,
        "out/p.c",
        "typedef double real",
        "typedef float real",
    );
    refused(&emulated(&project, "p"), 1, &words);
    project.write("out/p.c", &host);
    edit(
        &project,
        "out/p.c",
        "{ double v; int k; }",
        "{ double v; int k; double w; }",
    );
    refused(&emulated(&project, "p"), 1, &words);
    project.write("out/p.c", &host);
    project.write(
        "out/p.cu",
        &cuda
            .replace("const real *p", "const float *p")
            .replace("const double *p", "const float *p"),
    );
    refused(&emulated(&project, "p"), 1, &words);
}

/// What is missing from the files that only the emulated device needs, in its own words.
#[test]
fn entries_of_the_emulated_device_are_named() {
    let project = folder(LOOP);
    let kernel = "\n__device__ int bias = 3;\nextern \"C\" __global__ void __launch_bounds__(1) biased(int *x)\n{\n    x[0] += bias;\n}\n";
    project.write("out/p.cu", &(project.read("out/p.cu") + kernel));
    edit(
        &project,
        "out/p.c",
        "int main",
        "int bias = 3;\nROMP_DECLARE_TARGET(bias)\nint main",
    );
    let ran = emulated(&project, "p");
    refused(&ran, 1, &["ROMP_GLOBAL_ENTRY(bias)", ".emulated.cpp"]);
    assert!(
        !ran.stderr.contains("nvcc") && !ran.stderr.contains("ROMP_DEVICE=emulated runs"),
        "{}",
        ran.stderr
    );
    let (from, to) = ("ROMP_GLOBALS()", "ROMP_GLOBALS(ROMP_GLOBAL_ENTRY(bias))");
    let ran = emulated_with(&project, "p", "p.emulated.cpp", from, to);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    // A unit of another name.
    let makefile = project.read("out/Makefile");
    project.write("out/Makefile", &makefile.replace("'\"p\"'", "'\"q\"'"));
    let ran = emulated(&project, "p");
    refused(&ran, 1, &["unit q", "FILE.emulated.cpp must be equal"]);
}

const RACE: &str = "#include <stdio.h>
int main(void)
{
    int n = 64, x[64], y[64];
    for (int i = 0; i < n; i++)
        x[i] = i;
    #pragma omp target map(to: x) map(from: y)
    {
        int t[64];
        #pragma omp parallel num_threads(64)
        {
            #pragma omp for
            for (int i = 0; i < n; i++)
                t[i] = x[i];
            #pragma omp for
            for (int i = 0; i < n; i++)
                y[i] = t[n - 1 - i];
        }
    }
    return y[0] != 63;
}
";

/// The checks that `run` and `cc --check` make of C make those of a folder, too.
#[test]
fn folders_are_built_with_checks() {
    let project = folder(RACE);
    let check = |which: &str| {
        let made = format!("make -s -C out emulated CHECK={which} && out/p-emulated");
        project.shell(&format!(
            "{made}; code=$?; nm -u out/p.emulated.o | grep -E '__tsan_[rwa]'; exit $code"
        ))
    };
    for which in ["none", "memory", "races", "all"] {
        let ran = check(which);
        assert_eq!(
            (ran.code, ran.stdout.as_slice()),
            (Some(0), &b""[..]),
            "{which}: {}",
            ran.stderr
        );
    }
    // Beyond what is mapped.
    let host = project.read("out/p.c");
    edit(&project, "out/p.c", "romp_to_var(x)", "romp_to(x, 0, 60)");
    for which in ["memory", "all"] {
        refused(&check(which), 1, &["kernel main_1", "x[0:60]", "p.cu:"]);
    }
    project.write("out/p.c", &host);
    // Without the barrier between both loops.
    let text = project.read("out/p.cu");
    let barrier = "romp::team_barrier();\n";
    assert!(text.contains(barrier), "{text}");
    let from = text.find("= x[i]").expect("the first loop");
    let at = from + text[from..].find(barrier).expect("its barrier");
    project.write(
        "out/p.cu",
        &format!("{}{}", &text[..at], &text[at + barrier.len()..]),
    );
    for which in ["races", "all"] {
        refused(&check(which), 1, &["a race", "p.cu:"]);
    }
    let other = project.shell("make -s -C out emulated CHECK=some");
    refused(
        &other,
        2,
        &["CHECK is none, memory, races or all, not some"],
    );
}
