//! Resources of kernels by ptxas: registers of a thread and static shared bytes, on each architecture.
//!
//! From a CUDA text, through nvcc. Must not know what the numbers are for.

use super::nvcc::{Nvcc, QUIET};
use super::process::{Invocation, Runner};
use super::{Failure, Result};
use crate::plan::architectures;
use crate::report::Resources;
use std::collections::BTreeMap;
use std::path::Path;

/// The resources by kernel, then by architecture.
pub type Usage = BTreeMap<String, BTreeMap<String, Resources>>;

/// Compiles `cuda` for the architectures of these words, for none: every one that this nvcc knows, without keeping
/// the code.
pub fn usage(
    runner: &Runner,
    nvcc: &Nvcc,
    include: &Path,
    cuda: &str,
    relocatable: bool,
    lto: bool,
    archs: &[String],
) -> Result<Usage> {
    let dir = tempfile::tempdir()
        .map_err(|error| Failure::file(Path::new("a temporary folder"), "make", error))?;
    let source = dir.path().join("report.cu");
    std::fs::write(&source, cuda).map_err(|error| Failure::file(&source, "write", error))?;
    let named: Vec<_> = archs
        .iter()
        .filter_map(|name| architectures::find(name))
        .collect();
    let wanted = match named.is_empty() {
        true => architectures::ALL.iter().collect(),
        false => named,
    };
    let gencode = |code: &str| -> Vec<String> {
        let each = wanted.iter();
        each.map(|one| format!("-gencode=arch=compute_{0},code={code}_{0}", one.sm))
            .collect()
    };
    let compile = |words: &[&str], code: &str| {
        let invocation = Invocation::new(&nvcc.path)
            .dir(dir.path())
            .args(["-x", "cu", "-std=c++17", "-fatbin"])
            .args(words)
            .args(QUIET)
            .args(gencode(code))
            .args(["-Xptxas", "-v", "-allow-unsupported-compiler", "-I"])
            .arg(include)
            .args(["-o", "report.fatbin", "report.cu"]);
        let finished = runner.query(&invocation)?;
        match finished.success() {
            true => Ok(finished.stderr_text().to_string()),
            false => Err(Failure::tool(
                format!(
                    "nvcc refused the generated CUDA:\n{}",
                    finished.stderr_text()
                ),
                "this is a fault of the translator: please report it with the input",
            )),
        }
    };
    if lto && nvcc.has_lto() {
        // Compiled as for programs, optimised when it is linked, unless the code needs other files.
        compile(&["-rdc=true"], "lto")?;
        let link = Invocation::new(&nvcc.path)
            .dir(dir.path())
            .args(["-dlink", "-fatbin", "-dlto", "-Xptxas", "-v"])
            .args(gencode("sm"))
            .args(["-o", "linked.fatbin", "report.fatbin"]);
        let finished = runner.query(&link)?;
        if finished.success() {
            return Ok(parse(&finished.stderr_text()));
        }
    }
    let words = if relocatable {
        super::nvcc::RELOCATABLE
    } else {
        &[]
    };
    Ok(parse(&compile(words, "sm")?))
}

/// `ptxas info : Compiling entry function 'k' for 'sm_90'`, later `Used 32 registers, ... 48 bytes smem`.
pub fn parse(text: &str) -> Usage {
    let mut usage = Usage::new();
    for (name, architecture, resources) in in_order(text) {
        usage
            .entry(name)
            .or_default()
            .insert(architecture, resources);
    }
    usage
}

/// The lines of ptxas in the order of the text: kernels of several files may have the same name.
pub fn in_order(text: &str) -> Vec<(String, String, Resources)> {
    let mut all = vec![];
    let mut current: Option<(String, String)> = None;
    for line in text.lines() {
        let line = line.split(" (target: ").next().unwrap_or(line);
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let mut words = rest.split('\'');
            let name = words.next().unwrap_or_default().to_string();
            let architecture = words.nth(1).unwrap_or_default().to_string();
            current = Some((name, architecture));
        } else if line.contains("Function properties for") && !line.contains("Compiling") {
            continue;
        } else if let Some((_, rest)) = line.split_once("Used ")
            && let Some((name, architecture)) = current.take()
        {
            let number = |unit: &str| -> u64 {
                let mut parts = rest.split(", ").filter(|part| part.ends_with(unit));
                let digits = parts.next().and_then(|part| part.split(' ').next());
                digits.and_then(|n| n.parse().ok()).unwrap_or(0)
            };
            let resources = Resources {
                registers: number("registers") as u32,
                shared: number("bytes smem"),
            };
            all.push((name, architecture, resources));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ptxas_prints() {
        let text = "ptxas info    : 0 bytes gmem\n\
            ptxas info    : Compiling entry function 'f_1' for 'sm_90'\n\
            ptxas info    : Function properties for f_1\n    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
            ptxas info    : Used 34 registers, used 1 barriers, 48 bytes smem\n\
            ptxas info    : Compile time = 1.0 ms\n\
            ptxas info    : Compiling entry function 'f_1' for 'sm_75'\n\
            ptxas info    : Used 30 registers, used 0 barriers, 360 bytes cmem[0]\n";
        let usage = parse(text);
        let of = |architecture: &str| usage["f_1"][architecture];
        let expected = |registers, shared| Resources { registers, shared };
        assert_eq!(of("sm_90"), expected(34, 48));
        assert_eq!(of("sm_75"), expected(30, 0));
    }
}
