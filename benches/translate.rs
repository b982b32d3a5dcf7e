//! How fast translation alone is: MB/s of dense user code from 10 kB to 10 MB, MB/s of header text, the time for a
//! 300-line file beyond preprocessing, and that for 10,000 regions, functions, tasks and so on, 200 of them nested.
//! Prints; asserts nothing: `tests/scaling.rs` counts.
//!
//! Times are those of whole processes on one core (`-###`-free, medians), less the time of the preprocessor
//! on the same input, so that they mean what a user waits for.

#[path = "../tests/support/large.rs"]
mod large;

use large::{Shape, function};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;

fn main() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    println!(
        "{:32} {:>10} {:>12} {:>12} {:>8}",
        "input", "kB", "cpp ms", "beyond ms", "MB/s"
    );
    for kilobytes in [10, 30, 100, 300, 1000, 3000, 10_000] {
        let path = dir.path().join("dense.c");
        std::fs::write(&path, dense_code(kilobytes * 1000)).expect("written");
        report("dense user code", &path, dir.path());
    }
    let headers = dir.path().join("headers.c");
    std::fs::write(&headers, header_code()).expect("written");
    report("system headers", &headers, dir.path());
    let ordinary = dir.path().join("ordinary.c");
    std::fs::write(&ordinary, ordinary_code()).expect("written");
    report("300 lines", &ordinary, dir.path());
    for shape in Shape::ALL {
        // Brackets nest in each other up to a limit.
        let most = match shape {
            Shape::NestedTasks => 200,
            _ => 10_000,
        };
        for count in [most / 4, most / 2, most] {
            let path = dir.path().join("shape.c");
            std::fs::write(&path, shape.program(count)).expect("written");
            report(&format!("{count} {}", shape.name()), &path, dir.path());
        }
    }
}

fn report(name: &str, path: &Path, dir: &Path) {
    let preprocessed = Command::new("gcc")
        .args(["-E", "-fopenmp"])
        .arg(path)
        .output()
        .expect("gcc runs")
        .stdout;
    let cpp = median(|| {
        let mut gcc = Command::new("gcc");
        gcc.args(["-E", "-fopenmp", "-o", "/dev/null"]).arg(path);
        gcc
    });
    let out = dir.join("out");
    let whole = median(|| {
        let mut translate = Command::new(env!("CARGO_BIN_EXE_romp2cuda"));
        translate.arg("translate").arg(path).arg("-o").arg(&out);
        translate
    });
    let beyond = whole.saturating_sub(cpp);
    println!(
        "{name:32} {:>10} {:>12.1} {:>12.1} {:>8.2}",
        preprocessed.len() / 1000,
        cpp.as_secs_f64() * 1e3,
        beyond.as_secs_f64() * 1e3,
        preprocessed.len() as f64 / 1e6 / beyond.as_secs_f64().max(1e-9),
    );
}

fn median(make: impl Fn() -> Command) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| timed(make())).collect();
    times.sort();
    times[ROUNDS / 2]
}

fn timed(mut command: Command) -> Duration {
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let start = Instant::now();
    let output = command.output().expect("the command starts");
    let took = start.elapsed();
    if !output.status.success() {
        panic!(
            "{command:?}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
    took
}

/// Functions with a region each and arithmetic all over: no blank, no comment that does not matter.
fn dense_code(bytes: usize) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        number += 1;
        text.push_str(&function(number));
    }
    text
}

fn header_code() -> String {
    let headers = [
        "stdio.h",
        "stdlib.h",
        "string.h",
        "math.h",
        "tgmath.h",
        "complex.h",
        "pthread.h",
        "signal.h",
        "unistd.h",
        "fcntl.h",
        "time.h",
        "inttypes.h",
        "wchar.h",
        "netdb.h",
        "sys/socket.h",
        "sys/stat.h",
        "sys/wait.h",
        "omp.h",
        "netinet/in.h",
        "arpa/inet.h",
        "immintrin.h",
    ];
    let mut text: String = headers
        .iter()
        .map(|name| format!("#include <{name}>\n"))
        .collect();
    text.push_str(&function(1));
    text
}

/// What a user's file looks like: a few headers, a dozen functions, some regions.
fn ordinary_code() -> String {
    let mut text = String::from(
        "#include <math.h>\n#include <omp.h>\n#include <stdio.h>\n#include <stdlib.h>\n",
    );
    for number in 1..=16 {
        text.push_str(&function(number));
    }
    text
}
