//! What the documentation shows is so: kernels, commands and what they print, links between pages.
//!
//! Of ARCHITECTURE.md and docs/device-execution.md: a block of three backquotes and `c`, with options of the translator
//! behind it, is a program; the next block of `cuda` is the text of its CUDA file behind the `#include`.
//!
//! Of the book's chapters (`docs/book`): a block of `LANGUAGE file=NAME` is written to the chapter's folder, which is empty at first;
//! of a block of `console` each line `$ COMMAND` is run there, in a shell, and what stands below is what it prints
//! on standard output. `console needs=cmake,g++` is left out, and a line says so, where such a program is missing;
//! `console norun` is for other machines.
//!
//! `ROMP_BLESS=1` rewrites the blocks of `cuda` and the output of commands.

#[path = "docs/chapters.rs"]
mod chapters;
#[path = "docs/links.rs"]
mod links;
#[path = "docs/names.rs"]
mod names;
mod support;

use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::{Outcome, compare_with_file, expect_success, finish, root};

const LIMIT: Duration = Duration::from_secs(60);
const PAGES: [&str; 3] = [
    "ARCHITECTURE.md",
    "docs/device-execution.md",
    "docs/reading-the-output.md",
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = PAGES
        .map(|page| Trial::test(page, move || check(page)))
        .into();
    trials.extend(chapters::trials());
    trials.push(Trial::test("links", links::check));
    trials.push(links::book());
    trials.push(Trial::test("names", names::check));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Compares a page with the same page whose kernels the translator has made.
fn check(page: &str) -> Outcome {
    let path = root().join(page);
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let mut wanted = String::new();
    let mut program: Option<(Vec<&str>, String)> = None;
    let mut shown = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        wanted += line;
        wanted.push('\n');
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let block: String = block.iter().flat_map(|line| [*line, "\n"]).collect();
        let mut words = kind.split(' ');
        let language = words.next().unwrap_or_default();
        if language == "cuda" {
            let (options, source) = program.take().ok_or("a kernel without a program")?;
            wanted += &translated(&options, &source)?;
            shown += 1;
        } else {
            wanted += &block;
        }
        if language == "c" {
            program = Some((words.collect(), block));
        }
        wanted += "```\n";
    }
    if shown == 0 {
        return Err(format!("{page} shows no kernel").into());
    }
    Ok(compare_with_file(&path, &wanted)?)
}

/// The text behind the `#include` of the CUDA file of a program.
fn translated(options: &[&str], source: &str) -> Result<String, String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let input = Path::new("app.c");
    fs::write(dir.path().join(input), source).map_err(|error| error.to_string())?;
    let mut command = support::romp2cuda();
    command.current_dir(dir.path());
    command.arg("translate").arg(input).args(["-o", "out"]);
    command.arg("--offload-arch=sm_90").args(options);
    expect_success("romp2cuda translate", finish(command, LIMIT))?;
    let text = fs::read_to_string(dir.path().join("out/app.cu")).map_err(|e| e.to_string())?;
    let behind = text.split_once("#include \"romp/device.cuh\"\n");
    let (_, kernel) = behind.ok_or("the CUDA file includes no header")?;
    Ok(format!("{}\n", kernel.trim()))
}
