//! `romp2cuda report`: the kernels that files become.

use super::reading::{self, Input};
use super::terminal::{Terminal, print};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    let translated = match reading::translate(&arguments.input, terminal) {
        Ok(translated) => translated,
        Err(failure) => return terminal.fail(failure),
    };
    for unit in &translated.units {
        for kernel in &unit.translation.kernels {
            let barriers = if kernel.barriers {
                ", threads meet at barriers"
            } else {
                ""
            };
            print(&format!(
                "{}: kernel {}{barriers}\n",
                kernel.place, kernel.name
            ));
        }
    }
    0
}
