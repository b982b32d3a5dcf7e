//! Ctrl-C leaves a report of what was done.

use crate::machine::{Machine, json};
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn an_interrupt_leaves_a_partial_report() {
    let machine = Machine::new();
    // A first program that is done soon, and a second one that takes long.
    let manifest = std::fs::read_to_string(machine.path("p/bench.toml")).unwrap();
    let main = std::fs::read_to_string(machine.path("p/main.c")).unwrap();
    machine.write("suite/a/bench.toml", &manifest);
    machine.write("suite/a/main.c", &main);
    machine.write(
        "suite/b/bench.toml",
        &manifest.replace(
            "[variants.spmd]\nflags = [",
            "[variants.spmd]\nflags = [\"-DHANG\", ",
        ),
    );
    machine.write("suite/b/main.c", &main);
    let words = [
        "bench",
        "suite",
        "--runs=1",
        "--variant=spmd",
        "--save=r.json",
    ];
    let mut child = machine
        .command(&words)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !machine.path("r.json").exists() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "the first program has no end"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let mut said = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    let status = child.wait().unwrap();
    assert!(started.elapsed() < Duration::from_secs(60), "it went on");
    assert_eq!(status.code(), Some(130), "{said}");
    assert!(said.contains("PARTIAL"), "{said}");
    assert!(said.contains("the best variant against cuda"), "{said}");
    let report = json(&machine.path("r.json"));
    assert_eq!(report["complete"], false);
    assert_eq!(report["programs"][0]["rows"][0]["status"], "measured");
}
