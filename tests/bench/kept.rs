//! What is done once: references, input, and programs of a report that goes on.

use crate::machine::{json, text};
use crate::support;

/// Notes each run in a file beside its sources, and makes input where none is kept.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static void note(const char *what)
{
    FILE *file = fopen(NOTES, "a");
    fprintf(file, "%s\n", what);
    fclose(file);
}
int main(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/input", getenv("ROMP_BENCH_INPUT"));
    FILE *input = fopen(path, "r");
    note(input ? WHO " takes" : WHO " makes");
    if (!input)
        input = fopen(path, "w");
    fclose(input);
    int sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}
"#;

struct Suite {
    folder: tempfile::TempDir,
}

impl Suite {
    fn new(names: &[&str]) -> Suite {
        let suite = Suite {
            folder: tempfile::tempdir().unwrap(),
        };
        for name in names {
            suite.program(name, "-O1");
        }
        suite
    }

    fn program(&self, name: &str, flag: &str) {
        let folder = self.folder.path().join("suite").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let notes = self.folder.path().join("notes");
        let flags = |who: &str| {
            format!(
                "flags = ['{flag}', '-DWHO=\"{name} {who}\"', '-DNOTES=\"{}\"']",
                notes.display()
            )
        };
        let manifest = format!(
            "title = \"A sum\"\n[reference]\nsources = [\"a.c\"]\n{}\n[variants.one]\nsources = [\"a.c\"]\n{}\n\
             [sizes]\ntest = []\n[check]\nstdout = true\n",
            flags("reference"),
            flags("one")
        );
        std::fs::write(folder.join("bench.toml"), manifest).unwrap();
        std::fs::write(folder.join("a.c"), PROGRAM).unwrap();
    }

    /// What it prints, with exit code 0, and what ran.
    fn bench(&self, words: &str) -> (String, Vec<String>) {
        let (code, said, ran) = self.ended(words);
        assert_eq!(code, Some(0), "{said}");
        (said, ran)
    }

    fn ended(&self, words: &str) -> (Option<i32>, String, Vec<String>) {
        let mut command = support::romp2cuda();
        command
            .args([
                "bench",
                "--offload-arch=emulated",
                "--check=none",
                "--jobs=1",
            ])
            .args(words.split(' '));
        let output = command.current_dir(self.folder.path()).output().unwrap();
        let notes = self.folder.path().join("notes");
        let ran = std::fs::read_to_string(&notes).unwrap_or_default();
        let _ = std::fs::remove_file(notes);
        let ran = ran.lines().map(String::from).collect();
        (output.status.code(), text(&output), ran)
    }
}

#[test]
fn references_and_input_are_made_once_for_a_built_folder() {
    let suite = Suite::new(&["p"]);
    let (said, ran) = suite.bench("suite --build-only built --references");
    assert!(
        said.contains("references of 1 programs in size test are kept"),
        "{said}"
    );
    assert_eq!(ran, ["p reference makes"]);
    let (said, ran) = suite.bench("--prebuilt built");
    assert!(said.contains("one            right"), "{said}");
    assert_eq!(ran, ["p one takes", "p one takes"]);
    let (_, ran) = suite.bench("--prebuilt built --references");
    assert!(ran.is_empty(), "{ran:?}");
    // A reference that is compiled to something else is another one, and makes input of its own.
    suite.program("p", "-O2");
    suite.bench("suite --build-only built");
    let (_, ran) = suite.bench("--prebuilt built");
    assert_eq!(ran, ["p reference makes", "p one takes", "p one takes"]);
    // What is damaged is told, and not taken for right.
    let index = suite.folder.path().join("built/p/expected/test/index.json");
    let kept = std::fs::read_to_string(&index).unwrap();
    std::fs::write(&index, kept.replace("4950", "4951")).unwrap();
    let (code, said, _) = suite.ended("--prebuilt built");
    assert_eq!(code, Some(1));
    assert!(
        said.contains("NOT CHECKED: what was kept of the reference is damaged: remove "),
        "{said}"
    );
}

#[test]
fn what_is_built_for_one_run_keeps_nothing() {
    let suite = Suite::new(&["p"]);
    for _ in 0..2 {
        let (_, ran) = suite.bench("suite");
        assert_eq!(ran, ["p reference makes", "p one takes", "p one takes"]);
    }
    let (code, said, _) = suite.ended("suite --references");
    assert_eq!(code, Some(2), "{said}");
}

#[test]
fn a_report_goes_on_where_it_was_ended() {
    let suite = Suite::new(&["a", "b"]);
    suite.bench("suite --build-only built --references");
    let names = |ran: &[String]| -> Vec<String> {
        let mut names: Vec<String> = ran.iter().map(|line| line[..1].to_string()).collect();
        names.dedup();
        names
    };
    let go = |more: &str| suite.bench(&format!("--prebuilt built --save=r.json --resume{more}"));
    let (said, ran) = go(" a");
    assert_eq!(names(&ran), ["a"], "{said}");
    let (_, ran) = go("");
    assert_eq!(names(&ran), ["b"]);
    let file = suite.folder.path().join("r.json");
    let mut report = json(&file);
    assert_eq!(report["complete"], true);
    assert_eq!(report["programs"].as_array().unwrap().len(), 2);
    assert_eq!(report["command"].as_str().unwrap().lines().count(), 2);
    let (said, ran) = go("");
    assert!(ran.is_empty(), "{said}");
    // A program whose rows had not all their turn runs again.
    let row = &mut report["programs"][0]["rows"][0];
    *row = serde_json::json!({ "id": "one", "compiler": "romp", "variant": "one", "commands": row["commands"],
        "status": "not-run", "why": "interrupted" });
    report["complete"] = false.into();
    std::fs::write(&file, report.to_string()).unwrap();
    let (_, ran) = go("");
    assert_eq!(names(&ran), ["a"]);
    assert_eq!(json(&file)["complete"], true);
    // So does one that is compiled otherwise.
    suite.program("b", "-O2");
    suite.bench("suite --build-only built");
    let (_, ran) = go("");
    assert_eq!(names(&ran), ["b"]);
    let (code, said, _) = suite.ended("--prebuilt built --save=r.json --resume --runs=3");
    assert_eq!(code, Some(2));
    assert!(
        said.contains("that report is of 1 runs, this one of 3: --runs=1"),
        "{said}"
    );
}
