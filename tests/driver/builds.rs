//! What is compiled again when a part of a program changes.

use crate::project::{Project, refused};

/// A program of so many regions, which share a function; each writes its number.
fn program(regions: usize) -> String {
    let mut text = String::from(
        "#include <stdio.h>\nstatic int twice(int n)\n{\n    return 2 * n;\n}\nint main(void)\n{\n    int sum = 0, got;\n",
    );
    for number in 0..regions {
        text.push_str(&format!(
            "    #pragma omp target map(from: got)\n    got = twice({number});\n    sum += got;\n"
        ));
    }
    text.push_str("    printf(\"%d\\n\", sum);\n    return 0;\n}\n");
    text
}

/// How many compilations of device code a build has shown, and how many of them were those of an earlier one.
fn compiled(project: &Project, words: &str) -> (usize, usize) {
    let finished = project.shell(&format!("ROMP_CACHE=cache $CC --check=none -v {words}"));
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    let count = |what: &str| finished.stderr.matches(what).count();
    (count("# g++ took"), count(" was compiled before"))
}

#[test]
fn a_change_in_a_region_compiles_its_part_alone() {
    let project = Project::new();
    project.write("a.c", &program(50));
    let (all, none) = compiled(&project, "a.c -o a");
    assert!((4..=25).contains(&all) && none == 0, "{all} {none}");
    assert_eq!(project.output("a"), "2450\n");
    assert_eq!(compiled(&project, "a.c -o a"), (0, all));

    let changed = project.read("a.c").replace("twice(20)", "twice(120)");
    project.write("a.c", &changed);
    assert_eq!(compiled(&project, "a.c -o a"), (1, all - 1));
    assert_eq!(project.output("a"), "2650\n");

    // Host code alone.
    let changed = project.read("a.c").replace("\"%d\\n\"", "\"%d!\\n\"");
    project.write("a.c", &changed);
    assert_eq!(compiled(&project, "a.c -o a"), (0, all));
    assert_eq!(project.output("a"), "2650!\n");

    // What all of them call.
    let changed = project.read("a.c").replace("return 2 * n", "return 3 * n");
    project.write("a.c", &changed);
    assert_eq!(compiled(&project, "a.c -o a"), (all, 0));
    assert_eq!(project.output("a"), "3975!\n");
}

#[test]
fn other_options_compile_other_code() {
    let project = Project::new();
    let (all, _) = compiled(&project, "-c a.c");
    assert_eq!(compiled(&project, "-c a.c"), (0, all));
    assert_eq!(compiled(&project, "-O1 -c a.c"), (all, 0));
    assert_eq!(compiled(&project, "-ffast-math -c a.c"), (all, 0));
    assert_eq!(compiled(&project, "--check=memory -c a.c"), (all, 0));
    // The processor that it is compiled on is no word of the command.
    assert_eq!(compiled(&project, "-march=native -c a.c"), (all, 0));
    assert_eq!(compiled(&project, "-march=native -c a.c"), (all, 0));
    let finished = project.shell("ROMP_CACHE=cache ROMP_CACHE_LIMIT=0 $CC --check=none -v -c a.c");
    assert_eq!(finished.stderr.matches("# g++ took").count(), all);
}

#[test]
fn objects_are_the_same_whether_code_was_compiled_before_or_not() {
    let project = Project::new();
    project.write("a.c", &program(20));
    compiled(&project, "-c a.c -o first.o");
    let (none, _) = compiled(&project, "-c a.c -o second.o");
    assert_eq!(none, 0);
    project.shell("rm -r cache");
    compiled(&project, "-c a.c -o third.o");
    let compared = project.shell("cmp first.o second.o && cmp first.o third.o");
    assert_eq!(
        compared.code,
        Some(0),
        "{}",
        String::from_utf8_lossy(&compared.stdout)
    );
}

#[test]
fn files_that_share_device_code_are_compiled_when_they_change() {
    let project = Project::new();
    project.write(
        "a.c",
        "#include <stdio.h>\n#pragma omp declare target\nint next(int);\n#pragma omp end declare target\n\
         int main(void)\n{\n    int n = 1;\n    #pragma omp target map(n)\n    n = next(n);\n    printf(\"%d\\n\", n);\n    return 0;\n}\n",
    );
    let next = |by: usize| {
        format!(
            "#pragma omp declare target\nint calls;\nint next(int n)\n{{\n    calls++;\n    return n + {by};\n}}\n\
             #pragma omp end declare target\n"
        )
    };
    project.write("next.c", &next(1));
    assert_eq!(compiled(&project, "a.c next.c -o a"), (2, 0));
    assert_eq!(compiled(&project, "a.c next.c -o a"), (0, 2));
    assert_eq!(project.output("a"), "2\n");
    project.write("next.c", &next(5));
    assert_eq!(compiled(&project, "a.c next.c -o a"), (1, 1));
    assert_eq!(project.output("a"), "6\n");
}

