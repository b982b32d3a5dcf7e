//! The output of the translator, compared with `tests/out` and compiled by the real nvcc.
//!
//! `tests/in/TOPIC/NAME.c` becomes `tests/out/TOPIC/NAME.host.c` and `NAME.cu`; `NAME.c.opts` beside the
//! input holds more words of the command line. `ROMP_BLESS=1` rewrites the expected files.

mod support;

use libtest_mimic::{Arguments, Trial};
use romp2cuda::driver::ptxas;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use support::{Outcome, compare_with_file, expect_success, files, finish, name, options, root};

const LIMIT: Duration = Duration::from_secs(60);
const NVCC_LIMIT: Duration = Duration::from_secs(600);
/// nvcc calls; each gets its share of the files, and libtest runs them side by side.
const BATCHES: usize = 4;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let inputs = root().join("tests/in");
    let fixtures = files(&inputs, "c").into_iter().map(|path| {
        let name = name(&path, &inputs);
        Trial::test(format!("translate/{name}"), move || {
            check_translation(&path)
        })
    });
    let translated = libtest_mimic::run(&arguments, fixtures.collect());

    // Afterwards, because accepting an output rewrites what nvcc reads.
    let batches =
        (0..BATCHES).map(|batch| Trial::test(format!("nvcc/{batch}"), move || check_batch(batch)));
    let compiled = libtest_mimic::run(&arguments, batches.collect());
    if translated.has_failed() {
        translated.exit_code()
    } else {
        compiled.exit_code()
    }
}

/// Where the expected output of an input stands.
fn expected(input: &Path, extension: &str) -> PathBuf {
    let below = input
        .strip_prefix(root().join("tests/in"))
        .expect("an input stands below tests/in");
    root()
        .join("tests/out")
        .join(below)
        .with_extension(extension)
}

fn check_translation(input: &Path) -> Outcome {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = root().join("tests/in");
    let mut command = support::romp2cuda();
    command
        .current_dir(&folder)
        .arg("translate")
        .arg(input.strip_prefix(&folder).expect("below tests/in"));
    command
        .arg("-o")
        .arg(dir.path())
        .args(options(&input.with_extension("c.opts")));
    expect_success("romp2cuda translate", finish(command, LIMIT))?;

    for (produced, extension) in [("c", "host.c"), ("cu", "cu")] {
        let path = produced_file(dir.path(), input, produced)?;
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        compare_with_file(&expected(input, extension), &text)?;
    }
    Ok(())
}

/// The file of the input's name in the output folder, at whatever depth.
fn produced_file(out: &Path, input: &Path, extension: &str) -> Result<PathBuf, String> {
    let wanted = input.with_extension(extension);
    let found = files(out, extension)
        .into_iter()
        .find(|path| path.file_name() == wanted.file_name());
    found.ok_or_else(|| format!("the translation has no {}", wanted.display()))
}

/// Every expected CUDA file is accepted by nvcc without a warning.
fn check_batch(batch: usize) -> Outcome {
    let out = root().join("tests/out");
    let all = files(&out, "cu");
    let mine: Vec<&PathBuf> = all.iter().skip(batch).step_by(BATCHES).collect();
    if mine.is_empty() {
        return Ok(());
    }
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut nvcc = Command::new(support::nvcc()?);
    nvcc.args([
        "-arch=sm_90",
        "-cubin",
        "-Werror",
        "all-warnings",
        "-Xptxas",
        "-v",
        "-I",
    ])
    .arg(root().join("runtime-cuda/include"));
    nvcc.arg("-odir").arg(dir.path());
    for path in &mine {
        // Topics may hold files of one name; outputs go to one folder.
        let copy = dir
            .path()
            .join(name(path, &out).replace('/', "-"))
            .with_extension("cu");
        fs::copy(path, &copy).map_err(|error| error.to_string())?;
        nvcc.arg(copy);
    }
    let finished = expect_success("nvcc", finish(nvcc, NVCC_LIMIT))?;
    // nvcc takes one file after the other. Kernels for separate list items have what the others have.
    let usage = ptxas::in_order(&finished.stderr).into_iter();
    let mut usage = usage.filter(|(name, ..)| !name.ends_with("_apart"));
    let mut wrong = vec![];
    for path in mine {
        let kernels = planned(path)?;
        let counted: Vec<_> = usage.by_ref().take(kernels.len()).collect();
        for (kernel, bytes, at_most) in kernels {
            let found = counted.iter().find(|(name, ..)| *name == kernel);
            let (.., resources) = found.ok_or_else(|| format!("ptxas says nothing of {kernel}"))?;
            let shared = resources.shared.unwrap_or_default();
            if !(shared == bytes || at_most && shared < bytes) {
                wrong.push(format!(
                    "{}: {kernel} has {bytes} shared bytes by its report, {shared} by ptxas",
                    path.display()
                ));
            }
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n").into())
    }
}

/// The kernels of an expected CUDA file, the shared bytes that each declares by the report, and whether these are a bound.
fn planned(cuda: &Path) -> Result<Vec<(String, u64, bool)>, String> {
    let below = cuda.strip_prefix(root().join("tests/out"));
    let input = below.expect("below tests/out").with_extension("c");
    let folder = root().join("tests/in");
    let mut command = support::romp2cuda();
    command
        .current_dir(&folder)
        .args(["report", "--format", "json"])
        .arg(&input)
        .args(options(&folder.join(input.with_extension("c.opts"))));
    let finished = expect_success("romp2cuda report", finish(command, LIMIT))
        .map_err(|error| format!("{error:?}"))?;
    let report: serde_json::Value =
        serde_json::from_slice(&finished.stdout).map_err(|error| error.to_string())?;
    let files = report["files"].as_array().into_iter().flatten();
    let kernels = files.flat_map(|file| file["kernels"].as_array().into_iter().flatten());
    kernels
        .map(|kernel| {
            let name = kernel["name"].as_str().map(String::from);
            let at_most = kernel["shared"]["at_most"].as_bool() == Some(true);
            name.zip(kernel["shared"]["static"].as_u64())
                .map(|(name, bytes)| (name, bytes, at_most))
                .ok_or_else(|| format!("{}: no kernel in the report", input.display()))
        })
        .collect()
}
