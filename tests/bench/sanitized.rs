//! `bench --sanitize`, with a script in compute-sanitizer's place.

use crate::machine::{Machine, json, text};

/// Writes a report, as `FINDS` asks for, and runs the program.
const SANITIZER: &str = r#"
while [ "${1#--}" != "$1" ]; do
    [ "$1" = --tool ] && tool=$2
    [ "$1" = --log-file ] && report=$2
    shift 2
done
[ "$ROMP_POOL" = 0 ] || exit 9
summary='ERROR SUMMARY: 0 errors'
[ "$tool" = racecheck ] && summary='RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)'
echo '========= COMPUTE-SANITIZER' >"$report"
if [ "$FINDS" = "$(basename "$1")-$tool" ]; then
    echo '========= Invalid __global__ read of size 8 bytes
=========     at main_1(double *, int)+0x150 in m32.c:4
=========     by thread (63,0,0) in block (2,0,0)
=========' >>"$report"
    summary='ERROR SUMMARY: 1 error'
fi
echo "========= $summary" >>"$report"
exec "$@"
"#;

fn machine() -> Machine {
    let machine = Machine::new();
    machine.script("compute-sanitizer", SANITIZER);
    machine
}

#[test]
fn each_row_runs_under_each_tool() {
    let machine = machine();
    let output = machine.run(&["bench", "p", "--sanitize", "--save=r.json"]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let all = "12 of 12 runs in size test on Test GPU are clean\n";
    assert!(said.ends_with(all), "{said}");
    let runs = &json(&machine.path("r.json"))["runs"];
    assert_eq!(runs[1]["tool"], "racecheck");
    assert_eq!(runs[1]["verdict"], "clean");
}

#[test]
fn findings_and_bad_ends_are_told() {
    let machine = machine();
    machine.peer("clang", "-DWRONG");
    let words = [
        "bench",
        "p",
        "--variant=spmd",
        "--against=clang",
        "--sanitize=memcheck,synccheck",
    ];
    // What a peer does wrong is told, and is no fault of the translator's.
    let output = machine.run(&words);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("p clang-spmd synccheck: wrong: result.f64"),
        "{said}"
    );
    assert!(said.contains("2 of 4 runs"), "{said}");

    let output = machine
        .command(&words)
        .env("FINDS", "spmd-memcheck")
        .output();
    let output = output.unwrap();
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("p spmd memcheck: 1 findings\nromp: m32.c:4: error: kernel main_1, team 2, thread 63: reads 8 bytes"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_sanitized_is_refused() {
    let machine = machine();
    for (words, says) in [
        (
            &["--sanitize=initcheck"][..],
            "expected memcheck, racecheck, synccheck",
        ),
        (
            &["--sanitize", "--format=html"],
            "has the forms --format=text and json",
        ),
        (
            &["--sanitize", "--offload-arch=emulated"],
            "--sanitize is for a GPU",
        ),
    ] {
        let output = machine.run(&[&["bench", "p", "--variant=spmd"], words].concat());
        assert_ne!(output.status.code(), Some(0));
        assert!(text(&output).contains(says), "{}", text(&output));
    }
    std::fs::remove_file(machine.path("compute-sanitizer")).unwrap();
    let output = machine.run(&["bench", "p", "--variant=spmd", "--sanitize"]);
    assert!(text(&output).contains("compute-sanitizer is not found"));
}
