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

#[test]
fn what_is_built_when_an_interrupt_comes_leaves_nothing_behind() {
    let machine = Machine::new();
    // A compiler that notes its folder for temporary files, and takes long in a process of its own.
    machine.script(
        "nvcc",
        "[ \"$1\" = --version ] && exit; touch \"$TMPDIR/left\"; echo \"$TMPDIR\" >where; mv where begun; (sleep 3; touch late) & wait",
    );
    let mut child = machine
        .command(&["bench", "p", "--variant=spmd", "--offload-arch=sm_90"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = machine.path("p/begun");
    let started = Instant::now();
    while !begun.exists() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "nothing is built"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let folder = std::fs::read_to_string(&begun).unwrap();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(started.elapsed() < Duration::from_secs(30), "it went on");
    assert!(!std::path::Path::new(folder.trim()).exists());
    // What the compiler started has ended as well.
    std::thread::sleep(Duration::from_secs(3));
    assert!(!machine.path("p/late").exists());
}
