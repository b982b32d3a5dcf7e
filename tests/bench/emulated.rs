//! Without a GPU: results are checked on the emulated device.

use crate::machine::text;
use crate::support;

const PROGRAM: &str = r#"
#include <omp.h>
#include <stdio.h>
int main(void)
{
    int sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i STEP;
    printf("%d\n", sum);
    return 0;
}
"#;

fn folder(step: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let manifest = format!(
        "title = \"A sum\"\n[reference]\nsources = [\"a.c\"]\nflags = [\"-DSTEP=\"]\n\
         [variants.nested]\nsources = [\"a.c\"]\nflags = [\"-DSTEP={step}\"]\n\
         [twin]\nsources = [\"a.cu\"]\n[sizes]\ntest = []\n[check]\nstdout = true\n"
    );
    std::fs::write(dir.path().join("bench.toml"), manifest).unwrap();
    std::fs::write(dir.path().join("a.c"), PROGRAM).unwrap();
    dir
}

fn bench(dir: &tempfile::TempDir, words: &[&str]) -> std::process::Output {
    let mut command = support::romp2cuda();
    // No GPU, even on a machine that has one.
    command
        .args(["bench", "--offload-arch=emulated", "--check=none"])
        .args(words);
    command.current_dir(dir.path()).output().unwrap()
}

#[test]
fn results_are_right_and_times_mean_nothing() {
    let output = bench(&folder(""), &["--against=cuda,host"]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("times mean nothing") && said.contains("Size test"),
        "{said}"
    );
    for line in [
        "cuda           missing: it needs a GPU",
        "auto           right",
        "nested         right",
        "host-nested    right",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
    assert!(!said.contains("geometric"), "{said}");
}

#[test]
fn results_are_wrong_and_the_exit_code_says_so() {
    let output = bench(&folder("+1"), &[]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("auto           WRONG: standard output line 1: \"5050\" for \"4950\""),
        "{said}"
    );
}

#[test]
fn slips_of_the_pen_are_told() {
    let dir = folder("");
    for (words, says) in [
        (&["nowhere"][..], "nowhere holds no bench.toml"),
        (
            &["--against=icc"],
            "expected cuda, clang, gcc, host or none",
        ),
        (&["--variant=spmd"], "no program has it"),
        (&["--show=bench.toml"], "is no saved report"),
    ] {
        let output = bench(&dir, words);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output).contains(says), "{}", text(&output));
    }
    let output = bench(&dir, &["--size=huge"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output);
    let says = "--size=huge: no program has it; there are test";
    assert!(said.contains(says), "{said}");
}

#[test]
fn what_no_reference_checks_is_a_fault() {
    let dir = folder("");
    let manifest = dir.path().join("bench.toml");
    let text_of = std::fs::read_to_string(&manifest).unwrap();
    let broken = text_of.replace("flags = [\"-DSTEP=\"]\n[v", "flags = [\"-DSTEP=+\"]\n[v");
    std::fs::write(&manifest, broken).unwrap();
    let output = bench(&dir, &[]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("auto           NOT CHECKED: the reference was not built: a.c:"),
        "{said}"
    );
}

#[test]
fn a_baseline_without_a_gpu_has_no_times_to_compare() {
    let dir = folder("");
    let words = ["bench.toml", "--save=r.json", "--against=none"];
    assert_eq!(bench(&dir, &words).status.code(), Some(0));
    let output = bench(&dir, &["--baseline=r.json"]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("2 rows compared without their times, 0 regressions"),
        "{said}"
    );
    let slower = dir.path().join("a.c");
    std::fs::write(
        &slower,
        PROGRAM.replace("i STEP", "i STEP + omp_is_initial_device()"),
    )
    .unwrap();
    let wrong = bench(&dir, &["--baseline=r.json"]);
    assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong));
}

#[test]
fn the_programs_of_the_repositorys_own_tables_are_right() {
    let benches = support::root().join("benches");
    let folders = ["gpu/epcc", "sharing"].map(|name| benches.join(name));
    let words = folders.iter().map(|folder| folder.to_str().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let output = bench(&dir, &words.chain(["--timeout=300"]).collect::<Vec<_>>());
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(said.matches(" right\n").count(), 4, "{said}");
}
