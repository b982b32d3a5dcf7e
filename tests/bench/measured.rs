//! Rows, means, baselines and built folders, on a machine that has a GPU as far as the command can tell.

use crate::machine::{Machine, json, text};

/// The cells of a program's row.
fn row<'a>(text: &'a str, id: &str) -> Vec<&'a str> {
    let rows = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut found = rows.filter(|words| words.first() == Some(&id));
    found
        .next()
        .unwrap_or_else(|| panic!("no row {id} in\n{text}"))
}

#[test]
fn rows_show_kernel_times_of_a_solve_and_what_the_machine_allows() {
    let machine = Machine::new();
    let output = machine.run(&["bench", "p", "--runs", "2"]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("on Test GPU (sm_90, CUDA 13.0)"), "{text}");
    assert_eq!(row(&text, "cuda")[1..3], ["500.00", "us"]);
    let spmd = row(&text, "spmd").join(" ");
    // 0.6 ms a solve: 1667 GB/s of 4000 and 1667 GFLOP/s of 30000; an SM holds 6 teams of 256 threads with 40 registers.
    assert_eq!(
        spmd,
        "spmd 600.00 us 0.0 % 2.000 ms 0.0 % 0.833 1667 1667 42 % 40 128 75 % 4"
    );
    assert!(row(&text, "auto").contains(&"0.625"));
    let mean = text
        .lines()
        .find(|line| line.contains("the best variant against cuda"))
        .unwrap();
    assert!(mean.contains("0.833"), "{mean}");
}

#[test]
fn peers_that_are_missing_wrong_hanging_or_not_built_stay_out_of_the_means() {
    let machine = Machine::new();
    machine.peer("clang", "-DHANG");
    machine.script("gcc", "echo 'x.c:1: error: I never could' >&2; exit 1");
    let words = ["bench", "p", "--runs=1", "--timeout=1", "--variant=spmd"];
    let first = machine.run(&[&words[..], &["--against=cuda,clang,gcc"]].concat());
    let said = text(&first);
    // Peers are not the translator: their faults are none of the command's.
    assert_eq!(first.status.code(), Some(0), "{said}");
    assert_eq!(row(&said, "clang-spmd")[1], "HANGS:");
    assert!(
        said.contains("gcc-spmd       not built: x.c:1: error: I never could"),
        "{said}"
    );
    assert!(
        said.contains("not in spmd against clang-spmd (kernels): p"),
        "{said}"
    );

    machine.peer("clang", "-DWRONG");
    std::fs::remove_file(machine.path("gcc")).unwrap();
    let second = machine.run(&[&words[..], &["--against=cuda,clang,gcc"]].concat());
    let said = text(&second);
    assert!(
        said.contains("clang-spmd     WRONG: result.f64: 1 of 1 elements differ"),
        "{said}"
    );
    assert_eq!(row(&said, "gcc-spmd")[1], "missing:");

    machine.peer("clang", "-DFAIL");
    let third = machine.run(&[&words[..], &["--against=clang"]].concat());
    let said = text(&third);
    assert!(
        said.contains("clang-spmd     FAILED: exit status 3: out of luck"),
        "{said}"
    );
}

