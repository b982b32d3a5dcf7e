//! `romp2cuda toolchain`: the CUDA compiler in the user's cache.

use super::terminal::{Terminal, print};
use crate::driver::process::{Mode, Runner};
use crate::driver::toolchain;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Fetch the pinned nvcc from NVIDIA's Python wheels (300 MB); needs python3
    Install {
        /// Print the commands that are run
        #[arg(short, long)]
        verbose: bool,
    },
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    let Command::Install { verbose } = arguments.command;
    match toolchain::install(&Runner::new(terminal, Mode::verbose(verbose))) {
        Ok(nvcc) => {
            print(&format!("{}\n", nvcc.display()));
            0
        }
        Err(failure) => terminal.fail(failure),
    }
}
