//! The options of this driver, which gcc does not have.

use super::CommandLine;
use crate::driver::checks::Check;
use crate::driver::process::Mode;
use crate::driver::tools::{Named, Tools};
use crate::report::remarks::Wanted;
use crate::translate;

/// Where the decisions on a source are written as YAML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// Beside the object: `a.romp.yaml` for `a.o`.
    Beside,
    /// Named after the source, in the current folder: the object is not kept.
    Here,
    File(String),
}

/// Options of this driver, which gcc does not have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Own {
    pub host_cc: Option<String>,
    pub host_cxx: Option<String>,
    /// Whether the driver is g++'s (`--driver-mode=g++`): `.c` files are C++, and programs get the library of C++.
    pub cxx: bool,
    pub archs: Vec<String>,
    /// Whether `--offload-arch` names them, on the command line or in the project's file.
    pub archs_named: bool,
    pub translation: translate::Options,
    /// The check of the emulated device, where the user names one.
    pub check: Option<Check>,
    /// Whether the program is to run under compute-sanitizer.
    pub sanitizer: bool,
    /// `run`: the seed of the order in which threads of the emulated device run.
    pub schedule_seed: Option<u64>,
    pub save_temps: bool,
    pub tools: Tools,
    /// The project's file, which gave some of the words.
    pub project_file: Option<std::path::PathBuf>,
    /// `--device-link`: the device code of objects and archives as one more object.
    pub device_link: bool,
    /// `--link-flags`: what another linker needs.
    pub print_link_flags: bool,
    /// Whether a flag asks for code for GPUs without saying for which.
    pub gpus: bool,
    /// `--print-prefix`: the folder with the files of [`packages`](crate::driver::packages).
    pub print_prefix: bool,
    pub dry: bool,
    pub verbose: bool,
    /// `-Rromp`: the decisions that are told while compiling.
    pub remarks: Wanted,
    /// `-Rromp-yaml`: the file that they are written to.
    pub record: Option<Record>,
    pub color: Option<String>,
    /// What `-fdiagnostics-color` says, for messages that `--color` says nothing of.
    pub host_color: Option<String>,
    pub format: Option<String>,
}

impl Own {
    /// What the words say of colour, in the language of `--color`.
    pub fn colour(&self) -> Option<&str> {
        self.color.as_deref().or(self.host_color.as_deref())
    }

    /// How commands are started.
    pub fn mode(&self) -> Mode {
        match self.dry {
            true => Mode::Dry,
            false => Mode::verbose(self.verbose),
        }
    }
}

impl CommandLine {
    /// Takes a word of this driver; false where the host compiler is to get the word.
    pub(super) fn own_word(
        &mut self,
        word: &str,
        rest: &mut dyn Iterator<Item = String>,
    ) -> Result<bool, String> {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (word, None),
        };
        let mut argument = || match &value {
            Some(value) if value.is_empty() => Err(format!("argument to `{name}` is missing")),
            Some(value) => Ok(value.clone()),
            // None of their arguments begins with a dash: that would be the next option, and be lost.
            None => rest
                .next()
                .filter(|word| !word.starts_with('-'))
                .ok_or(format!("argument to `{name}` is missing")),
        };
        if let Some(flag) = word.strip_prefix("-W")
            && self.own.translation.warnings.flag(flag)
        {
            return Ok(true);
        }
        match name {
            "--host-cc" => self.own.host_cc = Some(argument()?),
            "--host-cxx" => self.own.host_cxx = Some(argument()?),
            "--driver-mode" => match argument()?.as_str() {
                "gcc" => self.own.cxx = false,
                "g++" => self.own.cxx = true,
                mode => return Err(format!("--driver-mode={mode}: expected gcc or g++")),
            },
            "--offload-arch" => {
                let list = argument()?;
                self.own.archs_named = true;
                self.own.archs.extend(
                    list.split(',')
                        .filter(|arch| !arch.is_empty())
                        .map(String::from),
                );
            }
            "-Rromp" => {
                let list = value.as_deref().map_or(Ok(Wanted::ALL), str::parse)?;
                self.own.remarks = self.own.remarks.and(list);
            }
            "-Rno-romp" => self.own.remarks = Wanted::default(),
            "-Rromp-yaml" => {
                self.own.record = Some(match &value {
                    None => Record::Beside,
                    Some(_) => Record::File(argument()?),
                })
            }
            "--nvcc" => self.own.tools.nvcc = Some(Named::Program(argument()?)),
            "--device-cxx" => self.own.tools.cxx = Some(argument()?),
            "--device-link" => self.own.device_link = true,
            "--print-link-flags" | "--link-flags" => self.own.print_link_flags = true,
            "--print-prefix" => self.own.print_prefix = true,
            // The compiler whose command a launcher of a build system gives to this driver.
            "--instead-of" => drop(argument()?),
            "--color" => self.own.color = Some(argument()?),
            "--format" => self.own.format = Some(argument()?),
            "--line-directives" => self.own.translation.line_directives = true,
            "--check" => match argument()?.as_str() {
                "sanitizer" => self.own.sanitizer = true,
                word => self.own.check = Some(word.parse()?),
            },
            "--Werror" => {
                let warning = argument()?.parse()?;
                self.own.translation.warnings.make_error(warning);
            }
            // The host compiler's, too; ours wins where both are given.
            "-fdiagnostics-color"
            | "-fcolor-diagnostics"
            | "-fno-diagnostics-color"
            | "-fno-color-diagnostics" => {
                let word = match (name.starts_with("-fno-"), value.as_deref()) {
                    (true, _) => "never",
                    (false, None) => "always",
                    (false, Some(word)) => word,
                };
                self.own.host_color = Some(word.to_string());
                return Ok(false);
            }
            "-w" => {
                self.own.translation.warnings.quiet = true;
                return Ok(false); // the host compiler's, too
            }
            "--schedule-seed" => {
                let word = argument()?;
                let seed = word
                    .parse()
                    .map_err(|_| format!("--schedule-seed={word}: expected a number"))?;
                self.own.schedule_seed = Some(seed);
            }
            "--sequential" => self.own.translation.plan.sequential = argument()?.parse()?,
            "--simd" => self.own.translation.plan.simd = argument()?.parse()?,
            "--no-merge-regions" => self.own.translation.plan.separate_regions = true,
            "--shared-budget" => self.own.translation.plan.shared_budget = argument()?.parse()?,
            "-###" => self.own.dry = true,
            "--save-temps" | "-save-temps" => {
                self.own.save_temps = true;
                self.words.push(word.into()); // gcc knows it as well
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
