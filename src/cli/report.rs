//! `romp2cuda report`: what was decided for each kernel, as text, JSON or HTML.

use super::Format;
use super::reading::{self, Input};
use super::terminal::{Terminal, print};
use crate::driver::nvcc::Nvcc;
use crate::driver::process::{Mode, Runner};
use crate::driver::tools::Tools;
use crate::driver::unit::Unit;
use crate::driver::{Result, ptxas};
use crate::report::{Kernel, html, text};
use serde::Serialize;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Ask ptxas for the registers of each kernel: compiles for those of --offload-arch, else for all
    #[arg(long)]
    ptxas: bool,
    /// The CUDA compiler for --ptxas (also NVCC, CUDA_HOME, CUDA_PATH)
    #[arg(long, value_name = "FILE")]
    nvcc: Option<String>,
}

/// The JSON form.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    file: String,
    kernels: &'a [Kernel],
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    terminal.code(report(arguments, terminal).map(|()| 0))
}

/// What a program without kernels has for a device.
fn without_kernels(units: &[Unit]) -> Option<&'static str> {
    let any = |has: fn(&Unit) -> bool| units.iter().any(has);
    if any(|unit| !unit.translation.report.is_empty()) {
        None
    } else if any(Unit::has_image) {
        Some(
            "no kernels: functions or variables are for a device, and no target region executes there",
        )
    } else if any(Unit::has_device_code) {
        Some("no kernels: data is mapped or copied, and no target region executes on a device")
    } else {
        Some("nothing is offloaded: no target construct has code for a device")
    }
}

fn report(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let mut translated = reading::translate(&arguments.input, terminal)?;
    if arguments.ptxas {
        let nvcc = Nvcc::require(&Tools {
            nvcc: arguments.nvcc.clone(),
            ..Tools::default()
        })?;
        let mode = if arguments.input.verbose {
            Mode::Verbose
        } else {
            Mode::Quiet
        };
        let runner = Runner::new(terminal, mode);
        for unit in &mut translated.units {
            let relocatable = unit.is_relocatable();
            let Some(cuda) = &unit.translation.cuda else {
                continue;
            };
            let usage = ptxas::usage(
                &runner,
                &nvcc,
                &translated.include,
                cuda,
                relocatable,
                unit.optimised_at_link(),
                &arguments.input.offload_arch,
            )?;
            for kernel in &mut unit.translation.report {
                if let Some(known) = usage.get(&kernel.name) {
                    kernel.add_resources(known);
                }
            }
        }
    }
    let name = |source: &std::path::Path| source.display().to_string();
    match terminal.format {
        Format::Text => {
            if let Some(why) = without_kernels(&translated.units) {
                print(&format!("{why}\n"));
            }
            for kernel in translated.units.iter().flat_map(|u| &u.translation.report) {
                print(&text::render(kernel));
            }
        }
        Format::Json => {
            let files = translated.units.iter().map(|unit| File {
                file: name(&unit.source),
                kernels: &unit.translation.report,
            });
            let report = Report {
                version: 1,
                files: files.collect(),
            };
            let text = serde_json::to_string_pretty(&report).expect("plain data");
            print(&(text + "\n"));
        }
        Format::Html => {
            let units: Vec<html::Unit> = translated
                .units
                .iter()
                .map(|unit| {
                    let original = unit.text.original(unit.text.main_id());
                    html::Unit {
                        file: unit
                            .source
                            .file_name()
                            .unwrap_or_default()
                            .to_string_lossy()
                            .into_owned(),
                        source: original.map_or("", |original| original.text()),
                        cuda: unit.translation.cuda.as_deref().unwrap_or(""),
                        kernels: &unit.translation.report,
                    }
                })
                .collect();
            print(&html::render(&units));
        }
    }
    Ok(())
}
