//! What `report` prints of the programs in `tests/report/`: text beside each, JSON and HTML that hold the
//! same facts, and the line of the program that each line of the CUDA file is linked to. `ROMP_BLESS=1` rewrites the
//! expected texts.

#[path = "report/page.rs"]
mod page;
mod support;

use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::{Outcome, compare_with_file, expect_success, files, finish, name, options, root};

const LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let dir = root().join("tests/report");
    let trials = files(&dir, "c")
        .into_iter()
        .map(|path| Trial::test(name(&path, &dir), move || check(&path)));
    let trials = trials.chain([Trial::test("effort", effort), Trial::test("filter", filter)]);
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn check(path: &Path) -> Outcome {
    let text = report(path, "text")?;
    compare_with_file(&path.with_extension("txt"), &text)?;

    compare_with_file(&path.with_extension("remarks"), &remarks(path)?)?;

    let json = report(path, "json")?;
    let json: serde_json::Value = serde_json::from_str(&json).map_err(|e| e.to_string())?;
    let page = report(path, "html")?;
    page::check(&page)?;
    compare_with_file(&path.with_extension("links.txt"), &page::links(&page))?;
    let html = page.replace("&#39;", "'");
    let kernels = json["files"][0]["kernels"].as_array();
    let kernels = kernels.filter(|all| !all.is_empty()).ok_or("no kernels")?;
    for kernel in kernels {
        for variable in kernel["variables"].as_array().into_iter().flatten() {
            let lives = variable["lives"].as_str().unwrap_or("?");
            if !text.contains(lives) || !html.contains(lives) {
                return Err(format!("text or HTML lacks {lives:?}").into());
            }
        }
        let at_most = match kernel["shared"]["at_most"].as_bool() {
            Some(true) => "at most ",
            _ => "",
        };
        let bytes = format!("hared memory: {at_most}{} bytes", kernel["shared"]["bytes"]);
        if !text.contains(&bytes) || !html.contains(&bytes) {
            return Err(format!("text or HTML lacks {bytes:?}").into());
        }
        agree(kernel)?;
    }
    notes(path, kernels)
}

/// What costs time is the notes of the document of SARIF: as many, with the same words and places.
fn notes(path: &Path, kernels: &[serde_json::Value]) -> Outcome {
    let document = run_report(path, "sarif")?.stderr;
    let document: serde_json::Value =
        serde_json::from_str(&document).map_err(|e| format!("{e}: {document}"))?;
    let run = &document["runs"][0];
    let rules = run["tool"]["driver"]["rules"]
        .as_array()
        .ok_or("no rules")?;
    let results = run["results"].as_array().ok_or("no results")?;
    let notes: Vec<_> = (results.iter())
        .filter(|one| one["level"] == "note")
        .collect();
    let of = |kernel: &'_ serde_json::Value| {
        let lists = ["findings", "costs"].map(|list| kernel[list].as_array().cloned());
        lists.into_iter().flatten().flatten().collect::<Vec<_>>()
    };
    let found: Vec<_> = kernels.iter().flat_map(of).collect();
    if found.len() != notes.len() {
        return Err(format!("{} costs, {} notes", found.len(), notes.len()).into());
    }
    for (one, note) in found.iter().zip(notes) {
        let text = note["message"]["text"].as_str().unwrap_or_default();
        let region = &note["locations"][0]["physicalLocation"]["region"];
        let same = text.lines().next() == one["text"].as_str()
            && note["ruleId"] == one["kind"]
            && rules.iter().any(|rule| rule["id"] == one["kind"])
            && region["startLine"] == one["at"]["line"];
        if !same {
            return Err(format!("not the same: {one} and {note}").into());
        }
    }
    Ok(())
}

/// `report --effort` of `tests/effort/tree` and of a file beside it, as text and as JSON.
fn effort() -> Outcome {
    let folder = root().join("tests/effort");
    let run = |format: &str| {
        let mut command = support::romp2cuda();
        command
            .current_dir(&folder)
            .args(["--format", format, "report", "--effort"])
            .args(["../report/costs.c", "tree"]);
        let finished = expect_success("romp2cuda report --effort", finish(command, LIMIT))?;
        String::from_utf8(finished.stdout).map_err(|e| e.to_string())
    };
    let text = run("text")?;
    compare_with_file(&folder.join("expected.txt"), &text)?;
    let json: serde_json::Value = serde_json::from_str(&run("json")?).map_err(|e| e.to_string())?;
    let files = json["files"].as_array().ok_or("no files")?;
    let regions: u64 = files
        .iter()
        .filter_map(|file| file["regions"].as_u64())
        .sum();
    match text.contains(&format!("\nregions: {regions}\n")) {
        true => Ok(()),
        false => Err(format!("JSON has {regions} regions, the text another number").into()),
    }
}