#[test]
fn a_folder_that_was_built_runs_without_its_sources() {
    let machine = Machine::new();
    let built = machine.run(&["bench", "p", "--build-only", "out"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built));
    std::fs::remove_dir_all(machine.path("p")).unwrap();
    std::fs::remove_file(machine.path("nvcc")).unwrap();
    let words = [
        "bench",
        "--prebuilt",
        "out",
        "--runs=1",
        "--variant=spmd",
        "--save=r.json",
    ];
    let run = machine.run(&words);
    let said = text(&run);
    assert_eq!(run.status.code(), Some(0), "{said}");
    assert_eq!(row(&said, "cuda")[1..3], ["500.00", "us"]);
    assert!(
        said.lines().all(|line| !line.contains(" nested ")),
        "{said}"
    );
    // The saved report is shown as it was.
    let shown = machine.run(&["bench", "--show", "r.json"]);
    assert_eq!(text(&shown), said);
    assert_eq!(json(&machine.path("r.json"))["complete"], true);
    let unknown = machine.run(&["bench", "--prebuilt", "out", "q"]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn what_nvcc_was_missing_for_is_built_where_it_is() {
    let machine = Machine::new();
    let built = machine.run(&["bench", "p", "--build-only", "out", "--variant=spmd"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built));
    // As if nvcc had not been there.
    let index = machine.path("out/built.json");
    let mut value = json(&index);
    let entry = &mut value["programs"][0]["entries"][0];
    assert_eq!(entry["contender"]["id"], "cuda");
    entry["state"] = serde_json::json!({ "missing": "nvcc is not found" });
    std::fs::write(&index, value.to_string()).unwrap();
    std::fs::remove_file(machine.path("out/p/cuda")).unwrap();
    std::fs::remove_file(machine.path("out/peaks")).unwrap();
    std::fs::remove_dir_all(machine.path("p")).unwrap();
    let run = machine.run(&["bench", "--prebuilt", "out", "--runs=1"]);
    let said = text(&run);
    assert_eq!(row(&said, "cuda")[1..3], ["500.00", "us"]);
    assert!(said.contains("4000 GB/s copied"), "{said}");
}

#[test]
fn a_program_that_is_wrong_with_this_translator_is_an_exit_code() {
    let machine = Machine::new();
    let manifest = std::fs::read_to_string(machine.path("p/bench.toml")).unwrap();
    let wrong = manifest.replace(
        "[variants.spmd]\nflags = [",
        "[variants.spmd]\nflags = [\"-DFAIL\", ",
    );
    machine.write("p/bench.toml", &wrong);
    let output = machine.run(&["bench", "p", "--runs=1"]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("spmd           FAILED: exit status 3"),
        "{said}"
    );
}

#[test]
fn a_baseline_tells_regressions_by_its_exit_code() {
    let machine = Machine::new();
    let words = ["bench", "p", "--runs=2", "--variant=spmd"];
    let first = machine.run(&[&words[..], &["--save=then.json"]].concat());
    assert_eq!(first.status.code(), Some(0), "{}", text(&first));
    let same = machine.run(&[&words[..], &["--baseline=then.json"]].concat());
    let said = text(&same);
    assert_eq!(same.status.code(), Some(0), "{said}");
    assert!(said.contains("2 rows compared, 0 regressions"), "{said}");
    let manifest = std::fs::read_to_string(machine.path("p/bench.toml")).unwrap();
    machine.write("p/bench.toml", &manifest.replace("1200000", "1300000"));
    let slower = machine.run(&[&words[..], &["--baseline=then.json", "--save=now.json"]].concat());
    let said = text(&slower);
    assert_eq!(slower.status.code(), Some(1), "{said}");
    let line = "REGRESSION p spmd: slower: kernels 600.00 us -> 650.00 us, 1.083 times";
    assert!(said.contains(line), "{said}");
    // The other way round, from saved reports alone.
    let faster = machine.run(&["bench", "--show=then.json", "--baseline=now.json"]);
    assert_eq!(faster.status.code(), Some(0));
    assert!(
        text(&faster).contains("p spmd: faster: kernels"),
        "{}",
        text(&faster)
    );
}

#[test]
fn the_page_and_the_json_hold_the_report() {
    let machine = Machine::new();
    let words = ["bench", "p", "--runs=1", "--save=r.json"];
    let page = machine.run(&[&["--format=html"], &words[..]].concat());
    assert_eq!(page.status.code(), Some(0));
    let html = String::from_utf8(page.stdout).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.trim_end().ends_with("</html>"));
    assert!(html.contains("<svg") && html.contains("A program"));
    let shown = machine.run(&["--format=json", "bench", "--show=r.json"]);
    let value: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(value, json(&machine.path("r.json")));
    let joined = machine.run(&["bench", "--show=r.json,r.json", "--save=joined.json"]);
    assert_eq!(joined.status.code(), Some(0));
    let joined = json(&machine.path("joined.json"));
    assert_eq!(joined["programs"], value["programs"]);
    let kernel = &value["programs"][0]["rows"][0]["kernels"][0];
    assert_eq!(kernel["name"], "my kernel(int)");
    assert_eq!(kernel["registers"], 40);
}
