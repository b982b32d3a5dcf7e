//! One source file becomes one ordinary object: host code, device images and what registers them.
//!
//! `host` compiles the host half, `images` the device image of a unit whose device code others share, `parts` that of
//! all other units, in parts that are compiled side by side and kept; `texts` writes the translated texts, `folders`
//! has the folders that this happens in. Must not know C, nor how objects are linked.

mod folders;
mod host;
mod images;
mod parts;
mod texts;

pub use folders::temporary_folder;
pub use images::{emulated_renaming_words, renaming_words};

use super::checks::Check;
use super::cmdline::{Input, Record, default_output};
use super::device_flags::DeviceFlags;
use super::host_cc::HostCc;
use super::nvcc::Nvcc;
use super::offload::Targets;
use super::process::{Mode, Runner};
use super::source::Source;
use super::tools::Tools;
use super::unit::{self, Reading, Unit};
use super::unit_name::Naming;
use super::{Failure, Result, ptxas};
use crate::report::remarks::{self, Wanted};
use crate::report::{Kernel, launch};
use folders::unit_folder;
use std::path::{Path, PathBuf};
use texts::TextNames;

/// What one command says of how its sources become objects.
pub struct Build<'a> {
    pub runner: Runner<'a>,
    pub host: HostCc,
    /// What compiles other languages than C, and links: the host compiler, or its C++ compiler.
    pub driver: HostCc,
    /// The user's words for compilations.
    pub words: Vec<String>,
    pub include: PathBuf,
    pub targets: Targets,
    pub translation: crate::translate::Options,
    pub save_temps: bool,
    /// Whether `--save-temps` saves device code without `#line`s: the user did not ask for them, only line tables need
    /// them.
    pub saved_plain: bool,
    pub tools: Tools,
    /// The decisions that are told.
    pub remarks: Wanted,
    /// Where they are written, too.
    pub record: Option<Record>,
    /// The checks that emulated images make while they run.
    pub check: Check,
}

/// Words about files that are written beside an object.
#[derive(Default)]
pub struct Beside {
    /// Those that have a dependency file written.
    pub dependencies: Vec<String>,
    /// Those that name the files of coverage and profiles.
    pub auxiliary: Vec<String>,
}

/// What is made of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Product {
    Object,
    /// Assembler text of the host half.
    Assembly,
    /// Nothing: only messages are wanted.
    Check,
}

impl Product {
    /// The word of the host compiler that asks for it.
    fn word(self) -> &'static str {
        match self {
            Product::Object => "-c",
            Product::Assembly => "-S",
            Product::Check => "-fsyntax-only",
        }
    }
}

