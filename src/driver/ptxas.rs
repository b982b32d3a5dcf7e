//! Resources of kernels by ptxas: registers, local memory and spills of a thread, static shared bytes, on each
//! architecture.
//!
//! From CUDA texts, through nvcc. Must not know what the numbers are for.

use super::compile::{renaming_words, temporary_folder};
use super::interfaces::Interfaces;
use super::nvcc::{Nvcc, QUIET};
use super::process::{Invocation, Runner};
use super::unit::Unit;
use super::{Failure, Result};
use crate::plan::architectures::Chosen;
use crate::report::launch::Resources;
use std::collections::BTreeMap;
use std::path::Path;

/// The resources by kernel, then by architecture.
pub type Usage = BTreeMap<String, BTreeMap<String, Resources>>;

/// What ptxas says of a unit's kernels.
#[derive(Default)]
pub struct Measured {
    pub usage: Usage,
    /// The kernels use code of other files, and were compiled without it: programs run other code.
    pub alone: bool,
}

/// Compiles the device code of units for these architectures, without keeping it: as for a program of all of them, where
/// they are that.
pub fn usage(
    runner: &Runner,
    nvcc: &Nvcc,
    include: &Path,
    units: &[Unit],
    chosen: Chosen,
) -> Result<Vec<Measured>> {
    let compiling = Compiling {
        runner,
        nvcc,
        include,
        chosen,
    };
    let crossing = |unit: &&Unit| unit.is_relocatable() && unit.translation.cuda.is_some();
    let relocatable: Vec<&Unit> = units.iter().filter(crossing).collect();
    let crosses = |unit: &&Unit| !unit.translation.needs.is_empty();
    let optimised = relocatable.iter().all(|unit| unit.optimised_at_link());
    let mut of_program = None;
    if relocatable.iter().any(crosses)
        && optimised
        && nvcc.has_lto()
        && !Interfaces::of(units).circle()
    {
        of_program = compiling.linked(&relocatable)?;
    }
    let each = units.iter().map(|unit| match &of_program {
        Some(usage) if crossing(&unit) => Ok(Measured {
            usage: of_unit(usage, unit),
            alone: false,
        }),
        _ => compiling.alone(unit),
    });
    each.collect()
}

struct Compiling<'a> {
    runner: &'a Runner<'a>,
    nvcc: &'a Nvcc,
    include: &'a Path,
    chosen: Chosen,
}

impl Compiling<'_> {
    /// A unit for itself.
    fn alone(&self, unit: &Unit) -> Result<Measured> {
        if unit.translation.cuda.is_none() {
            return Ok(Measured::default());
        }
        let needs = !unit.translation.needs.is_empty();
        if unit.optimised_at_link()
            && !needs
            && self.nvcc.has_lto()
            && let Some(usage) = self.linked(&[unit])?
        {
            return Ok(Measured {
                usage: of_unit(&usage, unit),
                alone: false,
            });
        }
        let words = if unit.is_relocatable() {
            super::nvcc::RELOCATABLE
        } else {
            &[]
        };
        let dir = temporary_folder()?;
        let text = self.compile(dir.path(), unit, words, ("sm", "report"))?;
        let mut usage = of_unit(&parse(&text), unit);
        if unit.is_relocatable() {
            // The objects of the device header may be those of other files, too: nvlink gives kernels their places.
            let all = usage.values_mut().flat_map(|one| one.values_mut());
            all.for_each(|resources| resources.shared = None);
        }
        Ok(Measured {
            usage,
            alone: needs,
        })
    }

    /// Units compiled as for programs, and optimised when they are linked; none where that cannot be done.
    fn linked(&self, units: &[&Unit]) -> Result<Option<Usage>> {
        let dir = temporary_folder()?;
        let mut fatbins = vec![];
        for (at, unit) in units.iter().enumerate() {
            let name = format!("report{at}");
            self.compile(dir.path(), unit, &["-rdc=true"], ("lto", &name))?;
            fatbins.push(format!("{name}.fatbin"));
        }
        let link = Invocation::new(&self.nvcc.path)
            .dir(dir.path())
            .args(["-dlink", "-fatbin", "-dlto", "-Xptxas", "-v"])
            .args(self.gencode("sm"))
            .args(["-o", "linked.fatbin"])
            .args(&fatbins);
        let finished = self.runner.query(&link)?;
        Ok(finished.success().then(|| parse(&finished.stderr_text())))
    }

    fn gencode(&self, code: &str) -> Vec<String> {
        let wanted = self.chosen.all();
        let each = wanted.iter();
        each.map(|one| format!("-gencode=arch=compute_{0},code={code}_{0}", one.sm))
            .collect()
    }

    /// What nvcc prints when it compiles a unit.
    fn compile(
        &self,
        dir: &Path,
        unit: &Unit,
        words: &[&str],
        (code, name): (&str, &str),
    ) -> Result<String> {
        let source = format!("{name}.cu");
        let path = dir.join(&source);
        let cuda = unit.translation.cuda.as_deref().unwrap_or_default();
        std::fs::write(&path, cuda).map_err(|error| Failure::file(&path, "write", error))?;
        let invocation = Invocation::new(&self.nvcc.path)
            .dir(dir)
            .args(["-x", "cu", "-std=c++17", "-fatbin"])
            .args(words)
            .args(renaming_words(unit))
            .args(QUIET)
            .args(self.gencode(code))
            .args(["-Xptxas", "-v", "-allow-unsupported-compiler", "-I"])
            .arg(self.include)
            .args(["-o", &format!("{name}.fatbin"), &source]);
        let finished = self.runner.query(&invocation)?;
        match finished.success() {
            true => Ok(finished.stderr_text().to_string()),
            false => {
                let text = format!("{}{}", finished.stderr_text(), finished.stdout_text());
                Err(self.nvcc.refused(self.runner, "CUDA", &text))
            }
        }
    }
}

/// The kernels of a unit by the names that they have in its text.
fn of_unit(all: &Usage, unit: &Unit) -> Usage {
    let kernels = unit.translation.kernels.iter();
    let known = kernels.filter_map(|kernel| {
        let name = format!("{}{}", kernel.name, unit.name.suffix);
        Some((kernel.name.clone(), all.get(&name)?.clone()))
    });
    known.collect()
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
                shared: Some(number(rest, "bytes smem")),
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
            shared: Some(48),
            stack: 64,
            spill_stores: 16,
            spill_loads: 24,
        };
        assert_eq!(of("sm_90"), expected);
        let registers = 30;
        let expected = Resources {
            registers,
            shared: Some(0),
            ..Resources::default()
        };
        assert_eq!(of("sm_75"), expected);
    }
}