/// `--file`, `--kernel` and `--severity` leave the same of the text, of JSON, of the page and of `--effort`.
fn filter() -> Outcome {
    let folder = root().join("tests/report");
    let run = |format: &str, words: &str| {
        let mut command = support::romp2cuda();
        command
            .current_dir(&folder)
            .args(["--format", format, "report"])
            .args(words.split(' '))
            .args(["costs.c", "work.c", "sizes.c"]);
        let finished = expect_success("romp2cuda report", finish(command, LIMIT))?;
        String::from_utf8(finished.stdout).map_err(|e| e.to_string())
    };
    let words = "--file o --kernel s_1 --severity high";
    let text = run("text", words)?;
    let effort = run("text", &format!("--effort {words}"))?;
    compare_with_file(&folder.join("filtered.txt"), &format!("{text}\n{effort}"))?;
    let json: serde_json::Value =
        serde_json::from_str(&run("json", words)?).map_err(|e| e.to_string())?;
    let page = run("html", words)?;
    let files = json["files"].as_array().ok_or("no files")?;
    let kernels = files.iter().flat_map(|file| file["kernels"].as_array());
    for kernel in kernels.flatten() {
        let name = kernel["name"].as_str().unwrap_or_default();
        let line = format!(": kernel {name}: ");
        let entry = format!("<span class=\"name\">{name}</span>");
        if !text.contains(&line) || !page.contains(&entry) {
            return Err(format!("text or page lacks {name}").into());
        }
        let lists = ["findings", "costs"].map(|list| kernel[list].as_array());
        let mut found = lists.into_iter().flatten().flatten();
        if !name.contains("s_1") || !found.all(|one| one["severity"] == "high") {
            return Err(format!("not what was asked for: {kernel}").into());
        }
    }
    match run("text", "--kernel nothing")? == "no kernel is as the options ask\n" {
        true => Ok(()),
        false => Err("kernels of another name are shown".into()),
    }
}

/// Occupancy is said of the sizes that the launch is said to have, and the figures of a row fit each other.
fn agree(kernel: &serde_json::Value) -> Result<(), String> {
    let sizes = kernel["launch"]["sizes"].as_array().ok_or("no sizes")?;
    let rows = kernel["occupancy"].as_array().ok_or("no occupancy")?;
    for row in rows {
        if !sizes.contains(&row["threads"]) {
            return Err(format!("occupancy of another size: {row}"));
        }
        let number = |name: &str| row[name].as_f64().ok_or(format!("no {name}: {row}"));
        if number("percent")? > 100.0 || (number("teams")? == 0.0) != (number("percent")? == 0.0) {
            return Err(format!("impossible: {row}"));
        }
    }
    for size in sizes {
        let words = kernel["launch"]["threads"].as_str().unwrap_or_default();
        if !words.contains(&size.to_string()) {
            return Err(format!(
                "the launch is of {size} threads, but said to be of {words:?}"
            ));
        }
    }
    Ok(())
}

/// What `cc -Rromp` says, and `-Rromp-yaml` writes as often.
fn remarks(path: &Path) -> Result<String, String> {
    let folder = root().join("tests/report");
    let file = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    let mut command = support::romp2cuda();
    command
        .current_dir(&folder)
        .args([
            "cc",
            "-fopenmp",
            "-fsyntax-only",
            "--offload-arch=emulated",
            "-Rromp",
        ])
        .arg(format!("-Rromp-yaml={}", file.path().display()))
        .arg(path.strip_prefix(&folder).expect("below tests/report"))
        .args(options(&path.with_extension("c.opts")));
    let finished = expect_success("romp2cuda cc -Rromp", finish(command, LIMIT))?;
    let text = finished.stderr;
    let yaml = std::fs::read_to_string(file.path()).map_err(|e| e.to_string())?;
    let remarks = text.lines().filter(|line| line.contains(": remark: "));
    let documents = yaml.lines().filter(|line| line.starts_with("--- !"));
    match (remarks.count(), documents.count()) {
        (some, same) if some == same && some > 0 => Ok(text),
        (said, written) => Err(format!("{said} remarks are said, {written} written")),
    }
}

fn report(path: &Path, format: &str) -> Result<String, String> {
    let finished = run_report(path, format)?;
    String::from_utf8(finished.stdout).map_err(|e| e.to_string())
}

fn run_report(path: &Path, format: &str) -> Result<support::Finished, String> {
    let folder = root().join("tests/report");
    let mut command = support::romp2cuda();
    command
        .current_dir(&folder)
        .args(["--format", format, "report"])
        .arg(path.strip_prefix(&folder).expect("below tests/report"))
        .args(options(&path.with_extension("c.opts")));
    expect_success("romp2cuda report", finish(command, LIMIT))
}