impl Build<'_> {
    fn reading(&self) -> Reading<'_> {
        Reading {
            naming: Naming::ByText,
            host: &self.host,
            words: &self.words,
            include: &self.include,
            translation: self.translation,
        }
    }

    /// Compiles one source.
    pub fn compile(
        &self,
        input: &Input,
        product: Product,
        output: &Path,
        beside: &Beside,
    ) -> Result<()> {
        let source = Source::open(input)?;
        let reporter = self.runner.reporter;
        reporter.now(&format!("translating {}", input.path));
        let text = unit::read(&self.runner, &self.reading(), &source, &beside.dependencies)?;
        if !unit::may_offload(&text.bytes) {
            reporter.now(&format!(
                "compiling {} with {}",
                input.path,
                self.host.name()
            ));
            return self.host_only(source, product, output, &beside.auxiliary);
        }
        let unit = unit::translate(&self.runner, &self.reading(), &source, text)?;
        self.remark(&unit, input, output)?;
        if !unit.has_device_code() {
            return self.host_only(source, product, output, &beside.auxiliary);
        }
        reporter.now(&self.compiling(&unit, &input.path));
        let dir = unit_folder(&unit.name.key)?;
        let parts = self.build_parts(&unit, dir.path(), product, &beside.auxiliary)?;
        match product {
            Product::Check => Ok(()),
            Product::Assembly => {
                reporter.say(&format!(
                    "romp2cuda: {} has the host half only; its device images need -c",
                    output.display()
                ));
                self.place(&parts[0], output)
            }
            Product::Object if parts.len() == 1 => self.place(&parts[0], output),
            Product::Object => self.merge(&parts, output),
        }
    }

    /// What is made of a unit, in words.
    fn compiling(&self, unit: &Unit, path: &str) -> String {
        let devices = [
            (self.targets.cuda(), "the GPU"),
            (self.targets.emulated, "the emulated device"),
        ];
        let devices = devices
            .into_iter()
            .filter(|&(asked, _)| asked && unit.has_image());
        let places: Vec<&str> = std::iter::once("the host")
            .chain(devices.map(|(_, name)| name))
            .collect();
        format!("compiling {path} for {}", places.join(", "))
    }

    /// Tells the decisions on a unit.
    fn remark(&self, unit: &Unit, input: &Input, output: &Path) -> Result<()> {
        if self.remarks.is_empty() && self.record.is_none() {
            return Ok(());
        }
        let (kernels, functions) = (&self.reported(unit)?, &unit.translation.functions);
        if !self.remarks.is_empty() {
            let found = remarks::of(kernels, functions, self.remarks);
            self.runner.reporter.remarks(&found);
        }
        let path = match &self.record {
            None => return Ok(()),
            Some(_) if self.runner.mode == Mode::Dry => return Ok(()),
            Some(Record::File(path)) => PathBuf::from(path),
            Some(Record::Here) => default_output(&input.path, "romp.yaml").into(),
            Some(Record::Beside) => output.with_extension("romp.yaml"),
        };
        let all = remarks::of(kernels, functions, Wanted::ALL);
        std::fs::write(&path, remarks::yaml(&all))
            .map_err(|error| Failure::file(&path, "write", error))
    }

    /// What is said of a unit's kernels, with what ptxas tells where machine code is made and costs are wanted: it
    /// compiles the device code once more.
    fn reported(&self, unit: &Unit) -> Result<Vec<Kernel>> {
        let mut kernels = unit.translation.report.clone();
        let wanted = self.remarks.tells_costs() || self.record.is_some();
        let made = !self.targets.sm.is_empty() && self.runner.mode != Mode::Dry;
        if !wanted || !made || unit.translation.cuda.is_none() {
            return Ok(kernels);
        }
        let chosen = self.translation.plan.architectures;
        let measured = ptxas::usage(
            &self.runner,
            &Nvcc::require(&self.tools)?,
            &self.include,
            std::slice::from_ref(unit),
            chosen,
        )?;
        for of_unit in measured {
            for kernel in &mut kernels {
                if let Some(known) = of_unit.usage.get(&kernel.name) {
                    launch::add_resources(kernel, chosen, (known, of_unit.alone));
                }
            }
        }
        Ok(kernels)
    }

    /// Compiles all objects of a unit at once: the host half first, then the images. Returns their paths.
    fn build_parts(
        &self,
        unit: &Unit,
        dir: &Path,
        product: Product,
        auxiliary: &[String],
    ) -> Result<Vec<PathBuf>> {
        let names = TextNames::of(unit);
        self.write_texts(unit, dir, &names)?;
        if self.save_temps {
            self.save_texts(unit, &names)?;
        }
        let devices = product == Product::Object && unit.has_image();
        let nvcc = (devices && self.targets.cuda())
            .then(|| Nvcc::require(&self.tools))
            .transpose()?;
        std::thread::scope(|scope| {
            let host = scope.spawn(|| Ok(vec![self.host_part(unit, dir, product, auxiliary)?]));
            let image = nvcc.as_ref().map(|nvcc| {
                scope.spawn(|| match unit.is_relocatable() {
                    true => Ok(vec![self.relocatable_part(unit, dir, &names.cuda, nvcc)?]),
                    false => Ok(vec![self.cuda_parts(unit, dir, &names.cuda, nvcc)?]),
                })
            });
            let emulated = (devices && self.targets.emulated).then(|| {
                let text = names.of_emulated_image(unit);
                scope.spawn(|| match unit.is_relocatable() {
                    true => Ok(vec![self.emulated_whole(unit, dir, text)?]),
                    false => self.emulated_parts(unit, dir, text),
                })
            });
            let threads = std::iter::once(host).chain(image).chain(emulated);
            let results: Result<Vec<Vec<PathBuf>>> = threads
                .map(|thread| {
                    thread
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect();
            Ok(results?.concat())
        })
    }

    /// Links several objects to one.
    fn merge(&self, parts: &[PathBuf], output: &Path) -> Result<()> {
        let flags = DeviceFlags::from_words(&self.words);
        let invocation = self
            .host
            .invoke()
            .args(&flags.machine)
            .args(["-r", "-nostdlib", "-o"])
            .arg(output)
            .args(parts);
        let finished = self.runner.run(&invocation)?;
        match finished.success() {
            true => Ok(()),
            false => Err(Failure::tool(
                format!(
                    "the parts of {} cannot be linked to one object:\n{}",
                    output.display(),
                    finished.stderr_text()
                ),
                "a host compiler that knows -r is needed: gcc 9 or clang 10 and later",
            )),
        }
    }

    /// Copies a part to where the object is wanted.
    fn place(&self, part: &Path, output: &Path) -> Result<()> {
        if self.runner.mode == Mode::Dry {
            return Ok(());
        }
        std::fs::copy(part, output)
            .map(drop)
            .map_err(|error| Failure::file(output, "write", error))
    }
}
