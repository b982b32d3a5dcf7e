//! Translated folders that someone carries on with by hand: kernels in plain CUDA, new kernels, and edits that one of the
//! files does not follow, which the emulated device tells.

use crate::project::{Project, refused};
use crate::support::Finished;

const WORDS_C: &str = include_str!("../by_hand/words.c");
const WORDS_CU: &str = include_str!("../by_hand/words.cu");

/// Two files with a device function in common, so that both are linked to one image.
const MAIN: &str = "#include <stdio.h>
#pragma omp begin declare target
int twice(int);
#pragma omp end declare target
void more(int *);
int a[8];
int main(void)
{
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 8; i++)
        a[i] = twice(i);
    more(a);
    printf(\"%d %d\\n\", a[1], a[7]);
    return 0;
}
";
const MORE: &str = "#pragma omp begin declare target
int twice(int x) { return 2 * x; }
#pragma omp end declare target
void more(int *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:8])
    for (int i = 0; i < 8; i++)
        a[i] = twice(a[i]);
}
";

/// A folder `out` that holds the translation of `words.c`.
fn words() -> Project {
    let project = Project::new();
    project.write("words.c", WORDS_C);
    translated(&project, "words.c");
    project
}

pub fn translated(project: &Project, files: &str) {
    let made = project.shell(&format!("$ROMP translate {files} -o out"));
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
}

/// Replaces text of a file, which must be there once.
pub fn edit(project: &Project, name: &str, from: &str, to: &str) {
    let text = project.read(name);
    assert_eq!(text.matches(from).count(), 1, "{name}: {from}\n{text}");
    project.write(name, &text.replace(from, to));
}

/// Builds `out` for the emulated device and runs it.
pub fn emulated(project: &Project, program: &str) -> Finished {
    let made = project.shell("make -s -C out emulated");
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
    project.shell(&format!(
        "ROMP_DEVICE=emulated OMP_TARGET_OFFLOAD=MANDATORY out/{program}-emulated"
    ))
}

/// Replaces text of a file of `out`, builds it for the emulated device and runs it.
pub fn emulated_with(
    project: &Project,
    program: &str,
    name: &str,
    from: &str,
    to: &str,
) -> Finished {
    edit(project, &format!("out/{name}"), from, to);
    emulated(project, program)
}

/// Builds `out` for GPUs, without a warning.
pub fn nvcc_make(project: &Project) {
    let nvcc = crate::support::nvcc().unwrap();
    let made = project.shell(&format!("make -s -C out NVCC={} all", nvcc.display()));
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
}

/// All words of CUDA that kernels use have the meaning that they have on a GPU, in each order of threads.
#[test]
fn plain_cuda_runs_on_the_emulated_device() {
    let project = words();
    assert_eq!(emulated(&project, "words").stdout, b"all right\n");
    project.write("out/words.cu", WORDS_CU);
    let entry = "words.emulated.cpp";
    let ran = emulated_with(&project, "words", entry, "(main_5, 0)", "(main_5, 1)");
    assert_eq!(ran.stdout, b"all right\n", "{}", ran.stderr);
    for seed in 1..4 {
        let ran = project.shell(&format!("ROMP_SCHEDULE_SEED={seed} out/words-emulated"));
        assert_eq!(ran.stdout, b"all right\n", "{seed}: {}", ran.stderr);
    }
    nvcc_make(&project);
}

/// The first barrier of a kernel, wherever it stands among kernels whose threads wait.
#[test]
fn a_kernel_that_waits_needs_its_entry() {
    let project = words();
    project.write("out/words.cu", WORDS_CU);
    refused(
        &emulated(&project, "words"),
        1,
        &[
            "kernel main_5, team 0: waits for other threads",
            "Write 1 there",
        ],
    );
}

#[test]
fn blocks_that_a_kernel_is_not_compiled_for_are_told() {
    let project = words();
    let (exact, other) = ("romp_exact_block(40)", "romp_exact_block(64)");
    let ran = emulated_with(&project, "words", "words.c", exact, other);
    let words_of_failure = [
        "kernel main_5",
        "romp::block_is<40>() says that blocks have 40 threads, and the launch has blocks of 64",
        "romp_exact_block together",
    ];
    refused(&ran, 1, &words_of_failure);
}

/// Elements of a list and parameters of the kernel that do not agree.
#[test]
fn parameters_of_other_types_are_told() {
    let project = Project::new();
    project.write(
        "p.c",
        "#include <stddef.h>
int main(void)
{
    size_t cells = 3;
    int steps = 2, sum[1] = { 0 };
    float by = 1;
    #pragma omp target map(tofrom: sum) firstprivate(cells, steps, by)
    sum[0] = (int)cells * steps + (int)by;
    return sum[0] != 7;
}
",
    );
    translated(&project, "p.c");
    assert_eq!(emulated(&project, "p").code, Some(0));
    let text = project.read("out/p.cu");
    let start = text.find("main_1(").expect("a kernel") + "main_1(".len();
    let end = start + text[start..].find(')').expect("its parameters");
    let parameters: Vec<&str> = text[start..end].split(',').map(str::trim).collect();
    assert_eq!(parameters.len(), 4, "{text}");
    let at = |name: &str| {
        let found = parameters.iter().position(|one| one.ends_with(name));
        found.unwrap_or_else(|| panic!("{name}: {text}"))
    };
    for (a, b) in [("cells", "steps"), ("steps", "by"), ("cells", "sum")] {
        let mut order = parameters.clone();
        order.swap(at(a), at(b));
        let edited = format!("{}{}{}", &text[..start], order.join(", "), &text[end..]);
        project.write("out/p.cu", &edited);
        let place = format!("as parameter {}", at(a).min(at(b)) + 1);
        let words = ["kernel main_1 takes", &place, "its construct's list gives"];
        refused(&emulated(&project, "p"), 1, &words);
    }
}

