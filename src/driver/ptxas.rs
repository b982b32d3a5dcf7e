//! Resources of kernels by ptxas: registers, local memory and spills of a thread, static shared bytes, on each
//! architecture.
//!
//! From a CUDA text, through nvcc. Must not know what the numbers are for.

use super::compile::temporary_folder;
use super::nvcc::{Nvcc, QUIET};
use super::process::{Invocation, Runner};
use super::{Failure, Result};
use crate::plan::architectures::Chosen;
use crate::report::launch::Resources;
use std::collections::BTreeMap;
use std::path::Path;

/// The resources by kernel, then by architecture.
pub type Usage = BTreeMap<String, BTreeMap<String, Resources>>;

/// Compiles `cuda` for these architectures, without keeping the code.
pub fn usage(
    runner: &Runner,
    nvcc: &Nvcc,
    include: &Path,
    cuda: &str,
    relocatable: bool,
    lto: bool,
    chosen: Chosen,
) -> Result<Usage> {
    let dir = temporary_folder()?;
    let source = dir.path().join("report.cu");
    std::fs::write(&source, cuda).map_err(|error| Failure::file(&source, "write", error))?;
    let wanted = chosen.all();
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
            false => {
                let text = format!("{}{}", finished.stderr_text(), finished.stdout_text());
                Err(nvcc.refused(runner, "CUDA", &text))
            }
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
    let mut local = Resources::default();
    let mut of_kernel = false;
    for line in text.lines() {
        let line = line.split(" (target: ").next().unwrap_or(line);
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let mut words = rest.split('\'');
            let name = words.next().unwrap_or_default().to_string();
            let architecture = words.nth(1).unwrap_or_default().to_string();
            current = Some((name, architecture));
            local = Resources::default();
        } else if let Some((_, name)) = line.split_once("Function properties for ") {
            // Functions that are called have properties of their own, those of the kernel come first or last.
            of_kernel = current
                .as_ref()
                .is_some_and(|(kernel, _)| kernel == name.trim());
        } else if of_kernel && line.contains("bytes stack frame") {
            let number = |unit: &str| number(line, unit);
            local = Resources {
                stack: number("bytes stack frame"),
                spill_stores: number("bytes spill stores"),
                spill_loads: number("bytes spill loads"),
                ..local
            };
            of_kernel = false;
        } else if let Some((_, rest)) = line.split_once("Used ")
            && let Some((name, architecture)) = current.take()
        {
            let resources = Resources {
                registers: number(rest, "registers") as u32,
                shared: number(rest, "bytes smem"),
                ..local
            };
            all.push((name, architecture, resources));
        }
    }
    all
}

/// The number in front of a unit, in a list with commas.
fn number(list: &str, unit: &str) -> u64 {
    let mut parts = list.split(", ").filter(|part| part.ends_with(unit));
    let digits = parts.next().and_then(|part| part.trim().split(' ').next());
    digits.and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ptxas_prints() {
        let text = "ptxas info    : 0 bytes gmem\n\
            ptxas info    : Compiling entry function 'f_1' for 'sm_90'\n\
            ptxas info    : Function properties for f_1\n    64 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads\n\
            ptxas info    : Function properties for g\n    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
            ptxas info    : Used 34 registers, used 1 barriers, 48 bytes smem\n\
            ptxas info    : Compile time = 1.0 ms\n\
            ptxas info    : Compiling entry function 'f_1' for 'sm_75'\n\
            ptxas info    : Used 30 registers, used 0 barriers, 360 bytes cmem[0]\n";
        let usage = parse(text);
        let of = |architecture: &str| usage["f_1"][architecture];
        let expected = Resources {
            registers: 34,
            shared: 48,
            stack: 64,
            spill_stores: 16,
            spill_loads: 24,
        };
        assert_eq!(of("sm_90"), expected);
        let registers = 30;
        let expected = Resources {
            registers,
            ..Resources::default()
        };
        assert_eq!(of("sm_75"), expected);
    }
}
