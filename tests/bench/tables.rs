//! What stands beside the rows: curves, kernels of the warp-specialisation paper, tables of others.

use crate::machine::{Machine, json, text};

/// Two kernels, whose times and points are `FACTOR` times what they are by hand.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#ifndef FACTOR
#define FACTOR 1
#endif
int main(void)
{
    const char *path = getenv("ROMP_BENCH_RECORDS");
    if (path) {
        FILE *out = fopen(path, "w");
        fprintf(out, "kernel 1 %d 40 128 0 0 100 1 1 256 1 1 first_1\n", 1000 * FACTOR);
        fprintf(out, "kernel 1 %d 136 737 0 0 100 1 1 128 1 1 second_2\nspan 20000\nend\n", 1000 / FACTOR);
        fclose(out);
    }
    puts("done");
    for (int threads = 1; threads <= 100; threads *= 10) {
        printf("@ point barrier %d %e\n", threads, 1e-8 * threads * FACTOR);
        printf("@ point single %d %e\n", threads, 2e-8 * threads);
    }
    puts("@ clock 2e9");
    return 0;
}
"#;

const MANIFEST: &str = r#"
title = "Two kernels"
paper = ["p:K1", "p:K2"]
[common]
sources = ["main.c"]
[reference]
flags = []
[variants.spmd]
flags = ["-DFACTOR=2"]
[variants.nested]
flags = ["-DFACTOR=1"]
[twin]
[sizes]
small = []
[check]
stdout = true
[kernels]
"p:K1" = ["first"]
"p:K2" = ["second"]
[curves]
over = "threads"
[[published]]
title = "Registers"
source = "a paper"
quantity = "registers"
columns = ["K40"]
lines = [{ kernel = "first", figures = [36] }, { kernel = "third", figures = [37.5] }]
[[published]]
title = "Teams"
source = "a paper"
quantity = "teams"
columns = ["K40"]
lines = [{ kernel = "second", figures = [3] }]
"#;

fn machine() -> Machine {
    let machine = Machine::new();
    machine.write("t/main.c", PROGRAM);
    machine.write("t/bench.toml", MANIFEST);
    machine
}

/// The line that begins with these words, words apart by one blank.
fn line(text: &str, begin: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut found = lines.filter(|line| line.starts_with(begin));
    found
        .next()
        .unwrap_or_else(|| panic!("no line {begin} in\n{text}"))
}

#[test]
fn curves_are_shown_in_cycles_beside_those_by_hand() {
    let machine = machine();
    let said = text(&machine.run(&["bench", "t", "--runs=1", "--save=r.json"]));
    assert_eq!(line(&said, "cycles over"), "cycles over threads 1 10 100");
    assert_eq!(line(&said, "barrier"), "barrier cuda 20 200 2000");
    assert_eq!(line(&said, "spmd 40"), "spmd 40 400 4000");
    assert_eq!(
        line(&said, "spmd takes"),
        "spmd takes 1.41 times what cuda takes, the geometric mean of 6 points; at most 2.00 times, barrier at 100"
    );
    let page = text(&machine.run(&["bench", "--show=r.json", "--format=html"]));
    assert!(page.contains("cycles over threads") && page.contains("spmd takes 1.41 times"));
    let row = &json(&machine.path("r.json"))["programs"][0]["rows"][0];
    assert_eq!(row["curves"][1]["points"][2]["x"], 100.0);
}

#[test]
fn kernels_of_the_paper_are_compared_one_by_one() {
    let machine = machine();
    let words = ["bench", "t", "--runs=1", "--save=r.json"];
    let said = text(&machine.run(&words));
    // nested / spmd: twice as fast in one kernel, half as fast in the other.
    let mean = line(&said, "nested against spmd, of the paper");
    assert_eq!(
        mean,
        "nested against spmd, of the paper kernels 2 1.000 0.500 p:K2"
    );
    let page = text(&machine.run(&["bench", "--show=r.json", "--format=html"]));
    assert!(
        page.contains("the warp-specialisation paper&#39;s kernels")
            || page.contains("paper's kernels")
    );
    assert!(page.contains("geometric mean") && page.contains("p:K1"));
}

#[test]
fn published_tables_have_this_machines_figures_beside_them() {
    let machine = machine();
    let said = text(&machine.run(&["bench", "t", "--runs=1", "--save=r.json"]));
    assert!(said.contains("Registers (a paper)"), "{said}");
    assert_eq!(line(&said, "first"), "first 40 40 40 40 36");
    assert_eq!(line(&said, "third"), "third - - - - 37.5");
    // An SM of sm_90 has 65536 registers: 3 teams of 128 threads with 136 of them.
    assert_eq!(line(&said, "second"), "second 3 3 3 3 3");
    let page = text(&machine.run(&["bench", "--show=r.json", "--format=html"]));
    assert!(
        page.contains("<caption>Registers (a paper)</caption>") && page.contains("<td>37.5</td>")
    );
}

#[test]
fn what_stays_out_of_the_means_is_only_shown() {
    let machine = machine();
    machine.write("t/bench.toml", &format!("means = false\n{MANIFEST}"));
    let said = text(&machine.run(&["bench", "t", "--runs=1"]));
    assert_eq!(line(&said, "barrier"), "barrier cuda 20 200 2000");
    assert!(!said.contains("geometric means"), "{said}");
}