/// A kernel that was added by hand needs its entry for the emulated device and nothing else.
#[test]
fn a_new_kernel_in_a_program_of_several_files() {
    let project = Project::new();
    project.write("main.c", MAIN);
    project.write("more.c", MORE);
    translated(&project, "main.c more.c");
    assert_eq!(emulated(&project, "main").stdout, b"4 28\n");
    let kernel = "\nextern \"C\" __global__ void __launch_bounds__(128) add_one(int *a)\n{\n    \
                  for (int i = threadIdx.x; i < 8; i += blockDim.x)\n        a[i] += 1;\n}\n";
    project.write("out/more.cu", &(project.read("out/more.cu") + kernel));
    let host = project.read("out/more.c");
    let end = host.rfind('}').expect("the end of the function");
    let launch = "    ROMP_TARGET(\"more.c:10\", add_one, romp_block(128), romp_num_teams(1), romp_tofrom(a, 0, 8))\n        ;\n";
    project.write(
        "out/more.c",
        &format!("{}{launch}{}", &host[..end], &host[end..]),
    );
    let words = [
        "more.c:10",
        "kernel add_one: the emulated image has no such kernel",
        "ROMP_KERNEL_ENTRY(add_one, 1)",
    ];
    refused(&emulated(&project, "main"), 1, &words);
    let entry = "ROMP_KERNELS(\n    ROMP_KERNEL_ENTRY(add_one, 0),\n";
    let file = "more.emulated.cpp";
    let ran = emulated_with(&project, "main", file, "ROMP_KERNELS(\n", entry);
    assert_eq!(ran.stdout, b"5 29\n", "{}", ran.stderr);
    nvcc_make(&project);
}

/// A macro that was changed in both files, from which the struct of shared memory and the number of threads come.
#[test]
fn sizes_that_were_computed_from_a_changed_macro_are_told() {
    let project = Project::new();
    project.write(
        "m.c",
        "#define ROWS 32
#define THREADS 64
int main(void)
{
    double sum = 0;
    #pragma omp target map(tofrom: sum)
    {
        double row[ROWS];
        #pragma omp parallel for num_threads(THREADS)
        for (int i = 0; i < ROWS; i++)
            row[i] = i;
        for (int i = 0; i < ROWS; i++)
            sum += row[i];
    }
    return sum != ROWS * (ROWS - 1) / 2;
}
",
    );
    translated(&project, "m.c");
    assert_eq!(emulated(&project, "m").code, Some(0));
    let nvcc = crate::support::nvcc().unwrap();
    let nvcc = format!("make -s -C out NVCC={} m.fatbin", nvcc.display());
    for (macro_, other, words) in [
        ("ROWS 32", "ROWS 64", "memory is planned for this size"),
        (
            "THREADS 64",
            "THREADS 128",
            "numbers here and in the launch come from this",
        ),
    ] {
        let (cuda, host) = (project.read("out/m.cu"), project.read("out/m.c"));
        for name in ["out/m.c", "out/m.cu"] {
            edit(
                &project,
                name,
                &format!("#define {macro_}\n"),
                &format!("#define {other}\n"),
            );
        }
        for build in ["make -s -C out emulated", &nvcc] {
            let made = project.shell(build);
            refused(&made, 2, &["static", words, "translate again"]);
        }
        project.write("out/m.cu", &cuda);
        project.write("out/m.c", &host);
    }
}

/// Whatever length a command has: make compares it with the words that it had.
#[test]
fn nothing_is_made_again_unless_its_command_changed() {
    let project = words();
    let folder = |letters: usize| format!("CPPFLAGS='-Iromp/include -I{}'", "a".repeat(letters));
    let make = |words: &str| {
        let made = project.shell(&format!("make -C out {words}"));
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{words}");
        String::from_utf8(made.stdout).unwrap()
    };
    for letters in 90..160 {
        let words = format!("words.o.made {}", folder(letters));
        make(&words);
        let again = make(&words);
        assert!(again.contains("is up to date"), "{letters}: {again}");
    }
    let compiled = make(&format!("emulated {}", folder(3)));
    assert!(compiled.contains("-o 'words.o'"), "{compiled}");
    let again = make(&format!("-q emulated {}", folder(3)));
    assert_eq!(again, "");
    // Other words for the program of the one device are none for the other's.
    let nvcc = format!("{}", crate::support::nvcc().unwrap().display());
    make(&format!("words.fatbin NVCC={nvcc}"));
    make("words.emulated.o CXXFLAGS='-O1 -std=c++17 -DROMP_EMULATED -fPIC -Iromp/include'");
    let again = make(&format!("words.fatbin NVCC={nvcc}"));
    assert!(again.contains("is up to date"), "{again}");
    let changed = make(&format!("words.fatbin NVCC='{nvcc} -lineinfo'"));
    assert!(changed.contains("-fatbin"), "{changed}");
}