#[test]
fn files_with_the_same_regions_are_linked() {
    let project = Project::new();
    let header = "static int next(int n)\n{\n    #pragma omp target map(tofrom: n)\n    n++;\n    return n;\n}\n";
    project.write("next.h", header);
    for name in ["one", "two"] {
        let text = format!(
            "#include \"next.h\"\nint {name}(int n)\n{{\n    return next(n) + next(n);\n}}\n"
        );
        project.write(&format!("{name}.c"), &text);
    }
    project.write(
        "a.c",
        "#include <stdio.h>\nint one(int), two(int);\nint main(void)\n{\n    printf(\"%d\\n\", one(1) + two(2));\n    return 0;\n}\n",
    );
    compiled(&project, "a.c one.c two.c -o a");
    assert_eq!(project.output("a"), "10\n");
    // In one object.
    project
        .shell("ROMP_CACHE=cache $CC --check=none -c one.c two.c && ld -r one.o two.o -o both.o");
    compiled(&project, "a.c both.o -o b");
    assert_eq!(project.output("b"), "10\n");
}

#[test]
fn a_failed_build_leaves_nothing_half_done() {
    let project = Project::new();
    project.write("a.c", &program(30).replace("twice(7)", "twice(7 7)"));
    let finished = project.shell("ROMP_CACHE=cache $CC -c a.c");
    assert_eq!(finished.code, Some(1));
    assert!(!project.path("a.o").exists());
    project.write("a.c", &program(30));
    compiled(&project, "a.c -o a");
    assert_eq!(project.output("a"), "870\n");
}

#[test]
fn a_program_with_a_file_in_cxx_runs_as_it_is_now() {
    let project = Project::new();
    project.write("number.h", "enum { NUMBER = 1 };\n");
    project.write(
        "main.cpp",
        "#include <iostream>\n#include \"number.h\"\nextern \"C\" int twice(int n);\n\
         int main()\n{\n    std::cout << twice(NUMBER) << '\\n';\n}\n",
    );
    project.write(
        "twice.c",
        "int twice(int n)\n{\n    #pragma omp target map(tofrom: n)\n    n *= 2;\n    return n;\n}\n",
    );
    let printed = || {
        let ran = project.romp2cuda(&["run", "twice.c", "main.cpp"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    assert_eq!(printed(), "2\n");
    // What a file in C++ includes is part of the program.
    project.write("number.h", "enum { NUMBER = 21 };\n");
    assert_eq!(printed(), "42\n");
    project.write("number.h", "#error none\n");
    let ran = project.romp2cuda(&["run", "twice.c", "main.cpp"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("#error none"), "{}", ran.stderr);
}

#[test]
fn a_program_is_linked_again_when_a_library_changes() {
    let project = Project::new();
    project.write(
        "main.c",
        "#include <stdio.h>\nint number(void);\nint main(void)\n{\n    int n = number();\n\
         #pragma omp target map(tofrom: n)\n    n *= 2;\n    printf(\"%d\\n\", n);\n}\n",
    );
    for (number, printed) in [(1, "2\n"), (21, "42\n")] {
        project.write(
            "number.c",
            &format!("int number(void)\n{{\n    return {number};\n}}\n"),
        );
        let made =
            project.shell("gcc -c number.c && rm -f libnumber.a && ar rc libnumber.a number.o");
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        let ran = project.romp2cuda(&["run", "main.c", "-L.", "-lnumber"]);
        assert_eq!(ran.stdout, printed.as_bytes(), "{}", ran.stderr);
    }
}

#[test]
fn a_limit_of_the_cache_that_is_no_number_is_told() {
    let project = Project::new();
    let made =
        project.shell("ROMP_CACHE=cache ROMP_CACHE_LIMIT=2GB $CC --offload-arch=emulated -c a.c");
    refused(
        &made,
        0,
        &["ROMP_CACHE_LIMIT=2GB is no whole number of MiB"],
    );
    let made =
        project.shell("ROMP_CACHE=cache ROMP_CACHE_LIMIT=20 $CC --offload-arch=emulated -c a.c");
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
}

/// nvcc must not learn late, from what is stored in shared memory, which function a pointer leads to: ptxas refuses the
/// call that it makes then.
#[test]
fn pointers_to_functions_in_shared_memory() {
    let project = Project::new();
    project.write("a.c", FUNCTION_POINTERS);
    let made = project.shell("$ROMP cc -O2 -Wno-serialised -fopenmp --offload-arch=sm_90 -c a.c");
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
}

/// A struct of the team's with pointers to functions, which sequential parts change, and follow as regions do.
const FUNCTION_POINTERS: &str = "\
#pragma omp declare target
struct op {
    int (*f)(struct op *, int);
    int k;
};
static int add(struct op *o, int x)
{
    int c = 0;
#pragma omp parallel num_threads(o->k) reduction(+: c)
    c += o->k > 0 ? x : 0;
    return c;
}
static int twice(struct op *o, int x)
{
    return o->k + 2 * x;
}
#pragma omp end declare target
int chosen(void)
{
    int wrong = 0;
#pragma omp target map(tofrom: wrong)
    {
        struct op o = { add, 33 };
        wrong += o.f(&o, 2) != 66;
        o.f = twice;
        o.k = 1;
#pragma omp parallel num_threads(37) shared(o)
        if (o.f(&o, 5) != 11)
#pragma omp atomic
            wrong++;
        struct op table[2] = { { add, 5 }, { add, 1 } };
        int sum = 0;
        for (int i = 0; i < 6; i++)
            sum += table[i & 1].f(&table[i & 1], i);
        wrong += sum != 5 * 6 + 9;
    }
    return wrong;
}
";
