//! `romp2cuda translate`: host C, CUDA C and a Makefile in a folder that builds by itself.

use super::reading::{self, Input};
use super::terminal::Terminal;
use crate::driver::layout;
use crate::driver::offload::Targets;
use crate::driver::{Failure, Result};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Folder for the output
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace files that romp2cuda did not write, or that were edited since; inputs never
    #[arg(long)]
    force: bool,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    terminal.code(write(arguments, terminal).map(|()| 0))
}

fn write(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    arguments.input.check_written_by_hand()?;
    layout::check_output(&arguments.output)?;
    let archs = Targets::written(&arguments.input.offload_arch)?.words();
    let translated = reading::translate(&arguments.input, terminal)?;
    let sources = translated.units.iter().map(|unit| unit.stem());
    if let Some(name) = twice(sources.collect()) {
        let message =
            format!("two files are called {name}.c: the program's parts need names of their own");
        return Err(Failure::Usage(message));
    }
    let layout = layout::plan(
        &translated.units,
        &translated.words,
        &translated.include,
        &archs,
        translated.clang,
    )?;
    layout.write(&arguments.output, arguments.force)
}

fn twice(mut names: Vec<String>) -> Option<String> {
    names.sort();
    names
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map(|pair| pair[0].clone())
}
