//! The machine code of a CUDA text, instruction by instruction, with the line that each came from.
//!
//! Through nvcc and nvdisasm, which names lines by the line table, those at which a function was inlined included. Must
//! not know how it is shown.

use super::compile::temporary_folder;
use super::nvcc::{Nvcc, QUIET, RELOCATABLE};
use super::process::{Invocation, Runner, find_on_path};
use super::{Failure, Result};
use crate::plan::architectures::Chosen;
use crate::report::page::{Sass, SassLine};
use std::path::{Path, PathBuf};

/// The name of the text, in line tables.
const NAME: &str = "report.cu";

/// The machine code for these architectures. Of a unit: whether other units may use its code, and whether it uses theirs.
pub fn of(
    runner: &Runner,
    nvcc: &Nvcc,
    include: &Path,
    cuda: &str,
    (relocatable, alone): (bool, bool),
    chosen: Chosen,
) -> Result<Vec<Sass>> {
    let nvdisasm = find(nvcc)?;
    let dir = temporary_folder()?;
    let source = dir.path().join(NAME);
    std::fs::write(&source, cuda).map_err(|error| Failure::file(&source, "write", error))?;
    let words = if relocatable { RELOCATABLE } else { &[] };
    let mut all = vec![];
    for one in chosen.all() {
        let architecture = one.name();
        let compile = Invocation::new(&nvcc.path)
            .dir(dir.path())
            .args(["-x", "cu", "-std=c++17", "-cubin", "-lineinfo"])
            .args(words)
            .args(QUIET)
            .args([format!("-arch={architecture}")])
            .args(["-allow-unsupported-compiler", "-I"])
            .arg(include)
            .args(["-o", "report.cubin", NAME]);
        let show = Invocation::new(&nvdisasm)
            .dir(dir.path())
            .args(["-c", "-gi", "report.cubin"]);
        let mut text = String::new();
        for step in [compile, show] {
            let finished = runner.query(&step)?;
            if !finished.success() {
                let message = format!("no machine code to show: {}", finished.stderr_text());
                return Err(Failure::tool(message, "leave out --sass"));
            }
            text = finished.stdout_text().to_string();
        }
        let lines = parse(&text);
        all.push(Sass {
            architecture,
            alone,
            lines,
        });
    }
    Ok(all)
}

/// nvdisasm beside nvcc, else of the PATH.
pub fn find(nvcc: &Nvcc) -> Result<PathBuf> {
    let beside = Path::new(&nvcc.path).with_file_name("nvdisasm");
    let found = beside.is_file().then_some(beside);
    found.or_else(|| find_on_path("nvdisasm")).ok_or_else(|| {
        Failure::tool(
            "nvdisasm is neither beside nvcc nor on the PATH",
            "install it with the CUDA toolkit, or from the wheel nvidia-cuda-nvdisasm; without --sass the page has no machine code",
        )
    })
}

/// Labels and instructions. Comments in front of instructions name the place, and behind `inlined at` that of the call,
/// line by line to the outermost one: the innermost place in the text counts.
pub fn parse(text: &str) -> Vec<SassLine> {
    let mut lines = vec![];
    let mut current = None;
    let mut in_places = false;
    for line in text.lines() {
        let code = line.trim();
        if let Some(place) = code.strip_prefix("//##") {
            if !std::mem::replace(&mut in_places, true) {
                current = None;
            }
            current = current.or_else(|| line_of(place));
            continue;
        }
        in_places = false;
        let is_code = code.starts_with("/*") || code.ends_with(':') && !code.starts_with(".text");
        if !is_code {
            continue;
        }
        if code.ends_with(':') && !code.starts_with(".L") {
            current = None;
        }
        let text = match code
            .strip_prefix("/*")
            .and_then(|rest| rest.split_once("*/"))
        {
            Some((address, rest)) => format!("{address}  {}", rest.trim().trim_end_matches(" ;")),
            None => code.to_string(),
        };
        lines.push(SassLine {
            cuda: current.filter(|_| code.starts_with("/*")),
            text,
        });
    }
    lines
}

/// The line of the text in `File "/tmp/report.cu", line 12`, the first one that is named.
fn line_of(place: &str) -> Option<usize> {
    let parts: Vec<&str> = place.split('"').collect();
    let is_ours = |path: &str| Path::new(path).file_name().is_some_and(|name| name == NAME);
    let at = parts.iter().position(|part| is_ours(part))?;
    let digits = parts.get(at + 1)?.strip_prefix(", line ")?;
    let end = digits.find(|c: char| !c.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_have_the_line_of_the_text() {
        let text = "\t.target\tsm_90\n\n.text.f_1:\nf_1:\n\
            \t//## File \"/tmp/x/report.cu\", line 41\n        /*0000*/                   LDC R1, c[0x0][0x28] ;\n\
            \t//## File \"/h/romp/ranges.cuh\", line 63 inlined at \"/tmp/x/report.cu\", line 45\n\
            \t//## File \"/tmp/x/report.cu\", line 45\n        /*0010*/              @!P0 BRA `(.L_x_0) ;\n\
            .L_x_0:\n\t//## File \"/h/romp/ranges.cuh\", line 7\n        /*0020*/                   EXIT ;\n";
        let lines = parse(text);
        let shown: Vec<(&str, Option<usize>)> = lines
            .iter()
            .map(|one| (one.text.as_str(), one.cuda))
            .collect();
        let expected = [
            ("f_1:", None),
            ("0000  LDC R1, c[0x0][0x28]", Some(41)),
            ("0010  @!P0 BRA `(.L_x_0)", Some(45)),
            (".L_x_0:", None),
            ("0020  EXIT", None),
        ];
        assert_eq!(shown, expected);
    }
}
