//! Without a GPU: results are checked on the emulated device.

use crate::machine::text;
use crate::support;

const PROGRAM: &str = r#"
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
        .args([
            "bench",
            "--offload-arch=emulated",
            "--runs=1",
            "--check=none",
        ])
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
    assert!(
        text(&output).contains("not run: its bench.toml has no size huge"),
        "{}",
        text(&output)
    );
}
