//! `romp2cuda translate`: host C, CUDA C and a Makefile in a folder that builds by itself.

use super::reading::{self, Input};
use super::terminal::{Terminal, print};
use crate::driver::interfaces::Interfaces;
use crate::driver::offload::Targets;
use crate::driver::{Failure, Result};
use crate::driver::{accepted, layout};
use crate::report::levels::Level;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Folder for the output
    #[arg(short, long, value_name = "DIR", required_unless_present = "emit")]
    output: Option<PathBuf>,
    /// Print what is known or decided before there is text, and write nothing
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["output", "force"])]
    emit: Option<Emit>,
    /// Replace files that romp2cuda did not write, or that were edited since; inputs never
    #[arg(long)]
    force: bool,
}

/// What lies between the user's text and CUDA.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Emit {
    /// Attributes of variables, loops, private copies
    Facts,
    /// Modes, launches, the steps of constructs, shared memory
    Plan,
    /// Statements of kernels and functions, with the team that executes each
    Device,
}

impl Emit {
    fn level(self) -> Level {
        match self {
            Emit::Facts => Level::Facts,
            Emit::Plan => Level::Plan,
            Emit::Device => Level::Device,
        }
    }
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    terminal.code(write(arguments, terminal).map(|()| 0))
}

fn write(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let Some(output) = &arguments.output else {
        return show(arguments, terminal);
    };
    if output.as_os_str() == "-" {
        let message = "-o names the folder for the output, which is several files: none can go to standard output";
        let way_out = "name a folder (./- for one of that name), or let romp2cuda diff FILE print the kernels";
        return Err(Failure::Usage(format!("{message}; {way_out}")));
    }
    arguments.input.check_written_by_hand()?;
    layout::check_output(output)?;
    let archs = Targets::written(&arguments.input.offload_arch)?.words();
    let translated = reading::translate(&arguments.input, terminal)?;
    reading::check_names(&translated.units)?;
    let interfaces = Interfaces::of(&translated.units);
    interfaces.faults_of_translated(translated.warnings, terminal)?;
    let layout = translated.layout(&archs)?;
    if !arguments.force {
        accepted::check(output, &layout)?;
    }
    layout.write(output, arguments.force)
}

/// Prints a level of each file.
fn show(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let shown = reading::Shown {
        level: arguments.emit.map(Emit::level),
        ..reading::Shown::default()
    };
    let translated = reading::translate_to(shown, &arguments.input, terminal)?;
    for unit in &translated.units {
        print(unit.translation.level.as_deref().unwrap_or_default());
    }
    Ok(())
}
